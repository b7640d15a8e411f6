#!/usr/bin/env bash
# The tests of bindings/python on a bare machine: installs the package in a new virtual environment, and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
python=${PYTHON:-python3}
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv python3-dev >/dev/null
fi
cargo fmt --check
rm -rf target/test-venv
"$python" -m venv target/test-venv
MATURIN_PEP517_ARGS='--profile ci' target/test-venv/bin/pip install --quiet --disable-pip-version-check '.[test]'
# What is tested is what was installed, not the sources beside it.
target/test-venv/bin/python -m pytest --durations=5
target/test-venv/bin/python -m mypy
