#!/usr/bin/env bash
# The tests of bindings/wasm on a bare machine: installs what they need, builds, and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if ! command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null || echo 'There is no Chromium: the playground is not tested.'
fi
cargo fmt --check
npm ci --no-audit --no-fund --silent
npm test
