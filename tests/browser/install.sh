#!/bin/sh
# Install the browser that the tests of the pages run, Debian's, where there is none.
set -eu
command -v chromium >/dev/null 2>&1 && exit 0
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
