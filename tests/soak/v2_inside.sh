#!/usr/bin/env bash
# Inside the machine of v2.sh: the tests of confinement by cgroup, and what the soak says of memory and CPU time, by
# root in a service of systemd, and by a user in a scope that is delegated to her. A figure of CPU time that misses its
# target is no failure here: the processor is emulated.
tests=(.venv/bin/python -m pytest -q -n0 -rs -p no:cacheprovider -m 'machine or not machine'
  -k 'not procfs and not runexec' tests/runners/confine)
soak=(.venv/bin/python -m tests.soak --quick)
user=(systemd-run --quiet --uid=someone -p PAMName=login --pipe --wait --working-directory="$PWD"
  systemd-run --quiet --user --scope -p Delegate=yes)
status=0
for who in root someone; do
  as=(); [ "$who" = root ] || as=("${user[@]}")
  echo "== $who: $("${as[@]}" cat /proc/self/cgroup)"
  "${as[@]}" "${tests[@]}" || status=1
  "${as[@]}" "${soak[@]}" memory || status=1
  "${as[@]}" "${soak[@]}" cpu || [ $? = 1 ] || status=1
done
exit "$status"
