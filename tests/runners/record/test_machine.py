"""The description of the machine of a run, and the short name by which rows refer to it."""

import importlib.metadata
import subprocess
from pathlib import Path

import pytest

from tilings.runners.record import machine


def commit(monkeypatch: pytest.MonkeyPatch, clone: Path) -> dict[str, object]:
    monkeypatch.setattr(machine, "ROOT", clone)
    machine.describe.cache_clear()
    try:
        found = machine.describe()
    finally:
        machine.describe.cache_clear()
    return {key: found[key] for key in ("git_commit", "dirty", "diff_sha256")}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with a committed file and committed rows."""
    (tmp_path / "file").write_text("one\n", encoding="utf-8")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "rows").write_text("one\n", encoding="utf-8")
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_each_key_of_the_description_has_its_meaning_in_the_docstring() -> None:
    assert machine.__doc__
    described = " ".join(line.split("|")[1] for line in machine.__doc__.splitlines() if line.startswith("|"))
    words = described.replace(",", " ").split()
    assert sorted(words[2:]) == sorted(machine.describe())


def test_the_versions_are_those_of_our_own_dependencies() -> None:
    libraries = machine.describe()["libraries"]
    assert libraries["ortools"] == importlib.metadata.version("ortools")
    assert "numpy" in libraries and "pytest" not in libraries


def test_two_dirty_states_differ_and_a_clean_one_has_no_hash(monkeypatch: pytest.MonkeyPatch, clone: Path) -> None:
    clean = commit(monkeypatch, clone)
    assert (clean["dirty"], clean["diff_sha256"]) == (False, "")
    states = []
    for content in ("two\n", "three\n"):
        (clone / "file").write_text(content, encoding="utf-8")
        states.append(commit(monkeypatch, clone))
    assert all(state["dirty"] and state["git_commit"] == clean["git_commit"] for state in states)
    assert len({state["diff_sha256"] for state in states}) == 2


def test_rows_that_a_campaign_adds_are_no_change_of_the_program(monkeypatch: pytest.MonkeyPatch, clone: Path) -> None:
    (clone / "results" / "rows").write_text("two\n", encoding="utf-8")
    assert not commit(monkeypatch, clone)["dirty"]


def test_a_folder_that_is_no_clone_has_no_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert commit(monkeypatch, tmp_path) == {"git_commit": "", "dirty": False, "diff_sha256": ""}


def test_the_name_of_a_machine_depends_on_its_software_and_not_on_the_commit() -> None:
    here = machine.describe()
    assert machine.identity(here | {"git_commit": "other", "dirty": not here["dirty"]}) == machine.identity(here)
    others = [{"host": "other"}, {"core_count": 64}, {"libraries": {"ortools": "0"}}, {"solvers": {"x": "1"}}]
    assert len({machine.identity(here | other) for other in [{}, *others]}) == 5


CPU = (
    "processor : {n}\ncpu family : 23\nmodel : 49\nmodel name : Example CPU\nstepping : 0\n"
    "physical id : {socket}\ncore id : {core}\nflags : fpu sse{more}\n\n"
)


def another(root: Path, files: dict[str, str]) -> Path:
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
    assert machine.processor(another(tmp_path, files)) == {
        "cpu_model": "Example CPU", "cpu_revision": "family 23, model 49, stepping 0",
        "cores_physical": 4, "sockets": 2, "numa_nodes": 3, "smt": True,
        "governor": "performance", "boost": False, "frequency_min_mhz": 800, "frequency_max_mhz": 3600,
    }  # fmt: skip


def test_without_proc_and_sys_everything_is_unknown(tmp_path: Path) -> None:
    found = machine.processor(tmp_path) | machine.memory(tmp_path) | machine.kind(tmp_path)
    assert set(found.values()) == {machine.UNKNOWN}


def test_memory_is_given_in_millions_of_bytes(tmp_path: Path) -> None:
    root = another(tmp_path, {"proc/meminfo": "MemTotal:  1000000 kB\nSwapTotal: 0 kB\n"})
    assert machine.memory(root) == {"memory_mb": 1024, "swap_mb": 0}


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
    assert machine.kind(another(tmp_path, files))["container"] == container


@pytest.mark.parametrize(("more", "virtual"), [(" hypervisor lm", True), (" lm", False)])
def test_a_virtual_machine_is_recognised(tmp_path: Path, more: str, virtual: bool) -> None:
    root = another(tmp_path, {"proc/cpuinfo": CPU.format(n=0, socket=0, core=0, more=more)})
    assert machine.kind(root)["virtual_machine"] is virtual
