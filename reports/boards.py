"""Writes a campaign's solutions as pictures and as text, and a table of its runs.

A run's board is INSTANCE/SOLVER-FORMULATION.png and .txt, with the options that are not at their default, and the goal,
seed and so on where the runs differ in it. ``boards.csv`` has a row for each run, with or without a board.
"""

import csv
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.fields import as_name
from tilings.models.problem import Solution, UserError
from tilings.models.terminal.arguments import folder, parsed
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.reports.data.campaign import Results, read_results, stored
from tilings.runners.drawing.picture import Picture
from tilings.runners.record.cells import safe
from tilings.runners.record.schema import NOT_TRIED, RunRecord

COLUMNS = (
    "family", "instance", "difficulty", "solver", "formulation", "options", "goal", "seed", "repetition", "threads",
    "answer", "check", "placed", "left_out", "time_s", "wall_s", "board",
)  # fmt: skip


def main() -> int:
    """The command ``python -m reports.boards``."""
    arguments = parsed(parser())
    results = read_results(arguments.results)
    records = _wanted(results, arguments.instance)
    lost = [
        pattern
        for pattern in arguments.instance
        if not any(fnmatchcase(record.instance, pattern) for record, _ in records)
    ]
    if lost or not records:
        raise UserError(f"{arguments.results} has no run of {' or '.join(lost) or 'an instance that is stored there'}")
    try:
        boards = write(results, records, arguments.out)
    except OSError as error:
        raise UserError(f"cannot write into {arguments.out}: {error.strerror}") from None
    result = {"folder": arguments.out, "runs": len(records), "boards": boards}
    show(arguments, result, f"{arguments.out}: {len(records)} runs, {boards} boards")
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m reports.boards",
        "Write a campaign's solutions as pictures and as text, and a table of its runs.",
        ["--results results/default --out out", "--results results/default --out out --instance 'h1*'"],
        "docs/campaigns.md",
    )
    folder(command)
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write into")
    command.add_argument(
        "--instance", action="append", default=[], metavar="NAME", help="only this instance; patterns, repeatable"
    )
    return command


def write(results: Results, records: Sequence[tuple[RunRecord, float]], out: Path) -> int:
    """Write the table of these runs, each with its time, and the boards of those that left a solution.

    Returns how many these are.
    """
    names = ("goal", "seed", "repetition", "threads")
    varying = [name for name in names if len({getattr(record, name) for record, _ in records}) > 1]
    boards = 0
    out.mkdir(parents=True, exist_ok=True)
    with (out / "boards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for record, time_s in records:
            solution = stored(results, record)
            words = [record.solver, record.formulation, *record.settings.split()]
            words += [f"{name}-{getattr(record, name)}" for name in varying]
            stem = "" if solution is None else f"{record.instance}/{as_name('-'.join(words))}"
            row = record._asdict() | {"time_s": time_s, "board": stem}
            row |= _sizes(results, record, solution)
            writer.writerow({name: safe(cell) if isinstance(cell, str) else cell for name, cell in row.items()})
            if solution is not None:
                _draw(results, record, solution, out / stem)
                boards += 1
    return boards


def _wanted(results: Results, patterns: Sequence[str]) -> list[tuple[RunRecord, float]]:
    """The runs that took place, on instances that can be read, each with its time."""
    return [
        (record, time_s)
        for record, time_s in zip(results.records, results.runs["time_s"], strict=True)
        if record.ended not in NOT_TRIED
        and (record.family, record.instance) in results.instances
        and (not patterns or any(fnmatchcase(record.instance, pattern) for pattern in patterns))
    ]


def _sizes(results: Results, record: RunRecord, solution: Solution | None) -> dict[str, Any]:
    """How many tiles were placed, and where the objective is to place as many as possible, how many were left out."""
    problem, instance = results.instances[record.family, record.instance]
    measures = problem.measures(instance)
    sizes: dict[str, Any] = {"difficulty": measures.get("difficulty", "")}
    if solution is not None:
        sizes["placed"] = len(solution)
    if problem.sense == "max":
        sizes["placed"] = number = sizes.get("placed", record.objective)
        sizes["left_out"] = None if number is None or "tiles" not in measures else int(measures["tiles"]) - number
    return sizes


def _draw(results: Results, record: RunRecord, solution: Solution, stem: Path) -> None:
    _, instance = results.instances[record.family, record.instance]
    drawing = registry.drawing(record.family)
    stem.parent.mkdir(exist_ok=True)
    text = registry.screen(record.family).text(instance, solution)
    stem.with_name(f"{stem.name}.txt").write_text(text + "\n", encoding="utf-8")
    picture = stem.with_name(f"{stem.name}.png")
    Picture(drawing.figure(instance, solution)).save(picture)


if __name__ == "__main__":
    run(main)
