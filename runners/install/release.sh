#!/usr/bin/env bash
# The dry run of a release: what can be tried before one is published. It ends at the first failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source runners/install/apt.sh
runners/install/wheel.sh
tools=$PWD/build/release/bin
wheel=$(echo "$PWD"/build/dist/*.whl)
version=$(echo build/dist/*.tar.gz | sed 's/.*tilings-\(.*\)\.tar\.gz/\1/')

say "version $version: the same in pyproject.toml, CITATION.cff and CHANGELOG.md"
grep -q "^version: $version$" CITATION.cff && grep -q "^## \[$version\]" CHANGELOG.md
if grep -q "^## \[$version\] - unreleased" CHANGELOG.md; then say "note: CHANGELOG.md has no date for $version yet"; fi
if [ -n "$(git status --porcelain)" ]; then say "note: there are uncommitted changes"; fi
"$tools/cffconvert" --validate >/dev/null
"$tools/twine" check --strict build/dist/*
"$tools/cibuildwheel" --print-build-identifiers --platform linux >&2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
say "installing the wheel into an environment of its own, and solving in an empty folder"
"$tools/python" -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check "$wheel"
environment/bin/pip check
[ "$(environment/bin/tilings --version)" = "tilings $version" ]
environment/bin/tilings doctor >doctor || grep -c MISSING doctor >&2
environment/bin/tilings solve h19 --draw board.png >&2
test -s board.png
environment/bin/tilings bench --suite smoke --solver dlx --solver clingo --results results --exit-zero >&2
environment/bin/tilings report --results results >&2
test -s results/report.pdf
say "ready: the remaining steps in CONTRIBUTING.md are done by hand"
