"""The description of the hardware is read from /proc and /sys, and what they do not state is unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.record import hardware

CPU = "processor : {n}\nmodel name : Example CPU\nphysical id : {socket}\ncore id : {core}\nflags : fpu sse{more}\n\n"


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    return root


def test_the_processors_of_a_server_with_two_sockets_are_described(tmp_path: Path) -> None:
    places = [(socket, core) for socket in (0, 1) for core in (0, 1) for _ in (0, 1)]
    cpus = "".join(CPU.format(n=n, socket=s, core=c, more="") for n, (s, c) in enumerate(places))
    policy = "sys/devices/system/cpu/cpufreq/policy{}/{}"
    files = {"proc/cpuinfo": cpus, "sys/devices/system/cpu/smt/active": "1\n"}
    files |= {policy.format(n, "scaling_governor"): "performance\n" for n in (0, 1)}
    files |= {policy.format(0, "cpuinfo_min_freq"): "800000\n", policy.format(1, "cpuinfo_min_freq"): "1200000\n"}
    files |= {policy.format(0, "cpuinfo_max_freq"): "3600000\n", "sys/devices/system/node/online": "0-1,3\n"}
    files |= {"sys/devices/system/cpu/intel_pstate/no_turbo": "1\n"}
    assert hardware.processor(machine(tmp_path, files)) == {
        "cpu_model": "Example CPU", "cores_physical": 4, "sockets": 2, "numa_nodes": 3, "smt": True,
        "governor": "performance", "boost": False, "frequency_min_mhz": 800, "frequency_max_mhz": 3600,
    }  # fmt: skip


def test_without_proc_and_sys_everything_is_unknown(tmp_path: Path) -> None:
    found = hardware.processor(tmp_path) | hardware.memory(tmp_path) | hardware.kind(tmp_path)
    assert set(found.values()) == {hardware.UNKNOWN}


def test_memory_is_given_in_millions_of_bytes(tmp_path: Path) -> None:
    root = machine(tmp_path, {"proc/meminfo": "MemTotal:  1000000 kB\nSwapTotal: 0 kB\n"})
    assert hardware.memory(root) == {"memory_mb": 1024, "swap_mb": 0}


@pytest.mark.parametrize(
    ("files", "container"),
    [
        ({".dockerenv": ""}, "docker"),
        ({"run/.containerenv": ""}, "podman"),
        ({"proc/1/cgroup": "4:memory:/docker/0123\n"}, "docker"),
        ({"proc/1/cgroup": "0::/libpod-0123.scope\n"}, "podman"),
        ({"proc/1/cgroup": "1:name=systemd:/lxc/guest\n"}, "lxc"),
        ({"proc/1/cgroup": "0::/init.scope\n"}, "none"),
        ({".dockerenv": "", "proc/2/comm": "kthreadd\n"}, "none"),  # a virtual machine made of an image
    ],
)
def test_a_container_is_recognised_by_its_kind(tmp_path: Path, files: dict[str, str], container: str) -> None:
    assert hardware.kind(machine(tmp_path, files))["container"] == container


@pytest.mark.parametrize(("more", "virtual"), [(" hypervisor lm", True), (" lm", False)])
def test_a_virtual_machine_is_recognised(tmp_path: Path, more: str, virtual: bool) -> None:
    root = machine(tmp_path, {"proc/cpuinfo": CPU.format(n=0, socket=0, core=0, more=more)})
    assert hardware.kind(root)["virtual_machine"] is virtual
