"""A campaign of short runs of real solvers under random faults, and its comparison with an undisturbed one."""

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

from tilings.models.terminal.command import ROOT
from tilings.runners import confine
from tilings.runners.plan import matrix, suite_reader
from tilings.runners.record.rows import made, read_all
from tilings.runners.record.schema import REFUTED, RETRIED_ENDINGS
from tools.soak.figure import CannotRun

MARK = "TILINGS_FAULTS"
_DISK_MB = 64
_SETTLED_S = 1.0
_LONGEST_S = 600.0  # a harness that takes longer hangs
_ATTEMPTS = 3

# Blocks of suites, of which a campaign has some. Each run takes a tenth of a second to a second.
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


SUITES = ((0,), (1, 2), (2, 3), (1, 3), (0, 1))  # the blocks of each campaign


def write_suite(folder: Path, blocks: tuple[int, ...]) -> Path:
    """A suite of some of the blocks."""
    path = folder / f"faults-{'-'.join(map(str, blocks))}.toml"
    path.write_text("timeout = 5\n" + "".join(_BLOCKS[number] for number in blocks), encoding="utf-8")
    return path


def build_clock(library: Path) -> Path:
    """Build the library that gives a program a settable clock."""
    source = Path(__file__).with_name("_clock.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


class TestMachine:
    """A small disk for results and temporary files, and a settable clock; a context. Raises CannotRun if no small disk
    can be mounted."""

    __test__ = False

    def __init__(self, folder: Path) -> None:
        self.began = time.monotonic_ns()
        self.token = f"{os.getpid()}-{self.began}"
        self.disk, self.errors = folder / "disk", folder / "stderr.txt"
        self._clock, self._library = folder / "clock", folder / "clock.so"
        self._moved = 0
        self.results = self.disk / "results"

    def __enter__(self) -> TestMachine:
        self.disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(self.disk)]
        if os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
            raise CannotRun("only root can mount a small disk")
        self.set_clock(0.0)
        build_clock(self._library)
        (self.disk / "tmp").mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        subprocess.run(["umount", "--lazy", str(self.disk)], check=True)

    def end(self) -> None:
        """Kill all processes that were started."""
        while pids := self.processes():
            for pid in pids:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)

    def set_clock(self, offset_s: float) -> None:
        """Set the clock of all programs that this machine starts."""
        with self._clock.open("r+b" if self._clock.exists() else "wb") as file:
            file.write(struct.pack("d", offset_s))

    def fill(self) -> None:
        """Fill the disk."""
        with (self.disk / "ballast").open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * 4096)

    def free(self) -> None:
        """Undo ``fill``."""
        (self.disk / "ballast").unlink(missing_ok=True)

    def move(self) -> None:
        """Rename the folder of results, if there is one."""
        self._moved += 1
        place = self.disk / f"results-{self._moved}"
        with contextlib.suppress(FileNotFoundError):
            self.results.rename(place)
            self.results = place

    def start(self, suite: Path, *words: str) -> subprocess.Popen[bytes]:
        """A harness that makes the suite's runs, in a separate process group."""
        variables = {MARK: self.token, "TMPDIR": str(self.disk / "tmp"), "FAULTY_CLOCK": str(self._clock)}
        command = ["-m", "tilings.runners.all", "--suite", str(suite), "--results", str(self.results), "--jobs", "2"]
        with self.errors.open("wb") as errors:
            return subprocess.Popen(
                [sys.executable, *command, *words], cwd=ROOT, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                env=os.environ | variables | {"LD_PRELOAD": str(self._library)},
            )  # fmt: skip

    def processes(self) -> list[int]:
        """All processes that this machine started, without zombies."""
        mark, pids = f"{MARK}={self.token}".encode(), []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdecimal() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    pids.append(int(entry.name))
        return pids


def below(pid: int) -> tuple[list[int], list[int]]:
    """The children of a process, and their descendants."""
    alive = [entry for entry in confine.process_table.descendants(pid) if not entry.dead]
    return [entry.pid for entry in alive if entry.parent == pid], [entry.pid for entry in alive if entry.parent != pid]


@dataclass
class Campaign:
    """One campaign under faults.

    faults: their numbers by name; complaints: the last lines of harnesses that failed, of which those in `unexplained`
    followed no fault that explains them; counts: the results of the comparison, by column.
    """

    suite: str
    faults: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


class FaultInjector:
    """Makes one campaign with a fault every few seconds until a time, and then to its end without faults."""

    def __init__(self, machine: TestMachine, suite: Path, chance: random.Random, every_s: float) -> None:
        self._machine, self._suite, self._chance, self._every_s = machine, suite, chance, every_s
        self.campaign = Campaign(suite.stem)
        self._recorded: set[str] = set()
        self._lost = 0
        self._recent: list[str] = []

    def run(self, until: float) -> None:
        """Make the campaign, with faults until a time on the monotonic clock."""
        began = time.monotonic()
        while not self._once(until):
            pass
        self.campaign.seconds = time.monotonic() - began

    def _once(self, until: float) -> bool:
        """Start a harness and inject faults until it ends; returns whether the campaign is complete."""
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
                    self._inject(harness)
        machine.free()
        text = machine.errors.read_text(encoding="utf-8", errors="replace")
        self._record_exit(harness.returncode, text)
        self._check_recorded()
        return harness.returncode in (0, 1, 3) and "Traceback" not in text and not self._open()

    def _inject(self, harness: subprocess.Popen[bytes]) -> None:
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
        if solvers := below(harness.pid)[1]:
            _send(signal.SIGKILL, [self._chance.choice(solvers)])

    def _stop_all(self, harness: subprocess.Popen[bytes]) -> None:
        """Stop and continue all processes, as on a suspended machine."""
        pids = self._machine.processes()
        _send(signal.SIGSTOP, pids)
        time.sleep(self._chance.choice((0.5, 2.0, 6.0)))
        _send(signal.SIGCONT, pids)

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

    def _record_exit(self, code: int, text: str) -> None:
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
        """Count the final rows that the last harness changed or removed."""
        lines = _lasting_lines(self._machine.results)
        self._lost += len(self._recorded - lines)
        self._recorded = lines

    def _open(self) -> bool:
        """Whether runs are left after a harness that was not killed."""
        return any(row["ended"] in RETRIED_ENDINGS for row in rows(self._machine.results))

    def judge(self, undisturbed: dict[tuple[str, ...], tuple[str, ...]]) -> Campaign:
        """Compare the campaign with an undisturbed one."""
        results, campaign = self._machine.results, self.campaign
        table = rows(results)
        planned = {run.run_id for run in matrix.plan(suite_reader.load(str(self._suite)), matrix.Filter()).runs}
        tries = Counter((row["run_id"], row["attempt"]) for row in table)
        counting = made(read_all(results))
        last = {row["run_id"]: row for row in table}
        unlike = [row for row in last.values() if answer(row) != undisturbed.get(case(row))]
        silent = [row for row in unlike if row["disturbed"] != "true"]
        time.sleep(_SETTLED_S)
        left = self._machine.processes()
        verified = subprocess.run(
            [sys.executable, "-m", "tilings.runners.verify", str(results), "--require-solutions"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        cgroups = list(_groups(self._machine.began))
        temporary = [path for path in (self._machine.disk / "tmp").iterdir() if not path.name.endswith(".lock")]
        halves = list(results.rglob(".*.new*"))
        campaign.counts = {
            "runs": len(planned),
            "rows": len(table),
            "lost": len(planned - counting.keys()),
            "foreign": len(last.keys() - planned),
            "changed": self._lost,
            "doubled": sum(tries.values()) - len(tries),
            "wrong": sum(row["check"] in REFUTED or contradicts(row, undisturbed.get(case(row))) for row in table),
            "unanswered_said": len(unlike) - len(silent),
            "unanswered_killed": sum(row["ended"] == "crash" for row in silent),
            "unanswered_silent": sum(row["ended"] != "crash" for row in silent),
            "faults_found": verified.returncode,
            "unexplained": len(campaign.unexplained),
            "processes": len(left),
            "groups": len(cgroups),
            "temporary": len(temporary) + len(halves),
        }
        for row in silent:
            print(f"  unlike: {case(row)} {answer(row)}, {undisturbed.get(case(row))}: {row['ended']} {row['message']}")
        for line in [*campaign.unexplained, *map(str, [*left, *cgroups, *temporary, *halves])]:
            print(f"  {line}")
        if verified.returncode:
            print(f"  verify: {verified.stdout}{verified.stderr}")
        return campaign


FAULTS = {  # with their weights
    "kill_harness": 2, "kill_group": 2, "ask_to_stop": 1, "kill_worker": 1, "kill_solver": 1, "stop_all": 2,
    "stop_one": 2, "fill_disk": 2, "set_clock": 3, "move_folder": 1,
}  # fmt: skip


def undisturbed_answers(folder: Path, suite: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The answers of an undisturbed campaign."""
    results = folder / f"undisturbed-{suite.stem}"
    command = ["-m", "tilings.runners.all", "--suite", str(suite), "--results", str(results), "--jobs", "2"]
    subprocess.run([sys.executable, *command, "--attempts", "1"], cwd=ROOT, capture_output=True, check=False)
    return {case(row): answer(row) for row in rows(results)}


def rows(results: Path) -> list[dict[str, str]]:
    """All rows of a campaign."""
    table: list[dict[str, str]] = []
    for path in sorted(results.glob("runs-*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            table += csv.DictReader(file)
    return table


def case(row: dict[str, str]) -> tuple[str, ...]:
    """The question that a row answers, and its solver."""
    return tuple(row[name] for name in ("family", "instance", "goal", "formulation", "options", "solver"))


def answer(row: dict[str, str]) -> tuple[str, ...]:
    """The answer of a row, as far as all searches agree on it."""
    worth = row["objective"] if row["answer"] == "optimal" else ""
    count = row["solutions"] if row["answer"] == "counted" else ""
    proof = row["proof"] if row["answer"] in ("unsat", "optimal") else ""
    return row["answer"], worth, count, row["check"], proof


def contradicts(row: dict[str, str], undisturbed: tuple[str, ...] | None) -> bool:
    """Whether a row has another proven answer than the undisturbed campaign."""
    proven = ("sat", "unsat", "optimal", "counted")
    return (
        undisturbed is not None
        and row["answer"] in proven
        and undisturbed[0] in proven
        and answer(row)[:3] != undisturbed[:3]
    )


def _lasting_lines(results: Path) -> set[str]:
    """The complete lines of final rows."""
    lines: set[str] = set()
    for path in results.glob("runs-*.csv"):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            if line.endswith("\n") and not any(f",{ended}," in line for ended in RETRIED_ENDINGS):
                lines.add(line)
    return lines


def _groups(since: int) -> Iterator[Path]:
    """The cgroups below ours of runs whose worker is dead, made since a time on the monotonic clock in ns.

    A cgroup of another program can be below ours for some controllers, but not for all.
    """
    groups = []
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
        _, controllers, place = line.split(":", 2)
        home = Path("/sys/fs/cgroup", controllers, place.lstrip("/"))
        if not controllers or {"memory", "pids"} & set(controllers.split(",")):
            groups.append({path.name: path for path in home.glob(f"tilings-{confine.process_table.namespace()}-*")})
    groups = [group for group in groups if group] or [{}]
    for name in set.intersection(*map(set, groups)):
        owner = name.split("-")
        if int(owner[4]) > since and confine.process_table.is_dead(f"{owner[2]}:{owner[3]}"):
            yield groups[0][name]


def _send(number: int, pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)
