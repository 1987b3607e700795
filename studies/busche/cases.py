"""The test cases of M. Busche's Table 2, as settings of the classic engine, with the figures that he published.

Source: M. Busche, "Solving Polyomino and Polycube Puzzles: Algorithms, Software, and Solutions", 2011, Table 2; its
rows are in ``table2.csv`` beside this file. Cases P, OP and TC ran on a 2.5 GHz Pentium 4, the others on a Core 2 Quad.

>>> case = cases()["P-13"]
>>> case.instance, case.options
('pentominoes6x10', {'order': 'f=12', 'bruijn': '11', 'constrain': 'auto', 'volume_filter': '12'})
>>> case.attempts, case.fits, case.unique, case.seconds
(15198004, 2091215, 2339, 0.51)
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from models.polycubes import dlx_classic
from models.polycubes.instance import PolycubesInstance
from models.problem import Packing, UserError
from models.registry import load_instance
from models.terminal.command import SHIPPED

PUBLISHED = Path(__file__).with_name("table2.csv")
INSTANCES = SHIPPED / "polycubes"
PUZZLES = {
    "P": "pentominoes6x10",
    "OP": "one-sided-pentominoes3x30",
    "TC": "tetris-cube",
    "HP": "hexomino-parallelogram",
    "HBD": "box-in-a-diamond",
}
_OFF = "OFF"
_SAMPLING = {"trials": "mc_trials", "stop": "mc_stop_remaining", "seed": "mc_seed"}


@dataclass(frozen=True)
class Case:
    """A row of the table. options: those of ``models/polycubes/dlx_classic.py``, but for the sampling.

    trials: of the Monte-Carlo sampling that the figures are the sums of, 0 for a complete search; stop, seed: its other
    settings. unique: solutions up to symmetry. seconds: the run time then.
    """

    name: str
    instance: str
    options: dict[str, str] = field(repr=False)
    trials: int
    stop: int
    seed: int
    attempts: int
    fits: int
    unique: int
    seconds: float

    def packing(self, **options: str) -> Packing:
        """The puzzle with the row's settings and further ones."""
        _, instance = load_instance(INSTANCES / f"{self.instance}.json")
        assert isinstance(instance, PolycubesInstance)
        return dlx_classic.build(instance, "count", **self.options, **options)


def cases() -> dict[str, Case]:
    """All rows by name, in the order of the table; raises UserError where a row cannot be understood."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        return {row["case"]: _case(row) for row in csv.DictReader(file)}


def _case(row: Mapping[str, str]) -> Case:
    puzzle = row["case"].partition("-")[0]
    if puzzle not in PUZZLES:
        raise UserError(f"{PUBLISHED}: the case {row['case']} belongs to none of {', '.join(PUZZLES)}")
    trials, stop, seed = (_whole(row[column] or "0") for column in _SAMPLING.values())
    return Case(
        row["case"], PUZZLES[puzzle], _options(row), trials, stop, seed,
        _whole(row["attempts"]), _whole(row["fits"]), _whole(row["unique_solutions"]), _seconds(row["run_time"]),
    )  # fmt: skip


def _options(row: Mapping[str, str]) -> dict[str, str]:
    """A row's settings: the algorithms' thresholds, as in ``35x 20f 0 0 0``, then the filters and triggers used."""
    *orders, mch, emch, bruijn = row["algorithms_dlx_mch_emch_debruijn"].split()
    options = {"order": ",".join(_order(word) for word in orders), "mch": mch, "emch": emch, "bruijn": bruijn}
    options = {name: value for name, value in options.items() if value not in ("0", "")}
    if row["filter_R"] != _OFF:
        options["constrain"] = "auto"
    for name, column in (("parity_filter", "filter_P"), ("volume_filter", "filter_V"), ("fit_filter", "filter_F")):
        if row[column] != _OFF:
            options[name] = row[column]
    for name, column in (("parity_trigger", "trigger_P"), ("volume_trigger", "trigger_V")):
        if row[column] != _OFF:
            options[name] = "1"
    return options


def _order(word: str) -> str:
    """``35x`` as ``x=35``, ``35a@160`` as ``a@160=35``; nothing for ``0``, where DLX is not used."""
    threshold = word[: len(word) - len(word.lstrip("0123456789"))]
    heuristic = word[len(threshold) :]
    return f"{heuristic}={threshold}" if heuristic else ""


def _seconds(text: str) -> float:
    hours, minutes, seconds = text.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def _whole(text: str) -> int:
    return int(text.replace(",", ""))
