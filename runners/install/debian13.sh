#!/usr/bin/env bash
# Programs of Debian 13 for any Debian: its signed packages are unpacked into a folder of their own, and each program
# runs through that release's own loader and libraries. Nothing is installed into the system.
# usage: debian13.sh PREFIX PACKAGE...      replaces PREFIX by root/ and bin/, with a command for each program of the packages
set -euo pipefail
prefix=$(readlink -m "${1:?usage: debian13.sh PREFIX PACKAGE...}")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# apt leaves these packages, and what only they need, out of what it downloads: it is told that they are installed.
# They are for windows and for a part of Debian's minizinc package that is not the command; without them it is 48 MB
# in place of 129.
not_needed=(fontconfig-config jq libcups2t64 libegl-mesa0 libglx-mesa0 libinput10 libqt5core5t64 libqt5gui5t64
  libqt5printsupport5t64 libqt5widgets5t64 python3-demjson)

# An apt view of its own (lists, cache, sources, status), so that the system can never be changed from here.
# Signatures are checked as usual; the mirror is the one that this machine is set up with.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 2>/dev/null | head -n 1)
mkdir -p "$work"/{lists/partial,cache/archives/partial,sources}
cat >"$work/sources/trixie.sources" <<END
Types: deb
URIs: ${mirror:-http://deb.debian.org/debian}
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
for package in "${not_needed[@]}"; do
  printf '%s\n' "Package: $package" "Status: install ok installed" "Version: 9999" \
    "Architecture: $(dpkg --print-architecture)" "Maintainer: none" "Description: none" ""
done >"$work/status"
cat >"$work/apt.conf" <<END
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/sources";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$work";
Dir::State::Status "$work/status";
Dir::Cache "$work/cache";
APT::Sandbox::User "root";
APT::Install-Recommends "false";
Acquire::Languages "none";
Debug::NoLocking "true";
END
apt-get -c "$work/apt.conf" -qq update
apt-get -c "$work/apt.conf" -qq --yes --download-only install "$@" >/dev/null

rm -rf "$prefix"
mkdir -p "$prefix/root" "$prefix/bin"
for file in "$work"/cache/archives/*.deb; do dpkg-deb -x "$file" "$prefix/root"; done

# The loader lies beside the programs, because MiniZinc takes its folder for its own and finds ../share/minizinc there.
programs=$prefix/root/usr/bin
cp "$(find "$prefix/root/usr/lib" -name 'ld-linux*.so.*' -type f | head -n 1)" "$programs/loader"
libraries=$(find "$prefix/root/usr/lib" -name 'lib*.so.*' -printf '%h\n' | sort -u | paste -sd :)
for package in "$@"; do
  for program in $(dpkg-deb -c "$work/cache/archives/${package}"_*.deb | sed -n 's#.* \./usr/bin/\([^/ ]\+\)$#\1#p'); do
    "$programs/loader" --verify "$programs/$program" || continue # a script
    cat >"$prefix/bin/$program" <<END
#!/bin/sh
exec "$programs/loader" --library-path "$libraries" --argv0 "$program" "$programs/$program" "\$@"
END
    chmod +x "$prefix/bin/$program"
    # Each of its libraries must be ours: the loader would take the system's for one that is missing.
    if "$programs/loader" --library-path "$libraries" --list "$programs/$program" 2>&1 |
      grep -v -e "=> $prefix/root/" -e linux-vdso >&2; then exit 1; fi
  done
done
