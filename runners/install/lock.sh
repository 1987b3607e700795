#!/usr/bin/env bash
# Renews requirements.lock: every package, direct and transitive, also those that build the native engine, for all
# Python versions and platforms that pyproject.toml allows, with hashes and without any index's address.
# usage: lock.sh [uv pip compile option...]      e.g. lock.sh --upgrade
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/python -m venv "$work/uv"
"$work/uv/bin/pip" install --quiet --disable-pip-version-check uv
# An existing lock is the starting point, so that nothing is upgraded unasked.
cp requirements.lock "$work/lock" 2>/dev/null || true
"$work/uv/bin/uv" pip compile pyproject.toml --extra build --extra dev --extra cluster --extra runexec \
  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet "$@" --output-file "$work/lock"
if grep -n '://' "$work/lock"; then
  echo "requirements.lock would name an index or an address: not written" >&2
  exit 1
fi
{
  echo "# Generated from pyproject.toml by: make lock"
  echo "# All versions of Python from 3.11 on and all platforms: the markers choose."
  cat "$work/lock"
} >requirements.lock
