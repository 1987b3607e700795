#!/usr/bin/env bash
# Boots Debian 12 with its own cloud kernel, systemd and cgroup v2 in QEMU, with this working tree, and runs there
# COMMAND or v2_inside.sh. Its exit code is the command's. Root makes the image once, in two minutes; without
# KVM a second there takes several on the host, so times measured there are meaningless.
#   tools/soak/v2.sh [COMMAND]
set -euo pipefail
cd "$(dirname "$0")/../.."
. runners/install/apt.sh
made=$PWD/build/v2 image=build/v2/root.ext4 site=.venv/lib/python3.11/site-packages
mkdir -p "$made"

if [ requirements.lock -nt "$image" ] || [ tools/soak/v2.sh -nt "$image" ]; then
  apt_install qemu-system-x86 mmdebstrap e2fsprogs
  [ -d "$site" ] || { say "the Python of .venv must be Debian 12's, 3.11"; exit 2; }
  rm -rf "$made/root"
  mmdebstrap --quiet --variant=minbase --include="$(tr -s ' \n' , <<<'systemd-sysv libpam-systemd dbus-user-session udev
    linux-image-cloud-amd64 initramfs-tools python3 procps git libgomp1 login
    nfs-kernel-server iproute2 systemd-container' | sed 's/,$//')" bookworm "$made/root"
  venv=$made/root/opt/venv
  mkdir -p "$venv/bin" "$venv/lib/python3.11"
  printf 'home = /usr/bin\n' >"$venv/pyvenv.cfg"
  ln -s /usr/bin/python3.11 "$venv/bin/python"
  tar -C "$(dirname "$(readlink -f "$site")")" --anchored --exclude=site-packages/{clang_tidy,cmake,mypy,playwright,pyarrow,pip} \
    --exclude='site-packages/__editable__*' -cf - site-packages | tar -C "$venv/lib/python3.11" -xf -
  echo /repository >"$venv/lib/python3.11/site-packages/repository.pth"
  chroot "$made/root" useradd --create-home --shell /bin/bash someone
  cat >"$made/root/etc/systemd/system/v2.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
ExecStart=/bin/sh -c 'mkdir /repository && cd /repository && tar -xf /dev/vdb && ln -s /opt/venv .venv && \
  chown -R someone: . && git config --system safe.directory "*" && exec bash build/v2/command'
ExecStopPost=/bin/sh -c 'echo "exit $$EXIT_STATUS" >/dev/ttyS1; systemctl --no-block poweroff'
[Install]
WantedBy=multi-user.target
UNIT
  chroot "$made/root" systemctl --quiet enable v2.service
  chroot "$made/root" systemctl --quiet disable nfs-server rpcbind rpcbind.socket nfs-blkmap nfs-client.target
  chroot "$made/root" systemctl --quiet mask serial-getty@ttyS0.service apt-daily.timer apt-daily-upgrade.timer
  cp "$made"/root/boot/vmlinuz-* "$made/kernel"
  cp "$made"/root/boot/initrd.img-* "$made/initrd"
  mke2fs -q -t ext4 -d "$made/root" "$image.part" 4G
  rm -rf "$made/root"
  mv "$image.part" "$image"
fi

printf '%s\n' "${*:-exec tools/soak/v2_inside.sh}" >"$made/command"
{ git ls-files --cached --others --exclude-standard; ls runners/native/*.so build/v2/command; } |
  tar -cf "$made/tree.tar" --ignore-failed-read -T -
rm -f "$made/exit"
qemu-system-x86_64 -machine q35,accel=tcg -cpu max -smp 2 -m 3G -nic none -display none -monitor none -no-reboot \
  -kernel "$made/kernel" -initrd "$made/initrd" -append 'root=/dev/vda rw console=ttyS0 quiet' \
  -drive "file=$image,format=raw,if=virtio,snapshot=on" -drive "file=$made/tree.tar,format=raw,if=virtio,readonly=on" \
  -serial stdio -serial "file:$made/exit" </dev/null
status=$(sed -n 's/^exit \([0-9]*\).*/\1/p' "$made/exit" | tail -1)
[ -n "$status" ] || { say "the machine ended before its command"; exit 2; }
exit "$status"
