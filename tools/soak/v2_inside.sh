#!/usr/bin/env bash
# Inside the machine of v2.sh: the tests of confinement by cgroup, and the soak's sections memory and cpu, by
# root in a service of systemd, and by a user in a scope that is delegated to her; then in a container of systemd-nspawn
# without privileges, whose root has its own cgroups and whose users have none. A missed target of CPU time
# is not a failure here: the processor is emulated. Tests without cgroups run on the host only.
#   tools/soak/v2_inside.sh [root] [someone] [contained]    only these stages
tests=(.venv/bin/python -m pytest -q -n0 -rs -p no:cacheprovider -m 'machine or not machine')
files=(tests/runners/confine/test_{cgroup,supervise,preloaded,worker_pool,sweep,distortion,systemd,container}*.py)
soak=(.venv/bin/python -m tools.soak --quick)
user=(systemd-run --quiet --uid=someone -p PAMName=login --pipe --wait --working-directory="$PWD"
  systemd-run --quiet --user --scope -p Delegate=yes)
container=(systemd-nspawn --quiet --register=no --private-users=pick --private-users-ownership=map
  --directory=/run/container --read-only --tmpfs=/tmp:mode=1777 --link-journal=no --pipe --chdir="$PWD")
status=0
dmesg --console-off
stages=" ${*:-root someone contained} "
for who in root someone; do
  [[ $stages = *" $who "* ]] || continue
  as=(); [ "$who" = root ] || as=("${user[@]}")
  echo "== $who: $("${as[@]}" cat /proc/self/cgroup), after $SECONDS s"
  "${as[@]}" "${tests[@]}" "${files[@]}" -k 'not procfs' || status=1
  "${as[@]}" "${soak[@]}" memory || status=1
  "${as[@]}" "${soak[@]}" cpu || [ $? = 1 ] || status=1
done
mkdir /run/container && mount --bind / /run/container
sample='memory or wall_limit or cpu_limit or processes'
declare -A expected=([root]=cgroup_v2 [someone]=procfs)
for who in root someone; do
  [[ $stages = *" contained "* ]] || continue
  as=("${container[@]}" --user="$who")
  echo "== $who in a container: $("${as[@]}" cat /proc/self/cgroup), after $SECONDS s"
  doctor=$("${as[@]}" .venv/bin/python -m runners.doctor | grep -v ' takes ')
  echo "$doctor"
  grep -q "^${expected[$who]} .*taken by default" <<<"$doctor" || status=1
  "${as[@]}" .venv/bin/python -m runners.solve soma-rotations --goal count | tail -2
  "${as[@]}" "${tests[@]}" "${files[@]}" -k "test_supervise and ${expected[$who]%_v2} and ($sample)" || status=1
done
echo "== after $SECONDS s"
exit "$status"
