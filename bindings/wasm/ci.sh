#!/usr/bin/env bash
# The tests of bindings/wasm on a bare machine: installs what they need, builds, and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# Installs packages, if that is possible within some minutes.
install() {
    command -v apt-get >/dev/null || return 1
    timeout 180 apt-get update -qq && timeout 180 apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

command -v npm >/dev/null || install nodejs npm || { echo 'There is no npm.'; exit 1; }
command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null || install chromium ||
    echo 'There is no Chromium: the playground is not tested.'
cargo fmt --check
npm ci --no-audit --no-fund --silent
npm test
