#!/usr/bin/env bash
# Builds the source archive and, from it, a wheel of this Python in build/dist/. The wheel gets the tag of the oldest
# manylinux whose libraries are enough for it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source runners/install/apt.sh
tools=build/release
dist=build/dist
[ -x "$tools/bin/python" ] || "${PYTHON:-python3}" -m venv "$tools"
say "installing the tools for a release"
"$tools/bin/pip" install --quiet --disable-pip-version-check --upgrade pip # --group needs version 25.1
"$tools/bin/pip" install --quiet --group release

rm -rf "$dist" build/unrepaired
say "building the source archive, and from it the wheel"
"$tools/bin/python" -m build --outdir build/unrepaired . >build/release.log 2>&1 || { tail -n 30 build/release.log >&2; exit 1; }
mkdir -p "$dist"
mv build/unrepaired/*.tar.gz "$dist"
PATH=$PWD/$tools/bin:$PATH auditwheel repair --wheel-dir "$dist" build/unrepaired/*.whl >>build/release.log 2>&1
rm -r build/unrepaired
ls -l "$dist" >&2
