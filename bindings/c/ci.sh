#!/usr/bin/env bash
# The tests of bindings/c on a bare machine: installs what they need, builds, and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# Quick to build. The same for Python and C, so that both share a build of the engine.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
missing=()
for package in gcc g++ valgrind pkg-config cmake; do
    command -v "$package" >/dev/null || missing+=("$package")
done
ruby -e "require 'ffi'" 2>/dev/null || missing+=(ruby ruby-ffi)
if ((${#missing[@]})) && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" libc6-dev >/dev/null
fi
bash test "$@"
