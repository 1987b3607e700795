# shellcheck shell=bash
# Sourced by the other scripts: system packages, where the rights to install them are there.

say() { printf '%s\n' "$*" >&2; }

# apt_install PACKAGE...: nothing to do if all are there; otherwise installs them, or says which command is to be run.
apt_install() {
  if dpkg -s "$@" >/dev/null 2>&1; then return 0; fi
  local -a as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  if ! command -v apt-get >/dev/null; then
    say "missing system packages; without apt-get, install these, by their names in Debian: $*"
    return 1
  fi
  if ! "${as_root[@]}" true 2>/dev/null; then
    say "missing system packages; run: sudo apt-get install --no-install-recommends $*"
    return 1
  fi
  say "installing system packages: $*"
  # An update that fails (one mirror of several is down) need not prevent the installation.
  "${as_root[@]}" apt-get update -qq >&2 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    { say "apt-get could not install: $*"; return 1; }
}
