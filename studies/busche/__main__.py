"""Runs M. Busche's Table 2 again with the classic engine, and sets our figures beside the published ones.

Complete searches by default, but for four that took him hours, which are estimated from random probes, and for his
Monte-Carlo sampling, which gets fewer trials; ``--full`` runs all as he did. Rows that are there already are kept.
"""

import hashlib
from dataclasses import astuple, dataclass, fields
from fnmatch import fnmatchcase
from pathlib import Path

from tilings.models import digest, registry
from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder, whole
from tilings.models.terminal.command import (
    ANSWERED,
    WRONG_ANSWER,
    Parser,
    need_linux,
    print_text,
    progress_output,
    run,
    show,
)
from tilings.runners.record.csv_log import Appender, rows
from tilings.studies.busche.cases import INSTANCES, PUZZLES, TRIALS, Case, Figures, Scale, cases, rerun, scale

TABLE, EFFORT = "table2.csv", "effort.csv"
EFFORT_COLUMNS = ("case", "source", "remaining", "attempts", "fits")


@dataclass(frozen=True)
class Row:
    """A row of the result."""

    case: str
    instance: str
    settings: str
    scale: str  # ``complete``, or the number of trials, or an estimate's number of probes
    published_trials: int  # the number of trials in the sums; 0 for complete searches and estimates
    trials: int
    published_attempts: int
    published_fits: int
    published_unique: int
    published_s: float
    attempts: float | None  # None for an estimate
    fits: float
    unique: float
    fits_error: float | None  # the standard error of the sum or the estimate
    unique_error: float | None
    user_s: float  # CPU seconds
    equal: str  # for two complete searches: yes or no, whether attempts, fits and unique all agree
    source: str  # a hash of the case, the scale, the instance and the engine's source


COLUMNS = tuple(field.name for field in fields(Row))


def main() -> int:
    """The command ``python -m studies.busche``."""
    need_linux()
    arguments = parser().parse_args()
    arguments.results = arguments.results or Path("results/reproduce")
    wanted = selected(arguments.rows)
    arguments.results.mkdir(parents=True, exist_ok=True)
    table = Appender(arguments.results / TABLE, COLUMNS)
    effort = Appender(arguments.results / EFFORT, EFFORT_COLUMNS)
    sources = []
    recorded = {row["source"]: row for row in rows(arguments.results / TABLE, COLUMNS)}
    for case in wanted:
        how = scale(case, arguments.full, arguments.trials)
        source = source_digest(case, how)
        sources.append(source)
        if source not in recorded:
            figures = _with_progress(case, how)
            effort.append(*((case.name, source, n, *pair) for n, pair in enumerate(figures.remaining) if n))
            row = compared(case, how, figures, source)
            table.append(astuple(row))
            with progress_output(arguments):
                print_text(_line(row))
    recorded = {row["source"]: row for row in rows(arguments.results / TABLE, COLUMNS)}
    results = [recorded[source] for source in sources]
    wrong = [row["case"] for row in results if row["scale"] == "complete" and row["unique"] != row["published_unique"]]
    output = {"table": arguments.results / TABLE, "rows": results, "wrong": wrong}
    complaint = f"\nWRONG NUMBER OF SOLUTIONS: {', '.join(wrong)}" if wrong else ""
    show(arguments, output, f"{arguments.results / TABLE}: {len(wanted)} rows{complaint}")
    return WRONG_ANSWER if wrong else ANSWERED


def selected(patterns: str) -> list[Case]:
    """The cases that fit one of the patterns, in the patterns' order; raises UserError for a pattern without any."""
    known = cases()
    chosen: dict[str, Case] = {}
    for pattern in patterns.split(","):
        fitting = {name: case for name, case in known.items() if fnmatchcase(name, pattern.strip())}
        if not fitting:
            raise UserError(f"--rows: no case of {', '.join(PUZZLES)} fits '{pattern}'; as in P-*,TC-13")
        chosen = chosen | fitting
    return list(chosen.values())


def compared(case: Case, how: Scale, ours: Figures, source: str) -> Row:
    """Our figures beside the published ones."""
    same = (ours.attempts, ours.fits, ours.unique) == (case.attempts, case.fits, case.unique)
    comparable = how.kind == "complete" and not case.trials
    fits_error, unique_error = ours.errors or (None, None)
    return Row(
        case.name, case.instance, " ".join(f"{name}={value}" for name, value in case.options.items()), str(how),
        case.trials, how.size if how.kind == "trials" else 0,
        case.attempts, case.fits, case.unique, case.seconds,
        ours.attempts, ours.fits, ours.unique, fits_error, unique_error, ours.user_s,
        ("yes" if same else "no") if comparable else "", source,
    )  # fmt: skip


def source_digest(case: Case, how: Scale) -> str:
    """A digest of everything that determines the figures."""
    instance = (INSTANCES / f"{case.instance}.json").read_text(encoding="utf-8")
    parts = (case, case.options, how, _of_sources(), instance)
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


def _of_sources() -> str:
    """The digest of the formulation, the engine and the parts of the core that they use."""
    home = Path(__file__).parent
    own = [*home.glob("engine/*.?pp"), *home.glob("engine/*.py"), home / "formulation.py"]
    return digest.of_files([*own, *registry.formulation("polycubes", "dlx_cover").sources()])


def _with_progress(case: Case, how: Scale) -> Figures:
    """The case run with a progress bar, in per cent."""
    from tqdm import tqdm

    with tqdm(total=100, desc=f"{case.name}, {how}", unit="%", leave=False, bar_format=_BAR) as bar:

        def advance(share: float) -> None:
            bar.update(100 * share - bar.n)

        return rerun(case, how, advance)


_BAR = "{desc}: {percentage:.1f}%|{bar}| {elapsed}, {remaining} to go"


def _line(row: Row) -> str:
    published = f"published {row.published_fits:,} fits, {row.published_unique:,} unique"
    if row.trials:
        published += f" in {row.published_trials} trials"
    equal = {"yes": "; all equal", "no": "; not all equal", "": ""}[row.equal]
    ours = f"{row.fits:,.0f} fits, {row.unique:,.0f} unique"
    return f"{row.case} ({row.scale}): {ours}; {published}{equal}; {row.user_s:.1f} s"


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m studies.busche",
        "Run M. Busche's Table 2 again with the classic engine, and set our figures beside the published ones. Rows "
        "that are there already are kept.",
        ["--rows 'P-*'    # the pentominoes", "--rows 'P-*,TC-13'", ""],
        "docs/experiments.md",
        {
            ANSWERED: "all complete rows have the published number of solutions",
            WRONG_ANSWER: "a complete row has another number",
        },
    )
    command.add_argument(
        "--rows", default="*", metavar="P-*,TC-13", help="the cases to run, in this order (default: all)"
    )
    folder(command, "default: results/reproduce")
    command.add_argument(
        "--trials", type=whole, default=TRIALS, metavar="N", help="trials of each Monte-Carlo case (%(default)s)"
    )
    command.add_argument(
        "--full", action="store_true", help="run every case with the published number of trials; takes days"
    )
    return command


if __name__ == "__main__":
    run(main)
