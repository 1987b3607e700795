#!/usr/bin/env bash
# MiniZinc, Gecode, Chuffed and CBC: system packages where they are good, otherwise our own under .solvers/.
# Leaves .solvers/solvers/{gecode,chuffed}.msc, to be named to MiniZinc by MZN_SOLVER_PATH=.solvers/solvers.
# What cannot be installed costs one line and no failure: the toolkit runs with the solvers that are there.
# usage: solvers.sh [--retry]      --retry: once more, although an earlier attempt ended incomplete
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source runners/install/apt.sh
root=$PWD
install=$root/runners/install
prefix=$root/.solvers
python=$root/.venv/bin/python
stamp=$prefix/stamp

# The prefix is part of the key, because the configurations hold absolute paths.
key=$( (cat "$install"/{apt,chuffed,solvers}.sh "$install"/*.py && echo "$prefix") | sha256sum | cut -d' ' -f1)
if [ -f "$stamp" ]; then
  read -r known state <"$stamp"
  if [ "$known" = "$key" ] && { [ "$state" = complete ] || [ "${1:-}" != --retry ]; }; then
    touch "$stamp"
    exit 0
  fi
fi
mkdir -p "$prefix/solvers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/check.mzn" <<'END'
include "alldifferent.mzn";
array[1..5] of var 1..9: x;
constraint alldifferent(x);
solve minimize sum(x);
END

# works SOLVER [CONFIGURATIONS]: it proves an optimum, and alldifferent reaches it undecomposed.
works() (
  if [ $# -gt 1 ]; then export MZN_SOLVER_PATH=$2; else unset MZN_SOLVER_PATH; fi
  minizinc --solver "$1" --random-seed 1 --time-limit 20000 --output-objective "$work/check.mzn" \
    >"$work/answer" 2>/dev/null &&
    grep -q '_objective = 15;' "$work/answer" && grep -q '==========' "$work/answer" &&
    minizinc --solver "$1" -c "$work/check.mzn" --fzn "$work/check.fzn" 2>/dev/null &&
    grep -q '^constraint.*all_different_int' "$work/check.fzn"
)

# The configuration of a solver that MiniZinc finds by itself.
system_configuration() {
  minizinc --solvers-json | "$python" -c '
import json, sys
print(next(s["extraInfo"]["configFile"] for s in json.load(sys.stdin) if s["id"].endswith("." + sys.argv[1])))' "$1"
}

configure() { # SOLVER CONFIGURATION [OVERRIDE...]
  "$python" "$install/configuration.py" "$2" "$prefix/solvers/$1.msc" "${@:3}"
}

gecode() {
  if works gecode; then
    configure gecode "$(system_configuration gecode)"
  else
    # Debian 12: MiniZinc 2.6 ignores the file names of its Gecode's library and decomposes all globals.
    "$python" "$install/gecode_library.py" "$prefix/gecode-mznlib" &&
      configure gecode "$(system_configuration gecode)" --mznlib "$prefix/gecode-mznlib"
  fi
}

chuffed() {
  if works chuffed; then
    configure chuffed "$(system_configuration chuffed)"
  else
    "$install/chuffed.sh" "$prefix/chuffed" && configure chuffed "$prefix/chuffed/chuffed.msc"
  fi
}

if ! { works gecode && works chuffed; }; then
  # Debian 13 has all three as plain packages; Debian 12 has no Chuffed, and its Gecode is called flatzinc.
  if grep -qs 'VERSION_CODENAME=bookworm' /etc/os-release; then
    packages=(minizinc flatzinc)
  else
    packages=(minizinc gecode-flatzinc chuffed-flatzinc)
  fi
  apt_install "${packages[@]}" || true
fi

# PuLP brings a CBC of 2019; Debian's is newer, and preferred where it is there.
command -v cbc >/dev/null || apt_install coinor-cbc || true

state=complete
if command -v minizinc >/dev/null; then
  for solver in gecode chuffed; do
    say "setting up $solver (minutes where it has to be compiled)"
    rm -f "$prefix/solvers/$solver.msc"
    if ! { "$solver" && works "$solver" "$prefix/solvers"; } >"$work/log" 2>&1; then
      cp "$work/log" "$prefix/$solver.log"
      rm -f "$prefix/solvers/$solver.msc"
      say "$solver could not be set up (see .solvers/$solver.log): it will be skipped; try again with: make solvers"
      state=incomplete
    fi
  done
else
  say "MiniZinc could not be installed: Gecode and Chuffed will be skipped; try again with: make solvers"
  state=incomplete
fi
echo "$key $state" >"$stamp"
