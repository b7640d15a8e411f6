#!/usr/bin/env bash
# The tests of bindings/python on a bare machine: installs the package in a new virtual environment, and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# Quick to build. The same for Python and C, so that both share a build of the engine.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
python=${PYTHON:-python3}
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv python3-dev >/dev/null
fi
cargo fmt --check
rm -rf target/test-venv
"$python" -m venv target/test-venv
target/test-venv/bin/pip install --quiet --disable-pip-version-check '.[test]'
# What is tested is what was installed, not the sources beside it.
target/test-venv/bin/python -m pytest --durations=5
target/test-venv/bin/python -m mypy
