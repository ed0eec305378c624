#!/bin/sh
# Install what the tests of Spark need, from Debian's packages, where it is missing: Java 17 or newer.
set -eu
if ! command -v java >/dev/null 2>&1 && [ -z "${JAVA_HOME:-}" ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless
fi
java -version 2>&1 | head -n 1
