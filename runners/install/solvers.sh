#!/usr/bin/env bash
# The solvers that are programs, from Debian 13, under .solvers/: MiniZinc with Gecode, Chuffed, COIN-BC and HiGHS, and
# CBC, Kissat, CaDiCaL, drat-trim and lrat-check. The same versions stand on Debian 12 and 13.
# What cannot be installed costs a line and no failure: the toolkit runs with the solvers that are there.
# usage: solvers.sh [--retry]      --retry: once more, although an earlier attempt ended incomplete
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source runners/install/apt.sh
prefix=$PWD/.solvers
stamp=$prefix/stamp
highs=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/highspy/libhighs.so.1

# The paths are part of the key, because they are written into programs and configurations.
key=$( (cat runners/install/{debian13,solvers}.sh && echo "$prefix $highs") | sha256sum | cut -d' ' -f1)
if [ -f "$stamp" ]; then
  read -r known state <"$stamp"
  if [ "$known" = "$key" ] && { [ "$state" = complete ] || [ "${1:-}" != --retry ]; }; then
    touch "$stamp"
    exit 0
  fi
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# MiniZinc's configurations of its solvers, with the programs that can run here.
configure() {
  local configurations=$prefix/root/usr/share/minizinc/solvers
  rm "$configurations/gecode-gist.msc" &&
    sed -i "s#\"[./]*/bin/#\"$prefix/bin/#" "$configurations"/*.msc &&
    # MiniZinc's HiGHS is that of the Python package, so that it is one version however it is called.
    ln -s "$highs" "$prefix/root/usr/lib/libhighs.so"
}

# works SOLVER: MiniZinc proves an optimum with it.
works() {
  "$prefix/bin/minizinc" --solver "$1" --time-limit 20000 --output-objective "$work/check.mzn" >"$work/answer" &&
    grep -q '_objective = 15;' "$work/answer" && grep -q '==========' "$work/answer"
}

cat >"$work/check.mzn" <<'END'
include "alldifferent.mzn";
array[1..5] of var 1..9: x;
constraint alldifferent(x);
solve minimize sum(x);
END

# The packages are signed by Debian, whose keys are a package of Ubuntu, too.
keyring() {
  [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || apt_install debian-archive-keyring
}

# What is missing, and what works all the same, as the toolkit itself finds it.
left() {
  .venv/bin/python - <<'END'
from tilings.runners.solvers.interface.solver import adapters, version

ours = [each for each in adapters() if each.install_command != "make extras"]
there = sorted({each.name for each in ours if version(each)})
missing = sorted({each.name for each in ours} - set(there))
print(f"missing: {', '.join(missing) or 'no solver'}; there all the same: {', '.join(there)}")
END
}

packages=(minizinc gecode-flatzinc chuffed-flatzinc coinor-cbc kissat cadical drat-trim)
state=complete
setup() {
  say "setting up MiniZinc, Gecode, Chuffed, CBC, Kissat, CaDiCaL and drat-trim from Debian 13's packages (48 MB)"
  { runners/install/debian13.sh "$prefix" "${packages[@]}" && configure; } >"$work/log" 2>&1
}

failed=
if ! command -v apt-get >/dev/null; then
  failed="there is no apt-get here, so that programs must be on the PATH"
elif ! keyring; then
  failed="the package debian-archive-keyring is needed; then: make solvers"
elif ! setup; then
  failed="Debian 13's packages could not be set up (see .solvers/log); try again with: make solvers"
else
  for solver in gecode chuffed coin-bc highs; do
    works "$solver" >>"$work/log" 2>&1 ||
      { say "MiniZinc cannot run $solver (see .solvers/log); try again with: make solvers"; state=incomplete; }
  done
fi
mkdir -p "$prefix"
if [ -n "$failed" ]; then
  state=incomplete
  say "$failed ($(left))"
fi
if [ "$state" = incomplete ] && [ -e "$work/log" ]; then cp "$work/log" "$prefix/log"; fi
echo "$key $state" >"$stamp"
