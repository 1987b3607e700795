"""A campaign of short runs of real solvers under random faults, and what is left of it; see faults.py."""

from __future__ import annotations

import contextlib
import csv
import os
import random
import signal
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilings.models.terminal.command import ROOT
from tilings.runners import confine
from tilings.runners.plan import matrix, suite_reader
from tilings.runners.record.rows import by_run, runs
from tilings.runners.record.schema import REFUTED, RETRIED_ENDINGS
from tools.soak.figure import CannotRun

MARK = "TILINGS_FAULTS"
_DISK_MB = 64
_SETTLED_S = 1.0
_LONGEST_S = 600.0  # a harness that takes longer hangs
_ATTEMPTS = 3

# Pieces of suites; a campaign has some of them. Each run takes a tenth of a second to a second.
_BLOCKS = (
    """
[[runs]]
family = "squares"
instances = ["h04", "h05", "h06", "h07"]
goals = ["optimum", "first"]
configurations = ["dlx/*", "clingo/asp_tiles", "cpsat/cpsat_nooverlap", "gecode/cp_diffn", "cadical/sat_order",
  "kissat/sat_order", "glucose/sat_order"]
""",
    """
[[runs]]
family = "triominoes"
instances = ["b0-1-easy", "b0-2-easy"]
goals = ["optimum"]
configurations = ["dlx/*", "clingo/asp_cell", "cpsat/cpsat_cell", "gecode/cp_cell", "cadical/sat_cell"]
repetitions = 2
""",
    """
[[runs]]
family = "polycubes"
instances = ["dominoes4x4", "tetrominoes4x5"]
configurations = ["gecode/cp_*", "clingo/asp_*", "cpsat/cpsat_*", "dlx/*", "cadical/sat_*"]
""",
    """
[[runs]]
family = "covers"
instances = ["knuth-dlx3", "assignment7"]
configurations = ["gecode/cp_*", "clingo/asp_*", "cpsat/cpsat_*", "dlx/*", "cadical/sat_*"]
repetitions = 2
""",
)


SUITES = ((0,), (1, 2), (2, 3), (1, 3), (0, 1))  # the pieces of each campaign


def write_suite(folder: Path, blocks: tuple[int, ...]) -> Path:
    """A suite of some of the pieces."""
    path = folder / f"faults-{'-'.join(map(str, blocks))}.toml"
    path.write_text("timeout = 5\n" + "".join(_BLOCKS[number] for number in blocks), encoding="utf-8")
    return path


def build_clock(library: Path) -> Path:
    """Build the library by which a program has a clock that can be set."""
    source = Path(__file__).with_name("_clock.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


class Machine:
    """What campaigns of the soak run on: a small disk with their results and temporary files, and a clock that can be
    set. Raises CannotRun where no small disk can be mounted. Use as a context."""

    def __init__(self, folder: Path) -> None:
        self.began = time.monotonic_ns()
        self.token = f"{os.getpid()}-{self.began}"
        self.disk, self.said = folder / "disk", folder / "said.txt"
        self._clock, self._library = folder / "clock", folder / "clock.so"
        self._moved = 0
        self.results = self.disk / "results"

    def __enter__(self) -> Machine:
        self.disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(self.disk)]
        if os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
            raise CannotRun("only root mounts a small disk")
        self.set_clock(0.0)
        build_clock(self._library)
        (self.disk / "tmp").mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        subprocess.run(["umount", "--lazy", str(self.disk)], check=True)

    def end(self) -> None:
        """Kill all that was started."""
        while found := self.processes():
            for pid in found:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)

    def set_clock(self, offset_s: float) -> None:
        """Set the clock of all programs that are started here, now and later."""
        with self._clock.open("r+b" if self._clock.exists() else "wb") as file:
            file.write(struct.pack("d", offset_s))

    def fill(self) -> None:
        """Leave no space on the disk."""
        with (self.disk / "ballast").open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * 4096)

    def free(self) -> None:
        """Give the space back."""
        (self.disk / "ballast").unlink(missing_ok=True)

    def move(self) -> None:
        """Rename the folder of results, if there is one."""
        self._moved += 1
        place = self.disk / f"results-{self._moved}"
        with contextlib.suppress(FileNotFoundError):
            self.results.rename(place)
            self.results = place

    def start(self, suite: Path, *words: str) -> subprocess.Popen[bytes]:
        """A harness that makes the suite's runs, in a process group of its own."""
        own = {MARK: self.token, "TMPDIR": str(self.disk / "tmp"), "FAULTY_CLOCK": str(self._clock)}
        command = ["-m", "tilings.runners.all", "--suite", str(suite), "--results", str(self.results), "--jobs", "2"]
        with self.said.open("wb") as said:
            return subprocess.Popen(
                [sys.executable, *command, *words], cwd=ROOT, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
                env=os.environ | own | {"LD_PRELOAD": str(self._library)},
            )  # fmt: skip

    def processes(self) -> list[int]:
        """All processes that were started here, but for those that only wait to be reaped."""
        mark, found = f"{MARK}={self.token}".encode(), []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdecimal() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
        return found


def below(pid: int) -> tuple[list[int], list[int]]:
    """The children of a process, and what is below these."""
    found = [each for each in confine.process_table.descendants(pid) if not each.dead]
    return [each.pid for each in found if each.parent == pid], [each.pid for each in found if each.parent != pid]


@dataclass
class Campaign:
    """One campaign under faults: what was done to it, and what is wrong with it.

    faults: by their names; complaints: last lines of harnesses that ended by themselves with an error, of which those
    in `unexplained` follow no fault that explains them.
    """

    suite: str
    faults: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    found: dict[str, int] = field(default_factory=dict)


class Tormentor:
    """Makes one campaign on a machine, with a fault every few seconds until a time, and then to its end."""

    def __init__(self, machine: Machine, suite: Path, chance: random.Random, every_s: float) -> None:
        self._machine, self._suite, self._chance, self._every_s = machine, suite, chance, every_s
        self.campaign = Campaign(suite.stem)
        self._recorded: set[str] = set()
        self._lost = 0
        self._recent: list[str] = []

    def torment(self, until: float) -> Campaign:
        """Do so. until: on the monotonic clock."""
        began = time.monotonic()
        while True:
            if self._once(until):
                break
        self.campaign.seconds = time.monotonic() - began
        return self.campaign

    def _once(self, until: float) -> bool:
        """Start a harness, and do it harm until it ends; whether the campaign is done."""
        machine, campaign = self._machine, self.campaign
        harness = machine.start(self._suite, "--attempts", str(_ATTEMPTS))
        campaign.starts += 1
        self._recent = []
        deadline = time.monotonic() + _LONGEST_S
        while True:
            try:
                wait = self._chance.uniform(0.2, 2 * self._every_s) if time.monotonic() < until else _LONGEST_S
                harness.wait(wait)
                break
            except subprocess.TimeoutExpired:
                if time.monotonic() > deadline:
                    campaign.unexplained.append("a harness hung")
                    os.killpg(harness.pid, signal.SIGKILL)
                elif time.monotonic() < until:
                    self._harm(harness)
        machine.free()
        text = machine.said.read_text(encoding="utf-8", errors="replace")
        self._note(harness.returncode, text)
        self._check_recorded()
        return harness.returncode in (0, 1, 3) and "Traceback" not in text and not self._open()

    def _harm(self, harness: subprocess.Popen[bytes]) -> None:
        names = [name for name, weight in FAULTS.items() for _ in range(weight)]
        name = self._chance.choice(names)
        getattr(self, f"_{name}")(harness)
        self.campaign.faults[name] += 1
        self._recent.append(name)

    def _kill_harness(self, harness: subprocess.Popen[bytes]) -> None:
        _send(signal.SIGKILL, [harness.pid])

    def _kill_group(self, harness: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(OSError):
            os.killpg(harness.pid, signal.SIGKILL)

    def _ask_to_stop(self, harness: subprocess.Popen[bytes]) -> None:
        _send(self._chance.choice((signal.SIGTERM, signal.SIGINT)), [harness.pid])

    def _kill_worker(self, harness: subprocess.Popen[bytes]) -> None:
        if children := below(harness.pid)[0]:
            _send(signal.SIGKILL, [self._chance.choice(children)])

    def _kill_solver(self, harness: subprocess.Popen[bytes]) -> None:
        if others := below(harness.pid)[1]:
            _send(signal.SIGKILL, [self._chance.choice(others)])

    def _stop_all(self, harness: subprocess.Popen[bytes]) -> None:
        """As a suspended machine."""
        found = self._machine.processes()
        _send(signal.SIGSTOP, found)
        time.sleep(self._chance.choice((0.5, 2.0, 6.0)))
        _send(signal.SIGCONT, found)

    def _stop_one(self, harness: subprocess.Popen[bytes]) -> None:
        chosen = [self._chance.choice([harness.pid, *below(harness.pid)[0], *below(harness.pid)[1]])]
        _send(signal.SIGSTOP, chosen)
        time.sleep(self._chance.choice((0.5, 2.0, 6.0)))
        _send(signal.SIGCONT, chosen)

    def _fill_disk(self, harness: subprocess.Popen[bytes]) -> None:
        self._machine.fill()
        time.sleep(self._chance.uniform(0.2, 3.0))
        self._machine.free()

    def _set_clock(self, harness: subprocess.Popen[bytes]) -> None:
        self._machine.set_clock(self._chance.choice((-1, 1)) * self._chance.choice((0, 2, 60, 3600, 86400 * 30)))

    def _move_folder(self, harness: subprocess.Popen[bytes]) -> None:
        self._machine.move()

    def _note(self, code: int, text: str) -> None:
        """Note how a harness ended."""
        last = (text.strip().splitlines() or [""])[-1]
        if "Traceback" in text:
            self.campaign.unexplained.append(text[-2000:])
        if code == 2:
            self.campaign.complaints.append(last)
            if not any(name in self._recent for name in ("fill_disk", "move_folder")):
                self.campaign.unexplained.append(last)
        elif code == 130 and "ask_to_stop" not in self._recent or code == 3 or code not in (0, 1, 2, 3, 130, -9, -15):
            self.campaign.unexplained.append(f"exit code {code}: {last}")

    def _check_recorded(self) -> None:
        """Rows that came to something stay as they are, whatever later harnesses do."""
        lines = _lasting_lines(self._machine.results)
        self._lost += len(self._recorded - lines)
        self._recorded = lines

    def _open(self) -> bool:
        """Whether runs are left, after a harness that ended by itself."""
        return any(row["ended"] in RETRIED_ENDINGS for row in rows(self._machine.results))

    def judge(self, quiet: dict[tuple[str, ...], tuple[str, ...]]) -> Campaign:
        """Compare the campaign with one that was left in peace."""
        results, campaign = self._machine.results, self.campaign
        found = rows(results)
        planned = {run.run_id for run in planned_runs(self._suite)}
        tries = Counter((row["run_id"], row["attempt"]) for row in found)
        counting = by_run(runs(results))
        last = {row["run_id"]: row for row in found}
        unlike = [row for row in last.values() if answer(row) != quiet.get(case(row))]
        silent = [row for row in unlike if row["disturbed"] != "true"]
        time.sleep(_SETTLED_S)
        left = self._machine.processes()
        verified = subprocess.run(
            [sys.executable, "-m", "tilings.runners.verify", str(results), "--require-solutions"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        groups = list(_groups(self._machine.began))
        temporary = [path for path in (self._machine.disk / "tmp").iterdir() if not path.name.endswith(".lock")]
        halves = list(results.rglob(".*.new*"))
        campaign.found = {
            "runs": len(planned),
            "rows": len(found),
            "lost": len(planned - counting.keys()),
            "foreign": len(last.keys() - planned),
            "changed": self._lost,
            "doubled": sum(tries.values()) - len(tries),
            "wrong": sum(row["check"] in REFUTED or contradicts(row, quiet.get(case(row))) for row in found),
            "unanswered_said": len(unlike) - len(silent),
            "unanswered_killed": sum(row["ended"] == "crash" for row in silent),
            "unanswered_silent": sum(row["ended"] != "crash" for row in silent),
            "faults_found": verified.returncode,
            "unexplained": len(campaign.unexplained),
            "processes": len(left),
            "groups": len(groups),
            "temporary": len(temporary) + len(halves),
        }
        for row in silent:
            print(f"  unlike: {case(row)} {answer(row)}, {quiet.get(case(row))}: {row['ended']} {row['message']}")
        for line in [*campaign.unexplained, *map(str, [*left, *groups, *temporary, *halves])]:
            print(f"  {line}")
        if verified.returncode:
            print(f"  verify: {verified.stdout}{verified.stderr}")
        return campaign


FAULTS = {  # with their weights
    "kill_harness": 2, "kill_group": 2, "ask_to_stop": 1, "kill_worker": 1, "kill_solver": 1, "stop_all": 2,
    "stop_one": 2, "fill_disk": 2, "set_clock": 3, "move_folder": 1,
}  # fmt: skip


def planned_runs(suite: Path) -> list[Any]:
    """The runs of a suite."""
    return matrix.plan(suite_reader.load(str(suite)), matrix.Filter([], [], [], [], []))


def quiet_answers(folder: Path, suite: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The answers of a campaign that is left in peace."""
    results = folder / f"quiet-{suite.stem}"
    command = ["-m", "tilings.runners.all", "--suite", str(suite), "--results", str(results), "--jobs", "2"]
    subprocess.run([sys.executable, *command, "--attempts", "1"], cwd=ROOT, capture_output=True, check=False)
    return {case(row): answer(row) for row in rows(results)}


def rows(results: Path) -> list[dict[str, str]]:
    """All rows of a campaign."""
    found: list[dict[str, str]] = []
    for path in sorted(results.glob("runs-*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found += csv.DictReader(file)
    return found


def case(row: dict[str, str]) -> tuple[str, ...]:
    """What a row answers, and who does."""
    return tuple(row[name] for name in ("family", "instance", "goal", "formulation", "options", "solver"))


def answer(row: dict[str, str]) -> tuple[str, ...]:
    """What a row answers, as far as each search finds the same."""
    worth = row["objective"] if row["answer"] == "optimal" else ""
    count = row["solutions"] if row["answer"] == "counted" else ""
    proof = row["proof"] if row["answer"] in ("unsat", "optimal") else ""
    return row["answer"], worth, count, row["check"], proof


def contradicts(row: dict[str, str], quiet: tuple[str, ...] | None) -> bool:
    """Whether a row has another proven answer than the quiet campaign."""
    proven = ("sat", "unsat", "optimal", "counted")
    return quiet is not None and row["answer"] in proven and quiet[0] in proven and answer(row)[:3] != quiet[:3]


def _lasting_lines(results: Path) -> set[str]:
    """The whole lines of rows that came to something."""
    found: set[str] = set()
    for path in results.glob("runs-*.csv"):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            if line.endswith("\n") and not any(f",{ended}," in line for ended in RETRIED_ENDINGS):
                found.add(line)
    return found


def _groups(since: int) -> Iterator[Path]:
    """The cgroups, made below ours since a time on the monotonic clock in ns, of runs whose worker is dead.

    Those of other programs, which may be below the same one of some controllers, are not below ours of all.
    """
    found = []
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
        _, controllers, place = line.split(":", 2)
        home = Path("/sys/fs/cgroup", controllers, place.lstrip("/"))
        if not controllers or {"memory", "pids"} & set(controllers.split(",")):
            found.append({path.name: path for path in home.glob(f"tilings-{confine.process_table.namespace()}-*")})
    found = [each for each in found if each] or [{}]
    for name in set.intersection(*map(set, found)):
        owner = name.split("-")
        if int(owner[4]) > since and confine.process_table.is_dead(f"{owner[2]}:{owner[3]}"):
            yield found[0][name]


def _send(number: int, pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)
