"""Many runs of a few milliseconds, and campaigns of very many rows: time and memory of each, and their growth.

`python -m tools.soak.loads --runs 1000 10000 100000 --rows 10000 100000` measures these sizes. The runs are those of
the native engines. The rows are copies of published ones in a temporary folder, each with its identity, trace, instance
and solution. Every command has 4 GB. A growth of 1 is linear.
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
from tools.soak._command import MEMORY_MB, Measured, measured
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
# The commands on many rows, with {0} for the campaign's folder and {1} for the folder of their output.
COMMANDS = {
    "status": ["tilings.runners.status", "{0}"],
    "verify": ["tilings.runners.verify", "{0}"],
    "report": ["tilings.reports.build", "--results", "{0}", "--out", "{1}/report.pdf"],
    "page": ["tilings.reports.page", "--results", "{0}", "--out", "{1}/index.html"],
    "export as CSV": ["tilings.reports.export", "{0}", "--format", "csv", "--out", "{1}/rows.csv"],
    "compare with itself": ["tilings.reports.compare", "{0}", "{0}"],
}


def measure(quick: bool) -> Iterator[Figure]:
    """The figures of small sizes."""
    yield from _sizes((100,) if quick else (1_000, 10_000), (3_000,) if quick else (10_000, 100_000))


def _sizes(runs: Sequence[int], rows: Sequence[int]) -> Iterator[Figure]:
    """The figures for numbers of runs and of rows, each with the growth since the size before."""
    yield from _grown((number, _many_runs(number)) for number in runs)
    yield from _grown((number, _resumed(number)) for number in rows)
    yield from _grown((number, _many_rows(number)) for number in rows)


def _grown(sizes: Iterator[tuple[int, Iterator[Figure]]]) -> Iterator[Figure]:
    series: dict[str, list[tuple[int, float]]] = {}
    for number, figures in sizes:
        for figure in figures:
            yield Figure(f"{number:,} {figure.what}", figure.value, figure.unit, figure.most)
            if figure.unit in ("s", "MB"):
                series.setdefault(figure.what, []).append((number, figure.value))
    for what, values in series.items():
        for (few, before), (many, after) in pairwise(values):
            if min(before, after) > 0:
                exponent = math.log(after / before) / math.log(many / few)
                yield Figure(f"{few:,} to {many:,} {what}: growth", exponent)


def write_suite(folder: Path, number: int) -> Path:
    """A suite of that many runs, a multiple of ten."""
    runs = max(1, number // _CASES)
    seeds = math.ceil(runs / _MOST)
    path = folder / "loads.toml"
    text = _SUITE.format(seeds=list(range(1, seeds + 1)), repetitions=runs // seeds)
    path.write_text(text, encoding="utf-8")
    return path


def _words(suite: Path, results: Path) -> list[str]:
    return ["tilings.runners.all", "--suite", str(suite), "--results", str(results), "--attempts", "1"]


def _many_runs(number: int) -> Iterator[Figure]:
    """The time that the harness itself takes for runs."""
    with tempfile.TemporaryDirectory(prefix="loads-") as name:
        suite, results = write_suite(Path(name), number), Path(name) / "results"
        rows = results / "runs-1of1.csv"
        done = measured(_words(suite, results), lambda: rows.stat().st_size)
        read, _ = csv_log.read(rows, COLUMNS)
        columns = [COLUMNS.index(name) for name in ("wall_s", "cpu_s", "answer")]
        cells = [[row[column] for column in columns] for row in read]
        yield Figure("runs: not made or not answered", number - sum(row[2] != "none" for row in cells), most=0)
        yield Figure("runs: wall time", done.wall_s, "s")
        yield Figure("runs: CPU time of all processes", done.cpu_s, "s")
        yield Figure("runs: wall time a run", 1000 * done.wall_s / number, "ms")
        yield Figure("runs: wall time of a solver's process, mean", 1000 * _mean(row[0] for row in cells), "ms")
        solvers = _mean(row[1] for row in cells)
        yield Figure("runs: CPU time of a solver's process, mean", 1000 * solvers, "ms")
        yield Figure("runs: CPU time a run beyond it", 1000 * (done.cpu_s / number - solvers), "ms")
        yield from _over_time(done, number)


def _over_time(done: Measured, number: int) -> Iterator[Figure]:
    """The memory and open files of the harness itself, and their growth during the campaign."""
    under_way = [sample for sample in done.samples if sample.progress]
    if not under_way:
        return
    middle, last = under_way[len(under_way) // 2], under_way[-1]
    most = max(sample.progress for sample in under_way)
    yield Figure("runs: CPU time of the harness's own process", last.cpu_s, "s")
    yield Figure("runs: memory of the harness's own process, most", max(sample.own_mb for sample in under_way), "MB")
    if last.progress > middle.progress:
        later = (last.own_mb - middle.own_mb) / ((last.progress - middle.progress) / most * number)
        yield Figure("runs: its growth a run in the second half", 1e6 * later, "bytes")
    yield Figure("runs: files that it has open, most", max(sample.files for sample in under_way), most=100)
    yield Figure("runs: of these at the end beyond the middle", last.files - middle.files, most=10)


def _resumed(number: int) -> Iterator[Figure]:
    """Starts a finished campaign again, which ends without a run."""
    with tempfile.TemporaryDirectory(prefix="loads-") as name:
        results = Path(name) / "results"
        measured(_words(write_suite(Path(name), _CASES), results))
        suite = write_suite(Path(name), number)
        _fill(results / "runs-1of1.csv", suite)
        done = measured(_words(suite, results))
        yield from _cost("rows: resume", done)


def _fill(path: Path, suite: Path) -> None:
    """Write copies of a campaign's rows, which has one run of each kind, as the rows of all runs of a suite."""
    originals, _ = csv_log.read(path, COLUMNS)
    kind = [COLUMNS.index(name) for name in ("instance", "formulation", "goal")]
    own = [COLUMNS.index(name) for name in ("run_id", "seed", "repetition")]
    rows = {tuple(row[at] for at in kind): row for row in originals}

    def copies() -> Iterator[list[str]]:
        for planned in matrix.plan(suite_reader.load(str(suite)), matrix.Filter()).runs:
            row = rows[planned.instance, planned.formulation.name, planned.goal]
            for at, value in zip(own, (planned.run_id, planned.seed, planned.repetition), strict=True):
                row[at] = str(value)
            yield [*row]

    path.unlink()
    appender = csv_log.Appender(path, COLUMNS, chained=True)
    appender.append(*copies())
    appender.close()


def _many_rows(number: int) -> Iterator[Figure]:
    """The commands that read a campaign."""
    with tempfile.TemporaryDirectory(prefix="loads-") as name:
        folder, output = Path(name) / "campaign", Path(name) / "output"
        folder.mkdir()
        output.mkdir()
        started = time.monotonic()
        _copies.campaign(folder, number)
        yield Figure("rows: (making them)", time.monotonic() - started, "s")
        for what, words in COMMANDS.items():
            yield from _cost(f"rows: {what}", measured([word.format(folder, output) for word in words]))
        for file in sorted(output.iterdir()):
            if file.is_file():
                yield Figure(f"rows: size of {file.name}", file.stat().st_size / 1e6, "MB")


def _cost(what: str, done: Measured) -> Iterator[Figure]:
    """The resources of a command. A command without an answer, such as one out of memory, misses its target."""
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

    parser = Parser(
        "python -m tools.soak.loads",
        "Measure many short runs, and the commands on campaigns of very many rows: time, memory, and their growth.",
        ["--runs 1000 --rows 10000", "--out results/loads.csv"],
        "docs/harness.md",
        {ANSWERED: "every target is met", UNANSWERED: "one is missed"},
    )
    parser.add_argument("--runs", type=whole, nargs="*", default=list(RUNS), metavar="N", help="numbers of runs")
    parser.add_argument("--rows", type=whole, nargs="*", default=list(ROWS), metavar="N", help="numbers of rows")
    parser.add_argument("--out", type=Path, metavar="FILE.csv", help="the figures, with the machine; is overwritten")
    arguments = parser.parse_args()
    this = importlib.import_module("tools.soak.loads")  # by its name
    return soak.report([(this, _sizes(arguments.runs, arguments.rows))], False, arguments.out)


if __name__ == "__main__":
    run(main)
