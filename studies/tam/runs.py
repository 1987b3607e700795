"""The runs that G. Tam published with his report on triomino-domino boards, in the columns of our own runs.

results/published/triominoes-tam.csv holds the 600 runs behind his figures 5 to 8: one machine that is not described, a
limit of 300 s for each run, and of each run its seconds and the tiles placed. Neither the instances nor the boards are
published, nor why a run ended: here one that took less than the limit *ended by itself*, and counts as solved unless
another run placed more tiles on the same instance. For comparison only.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.reports.data.campaign import tidy
from tilings.reports.english import count, listed
from tilings.runners.record.csv_log import rows
from tilings.runners.record.schema import RunRecord
from tilings.studies.inputs import PUBLISHED

if TYPE_CHECKING:
    from pandas import DataFrame

# The campaigns of his models here and of ours.
REPORT, TRIOMINOES = "triominoes-report", "triominoes"
FILE = "triominoes-tam.csv"
COLUMNS = ("batch", "instance", "solver", "formulation", "options", "difficulty", "tiles", "rows", "seconds", "placed")
LIMIT_S = 300.0
# His figure 9, Chuffed with the basic model on boards of side m for m tiles: mean seconds by tiles, read off the
# figure approximately; at the limit from 25 tiles on. The times for 19 and 23 tiles cannot be read off.
EXTREME = {17: 6.0, 21: 47.0} | dict.fromkeys(range(25, 36, 2), LIMIT_S)


def load(folder: Path, campaigns: Iterable[str] = ()) -> DataFrame | None:
    """The published runs in a folder, with the columns of `reports.data.campaign.tidy`; None where the file is missing.

    Beside campaigns on his boards, of these names, it is by default the file that this repository holds. objective is
    the number of tiles placed, size the cells of the board. Raises UserError for a broken file.
    """
    path = folder / FILE
    if not path.exists() and {REPORT, TRIOMINOES} & set(campaigns):
        path = PUBLISHED / FILE
    if not path.exists():
        return None
    found = list(rows(path, COLUMNS))
    try:
        records = [
            _record(
                row, f"b{row['batch']}-{row['instance']}-{row['difficulty']}", float(row["seconds"]), int(row["placed"])
            )
            for row in found
        ]
        tiles, sides = ([float(row[name]) for row in found] for name in ("tiles", "rows"))
    except ValueError as error:
        raise UserError(f"{path}: a row is broken ({error})") from None
    runs = _table(records, tiles, sides, [row["difficulty"] for row in found])
    beaten = runs.index.isin(contradicted(runs).index)
    runs.loc[beaten, ["outcome", "solved", "charged_s"]] = ["wrong", False, LIMIT_S]
    return runs


def extreme() -> DataFrame:
    """The runs of EXTREME, in the same columns."""
    who = {"solver": "chuffed", "formulation": "cp_pairwise", "options": ""}
    records = [_record(who, f"extreme-{tiles}", time_s) for tiles, time_s in EXTREME.items()]
    return _table(records, list(EXTREME), list(EXTREME), ["extreme"] * len(EXTREME))


def oddities(runs: DataFrame) -> list[tuple[str, str, str]]:
    """Published runs that are impossible or contradict each other: what is odd, how many runs, and which."""
    late, over, beaten = runs[runs["ended"] == "wall"], runs[runs["objective"] > runs["tiles"]], contradicted(runs)
    full, empty = late[late["objective"] == late["tiles"]], late[late["objective"] == 0]
    found = [
        ("took the limit or more", late, f"up to {late['time_s'].max():.1f} s: the limit ended them"),
        ("placed more tiles than there are", over, _each(over)),
        ("all tiles placed when the limit ended it: a best board without a proof", full, _by(full)),
        ("no tile placed when the limit ended it", empty, _by(empty)),
        ("ended by itself with fewer tiles than another run placed", beaten, _rivals(runs, beaten)),
    ]
    return [(what, f"{len(part)} of {len(runs)}", which) for what, part, which in found if not part.empty]


def contradicted(runs: DataFrame) -> DataFrame:
    """The runs that ended by themselves with fewer tiles than another run placed; impossible numbers do not count."""
    most = runs["objective"].where(runs["objective"] <= runs["tiles"]).groupby(runs["instance"]).transform("max")
    return runs[(runs["ended"] == "finished") & (runs["objective"] < most)]


def _record(row: dict[str, str], instance: str, seconds: float, placed: int | None = None) -> RunRecord:
    ended = seconds < LIMIT_S
    return RunRecord(
        run_id="", campaign="tam", family="triominoes", instance=instance, instance_sha256=instance,
        formulation=row["formulation"], formulation_sha256="", solver=row["solver"], solver_version="",
        options=row["options"], goal="optimum", seed=1, repetition=1, threads=1, wall_limit_s=LIMIT_S,
        cpu_limit_s=LIMIT_S, mem_limit_mb=0, answer="optimal" if ended else "feasible",
        ended="finished" if ended else "wall", sense="max", objective=placed, wall_s=seconds,
    )  # fmt: skip


def _table(records: list[RunRecord], tiles: list[float], sides: list[float], difficulty: list[str]) -> DataFrame:
    size = [side**2 for side in sides]
    return tidy(tuple(records), {}).assign(size=size, tiles=tiles, difficulty=difficulty)


def _by(runs: DataFrame) -> str:
    numbers = runs["configuration"].value_counts()
    return ", ".join(f"{who} {numbers[who]}" for who in sorted(numbers.index))


def _each(runs: DataFrame) -> str:
    return "; ".join(
        f"{run.configuration} on {run.instance}, {run.objective:.0f} of {run.tiles:.0f} in {run.time_s:.0f} s"
        for run in runs.itertuples()
    )


def _rivals(runs: DataFrame, beaten: DataFrame) -> str:
    """By instance: who ended with how many tiles, and how many the others placed at most."""
    said = []
    for instance, part in beaten.groupby("instance", sort=True):
        others = runs[(runs["instance"] == instance) & (runs["objective"] <= runs["tiles"])]
        who = part["configuration"].iloc[0] if len(part) == 1 else count(len(part), "configuration")
        placed = listed([f"{value:.0f}" for value in sorted(set(part["objective"]))])
        most = others[others["objective"] == others["objective"].max()]
        rival = most["configuration"].iloc[0] if len(most) == 1 else f"{len(most)} others"
        said.append(f"{instance}: {who} {placed}, {rival} {others['objective'].max():.0f}")
    return "; ".join(said)
