#!/bin/sh
# Install what the tests of PostgreSQL ledgers and of faults need, from Debian's packages, where it
# is missing: a server (the tests start one of their own, see server.py), strace, and runuser.
set -eu
missing=""
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql-15"
command -v strace >/dev/null 2>&1 || missing="$missing strace"
command -v runuser >/dev/null 2>&1 || missing="$missing util-linux"
if [ -n "$missing" ]; then
    apt-get update -qq
    # shellcheck disable=SC2086 # a list of names
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
fi
