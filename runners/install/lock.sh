#!/usr/bin/env bash
# Renews requirements.lock and requirements-solvers.lock, the extra `solvers`: every package, direct and transitive, also
# those that build the native engine, for all Python versions and platforms that pyproject.toml allows, with hashes and
# without any index's address.
# usage: lock.sh [uv pip compile option...]      e.g. lock.sh --upgrade
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/python -m venv "$work/uv"
"$work/uv/bin/pip" install --quiet --disable-pip-version-check uv

lock() { # FILE [uv pip compile argument...]
  # An existing lock is the starting point, so that nothing is upgraded unasked.
  cp "$1" "$work/$1" 2>/dev/null || true
  "$work/uv/bin/uv" pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
    --quiet "${@:2}" --output-file "$work/$1"
  if grep -n '://' "$work/$1"; then
    echo "$1 would name an index or an address: not written" >&2
    exit 1
  fi
  {
    echo "# Generated from pyproject.toml by: make lock"
    echo "# All versions of Python from 3.11 on and all platforms: the markers choose."
    cat "$work/$1"
  } >"$1"
}

lock requirements.lock pyproject.toml --extra build --extra dev --extra symmetry --extra cluster --extra parquet --extra notebook --extra docs "$@"
# Alone, because `make extras` installs it on top of the other, whose versions hold.
.venv/bin/python -c 'import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"]["solvers"], sep="\n")' >"$work/solvers.in"
lock requirements-solvers.lock "$work/solvers.in" --constraint requirements.lock --no-annotate "$@"
