#!/usr/bin/env bash
# Creates .venv at the repository root with every package of requirements.lock (hashes checked).
# usage: python.sh          environment: PYTHON=<interpreter to use instead of python3>
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source runners/install/apt.sh

if [ "$(uname -s)" != Linux ]; then
  say "runs need Linux, and this is $(uname -s): use the Containerfile (see README)"
  exit 1
fi

python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null; then
  apt_install python3 || exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  say "Python 3.11 or newer is needed; $python is $("$python" -V 2>&1). Name another one: make PYTHON=python3.12"
  exit 1
fi

# Debian splits these off the interpreter; other distributions and pyenv have them built in.
needed=()
"$python" -c 'import ensurepip, venv' 2>/dev/null || needed+=(python3-venv)
"$python" -c 'import pathlib, sysconfig, sys
sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' || needed+=(python3-dev)
command -v c++ >/dev/null || needed+=(g++)
if [ ${#needed[@]} -gt 0 ]; then apt_install "${needed[@]}" || exit 1; fi

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
  say "creating .venv with $("$python" -V)"
  "$python" -m venv --clear .venv
fi
say "installing the Python packages of requirements.lock"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.lock ||
  { say "pip could not install requirements.lock: see its message above"; exit 1; }
# A run's time should not contain this; packages' own tests are left out, a half of the compiled modules.
.venv/bin/python -m compileall -qq -j 0 -x '/tests/' .venv/lib || true
