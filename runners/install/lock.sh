#!/usr/bin/env bash
# Renews requirements.lock, of runs, and on top of it requirements-development.lock and requirements-solvers.lock (the extra
# `solvers`): every package, direct and transitive, for all Python versions and platforms that pyproject.toml allows, with
# hashes and without any index's address.
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

# What runs need, and what builds the engine.
lock requirements.lock pyproject.toml --extra build --extra symmetry "$@"
# The others alone, because they are installed on top of that one, whose versions hold.
above() { # NAME EXTRA...
  .venv/bin/python - "${@:2}" >"$work/$1.in" <<'END'
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    extras = tomllib.load(file)["project"]["optional-dependencies"]
print(*(package for name in sys.argv[1:] for package in extras[name]), sep="\n")
END
  lock "requirements-$1.lock" "$work/$1.in" "${options[@]}" --no-annotate
}
options=(--constraint requirements.lock "$@")
above development build dev cluster parquet notebook docs
options+=(--constraint requirements-development.lock)
above solvers solvers
