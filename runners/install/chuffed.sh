#!/usr/bin/env bash
# Chuffed for Debian 12, which does not package it. Nothing is installed into the system.
# First choice: Debian 13's signed binary, run through that release's own loader and libraries (seconds).
# Otherwise: the upstream source that Debian 13 distributes, built here (about two minutes of CPU).
# usage: chuffed.sh PREFIX       leaves PREFIX/bin/fzn-chuffed and PREFIX/chuffed.msc
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/apt.sh"
prefix=$(readlink -m "${1:?usage: chuffed.sh PREFIX}")
version=0.13.1
sha256=a9ff2adbb418c6a0fa42ed1350bfb0147596ed19b1e3fb26f00eee1f47eb1da4 # from Debian's signed index
python=$here/../../.venv/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# An apt view of its own (lists, cache, sources), so that the system can never be upgraded from here.
# Signatures are checked as usual; the mirror is the one that this machine is set up with.
trixie_view() {
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 2>/dev/null | head -n 1)
  mkdir -p "$work"/apt/{lists/partial,cache/archives/partial,sources}
  cat >"$work/apt/sources/trixie.sources" <<END
Types: deb deb-src
URIs: ${mirror:-http://deb.debian.org/debian}
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
  cat >"$work/apt/apt.conf" <<END
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/apt/sources";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State::Lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
APT::Sandbox::User "root";
Acquire::Languages "none";
END
  apt-get -c "$work/apt/apt.conf" update -qq
}

binary() {
  local root=$prefix/root loader libraries
  (cd "$work" && apt-get -qq -c "$work/apt/apt.conf" download \
    chuffed-flatzinc libc6 libstdc++6 libgcc-s1 libmurmurhash2 >/dev/null) || return 1
  mkdir -p "$root"
  for package in "$work"/*.deb; do dpkg-deb -x "$package" "$root" || return 1; done
  loader=$(find "$root" -name 'ld-linux-*.so.*' -type f | head -n 1)
  libraries=$(dirname "$(find "$root/usr/lib" -name 'libstdc++.so.6' | head -n 1)")
  cat >"$prefix/bin/fzn-chuffed" <<END
#!/bin/sh
exec "$loader" --library-path "$libraries" --argv0 fzn-chuffed "$root/usr/bin/fzn-chuffed" "\$@"
END
  chmod +x "$prefix/bin/fzn-chuffed"
  configure "$root/usr/share/minizinc/solvers/chuffed.msc" "$root/usr/share/minizinc/chuffed"
}

from_source() {
  local cmake=$here/../../.venv/bin/cmake
  say "building Chuffed $version from source (about two minutes)"
  apt_install g++ make bison flex || return 1
  (cd "$work" && apt-get -qq -c "$work/apt/apt.conf" source --tar-only --download-only "chuffed=$version-1" >/dev/null &&
    echo "$sha256  chuffed_$version.orig.tar.xz" | sha256sum -c --quiet &&
    mkdir source && tar xf "chuffed_$version.orig.tar.xz" -C source &&
    "$cmake" -G "Unix Makefiles" -S source -B build -DCMAKE_BUILD_TYPE=Release >/dev/null &&
    "$cmake" --build build -j"$(nproc)" --target fzn-chuffed >/dev/null) || return 1
  install -s "$work/build/fzn-chuffed" "$prefix/bin/fzn-chuffed"
  mkdir -p "$prefix/mznlib"
  cp -r "$work/source/chuffed/flatzinc/mznlib/." "$prefix/mznlib/"
  configure "$work/build/chuffed.msc" "$prefix/mznlib"
}

configure() { # SOURCE MZNLIB
  "$python" "$here/configuration.py" "$1" "$prefix/chuffed.msc" --mznlib "$2" --executable "$prefix/bin/fzn-chuffed"
}

runs() { "$prefix/bin/fzn-chuffed" --help 2>/dev/null | grep -q -- --rnd-seed; }

rm -rf "$prefix"
mkdir -p "$prefix/bin"
trixie_view
{ binary && runs; } || { from_source && runs; }
