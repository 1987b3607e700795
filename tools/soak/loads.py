"""Many runs of a few milliseconds, and campaigns of very many rows: time and memory of each, and how they grow.

`python -m tools.soak.loads --runs 1000 10000 100000 --rows 10000 100000` takes as long as it is asked to. The
runs are real ones of the native engines. The rows are copies of published ones, in a temporary folder: each has its
identity, trace, instance and solution. Every command has 4 GB. A growth of 1 is linear.
"""

from __future__ import annotations

import importlib
import math
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from tilings.models.terminal.arguments import whole
from tilings.models.terminal.command import ANSWERED, UNANSWERED, Parser, run
from tilings.runners.plan import matrix, suite_reader
from tilings.runners.record import csv_log
from tilings.runners.record.schema import COLUMNS
from tools.soak import _copies
from tools.soak._watched import MEMORY_MB, Watched, watched
from tools.soak.figure import Figure

RUNS, ROWS = (1_000, 10_000, 100_000), (10_000, 100_000, 1_000_000)
_MOST = 10_000  # repetitions in a suite
_CASES = 10
_SUITE = """
timeout = 10
memory = 1000
seeds = {seeds}
repetitions = {repetitions}
[[runs]]
family = "covers"
instances = ["knuth-dlx3", "queens8"]
goals = ["first", "count"]
configurations = ["dlx/dlx_auto", "dlx/dlx_general"]
[[runs]]
family = "covers"
instances = ["assignment5"]
goals = ["optimum"]
configurations = ["dlx/dlx_auto", "dlx/dlx_general"]
"""
# What is done with many rows: the words of the command, with {0} for the folder and {1} for a file beside it.
COMMANDS = {
    "status": ["tilings.runners.status", "{0}"],
    "verify": ["tilings.runners.verify", "{0}"],
    "report": ["tilings.reports.build", "--results", "{0}", "--out", "{1}/report.pdf"],
    "page": ["tilings.reports.page", "--results", "{0}", "--out", "{1}/index.html"],
    "export as CSV": ["tilings.reports.export", "{0}", "--format", "csv", "--out", "{1}/rows.csv"],
    "compare with itself": ["tilings.reports.compare", "{0}", "{0}"],
}


def measure(quick: bool) -> Iterator[Figure]:
    """The figures of small sizes; the command takes larger ones."""
    yield from measured((100,) if quick else (1_000, 10_000), (3_000,) if quick else (10_000, 100_000))


def measured(runs: Sequence[int], rows: Sequence[int]) -> Iterator[Figure]:
    """The figures for numbers of runs and of rows, each with the growth since the size before."""
    yield from _grown((number, _many_runs(number)) for number in runs)
    yield from _grown((number, _resumed(number)) for number in rows)
    yield from _grown((number, _many_rows(number)) for number in rows)


def _grown(sizes: Iterator[tuple[int, Iterator[Figure]]]) -> Iterator[Figure]:
    seen: dict[str, list[tuple[int, float]]] = {}
    for number, figures in sizes:
        for figure in figures:
            yield Figure(f"{number:,} {figure.what}", figure.value, figure.unit, figure.most)
            if figure.unit in ("s", "MB"):
                seen.setdefault(figure.what, []).append((number, figure.value))
    for what, values in seen.items():
        for (few, before), (many, after) in pairwise(values):
            if min(before, after) > 0:
                exponent = math.log(after / before) / math.log(many / few)
                yield Figure(f"{few:,} to {many:,} {what}: growth", exponent)


def write_suite(folder: Path, number: int) -> Path:
    """A suite of that many runs, a multiple of ten."""
    each = max(1, number // _CASES)
    seeds = math.ceil(each / _MOST)
    path = folder / "loads.toml"
    text = _SUITE.format(seeds=list(range(1, seeds + 1)), repetitions=each // seeds)
    path.write_text(text, encoding="utf-8")
    return path


def _words(suite: Path, results: Path) -> list[str]:
    return ["tilings.runners.all", "--suite", str(suite), "--results", str(results), "--attempts", "1"]


def _many_runs(number: int) -> Iterator[Figure]:
    """What a harness takes for runs beside their solvers."""
    with tempfile.TemporaryDirectory(prefix="loads-") as name:
        suite, results = write_suite(Path(name), number), Path(name) / "results"
        rows = results / "runs-1of1.csv"
        done = watched(_words(suite, results), lambda: rows.stat().st_size)
        _, found = csv_log.read(rows, COLUMNS)
        at = [COLUMNS.index(name) for name in ("wall_s", "cpu_s", "answer")]
        cells = [[row[place] for place in at] for row in found]
        yield Figure("runs: not made or not answered", number - sum(row[2] != "none" for row in cells), most=0)
        yield Figure("runs: wall time", done.wall_s, "s")
        yield Figure("runs: CPU time of all processes", done.cpu_s, "s")
        yield Figure("runs: wall time a run", 1000 * done.wall_s / number, "ms")
        yield Figure("runs: wall time of a solver's process, mean", 1000 * _mean(row[0] for row in cells), "ms")
        solvers = _mean(row[1] for row in cells)
        yield Figure("runs: CPU time of a solver's process, mean", 1000 * solvers, "ms")
        yield Figure("runs: CPU time a run beyond it", 1000 * (done.cpu_s / number - solvers), "ms")
        yield from _over_time(done, number)


def _over_time(done: Watched, number: int) -> Iterator[Figure]:
    """What the harness itself holds, and how that changes while it makes the runs."""
    under_way = [sample for sample in done.samples if sample.made]
    if not under_way:
        return
    middle, last = under_way[len(under_way) // 2], under_way[-1]
    most = max(sample.made for sample in under_way)
    yield Figure("runs: CPU time of the harness's own process", last.cpu_s, "s")
    yield Figure("runs: memory of the harness's own process, most", max(each.own_mb for each in under_way), "MB")
    if last.made > middle.made:
        later = (last.own_mb - middle.own_mb) / ((last.made - middle.made) / most * number)
        yield Figure("runs: its growth a run in the second half", 1e6 * later, "bytes")
    yield Figure("runs: files that it has open, most", max(sample.files for sample in under_way), most=100)
    yield Figure("runs: of these at the end beyond the middle", last.files - middle.files, most=10)


def _resumed(number: int) -> Iterator[Figure]:
    """A campaign that is done is started again: until it says that nothing is to do."""
    with tempfile.TemporaryDirectory(prefix="loads-") as name:
        results = Path(name) / "results"
        watched(_words(write_suite(Path(name), _CASES), results))
        suite = write_suite(Path(name), number)
        _fill(results / "runs-1of1.csv", suite)
        done = watched(_words(suite, results))
        yield from _cost("rows: resume", done)


def _fill(path: Path, suite: Path) -> None:
    """Give a campaign of one run of each kind the rows of all runs of a suite: copies of these."""
    _, found = csv_log.read(path, COLUMNS)
    kind = [COLUMNS.index(name) for name in ("instance", "formulation", "goal")]
    own = [COLUMNS.index(name) for name in ("run_id", "seed", "repetition")]
    rows = {tuple(row[at] for at in kind): row for row in found}

    def copies() -> Iterator[list[str]]:
        for planned in matrix.plan(suite_reader.load(str(suite)), matrix.Filter([], [], [], [], [])):
            row = rows[planned.instance, planned.formulation.name, planned.goal]
            for at, value in zip(own, (planned.run_id, planned.seed, planned.repetition), strict=True):
                row[at] = str(value)
            yield row

    csv_log.rewrite(path, COLUMNS, copies())


def _many_rows(number: int) -> Iterator[Figure]:
    """The commands that read a campaign."""
    with tempfile.TemporaryDirectory(prefix="loads-") as name:
        folder, beside = Path(name) / "campaign", Path(name) / "beside"
        folder.mkdir()
        beside.mkdir()
        started = time.monotonic()
        _copies.campaign(folder, number)
        yield Figure("rows: (making them)", time.monotonic() - started, "s")
        for what, words in COMMANDS.items():
            yield from _cost(f"rows: {what}", watched([word.format(folder, beside) for word in words]))
        for file in sorted(beside.iterdir()):
            if file.is_file():
                yield Figure(f"rows: size of {file.name}", file.stat().st_size / 1e6, "MB")


def _cost(what: str, done: Watched) -> Iterator[Figure]:
    """What a command took. One that does not come to an answer, for want of memory or else, misses its target."""
    failed = done.ended != "finished" or done.exit_code not in (0, 1)
    yield Figure(f"{what} failed", failed, most=0)
    yield Figure(f"{what}, wall time", done.wall_s, "s")
    yield Figure(f"{what}, CPU time", done.cpu_s, "s")
    yield Figure(f"{what}, memory", done.peak_mb, "MB", MEMORY_MB)


def _mean(cells: Iterator[str]) -> float:
    values = [float(cell) for cell in cells if cell]
    return sum(values) / max(1, len(values))


def main() -> int:
    """The command ``python -m tools.soak.loads``."""
    from tools.soak import __main__ as soak

    made = Parser(
        "python -m tools.soak.loads",
        "Measure many short runs, and the commands on campaigns of very many rows: time, memory, and how they grow.",
        ["--runs 1000 --rows 10000", "--out results/loads.csv"],
        "docs/harness.md",
        {ANSWERED: "every target is met", UNANSWERED: "one is missed"},
    )
    made.add_argument("--runs", type=whole, nargs="*", default=list(RUNS), metavar="N", help="numbers of runs")
    made.add_argument("--rows", type=whole, nargs="*", default=list(ROWS), metavar="N", help="numbers of rows")
    made.add_argument("--out", type=Path, metavar="FILE.csv", help="the figures, with the machine; is overwritten")
    given = made.parse_args()
    this = importlib.import_module("tools.soak.loads")  # by its name
    return soak.shown([(this, measured(given.runs, given.rows))], False, given.out)


if __name__ == "__main__":
    run(main)
