"""Reads the inputs of studies: campaigns, and tables of their commands within bounds, errors with file and line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.terminal.command import WORKPLACE
from tilings.reports.chapters.machines import kinds
from tilings.reports.data.campaign import Results, read_results
from tilings.reports.data.rows import holds_runs

if TYPE_CHECKING:
    from pandas import DataFrame, Series

PUBLISHED = WORKPLACE / "results" / "published"
REPRODUCED = "reproduce"  # the folder that `make reproduce` writes
_LONGEST_HEADER = 10_000


@dataclass(frozen=True)
class Schema:
    """A table, NAME.csv. words, numbers: the columns that it needs; a number is at least 0.

    blank: by its name, in which rows a number may be missing.
    """

    name: str
    words: Sequence[str]
    numbers: Sequence[str]
    blank: Mapping[str, Callable[[DataFrame], Any]] = field(default_factory=dict)


def table(folder: Path, schema: Schema) -> DataFrame | None:
    """A table in a folder or in its folder `reproduce`; None if it is missing or has no row.

    Raises UserError where it is not of its schema.
    """
    import pandas as pd

    places = [home / f"{schema.name}.csv" for home in (folder, folder / REPRODUCED)]
    path = next((place for place in places if place.exists()), None)
    if path is None:
        return None
    try:
        with files.opened(path) as file:
            if len(file.readline(_LONGEST_HEADER + 1)) > _LONGEST_HEADER:  # pandas takes a minute for 100,000 columns
                raise UserError(f"{path}: not a table (its first line has more than {_LONGEST_HEADER} letters)")
            file.seek(0)
            cells = pd.read_csv(file, dtype=str, keep_default_na=False).fillna("")
    except (ValueError, OSError) as error:
        raise UserError(f"{path}: not a table ({error})") from None
    if missing := [column for column in (*schema.words, *schema.numbers) if column not in cells]:
        raise UserError(f"{path} lacks the column {missing[0]}")
    if cells.empty:
        return None
    for column in schema.numbers:
        cells[column] = _numbers(path, cells, column, schema)
    return cells


def _numbers(path: Path, table: DataFrame, column: str, schema: Schema) -> Series:
    """The cells of a column as numbers, NaN where one may be blank; raises UserError for the first other cell."""
    import pandas as pd

    cells = table[column]
    numbers = pd.to_numeric(cells, errors="coerce")
    sound = numbers.between(0, float("inf"), inclusive="left")
    if column in schema.blank:
        sound |= (cells == "") & schema.blank[column](table)
    if not sound.all():
        place = int((~sound).to_numpy().argmax())
        raise UserError(f"{path}, line {place + 2}: {column} takes a number from 0, not '{cells.iloc[place]}'")
    return numbers


def campaigns(folder: Path, names: Collection[str]) -> dict[str, Results]:
    """The named campaigns in folders of their names, or else in this folder; each with the runs of one kind of machine.

    Raises UserError where there is no such folder.
    """
    homes = {name: folder / name for name in names if (folder / name).is_dir()}
    results = {name: read_results(home) for name, home in homes.items() if holds_runs(home)}
    if not results and holds_runs(folder):
        single = read_results(folder)
        results = {single.name: single} if single.name in names else {}
    return {name: kinds(campaign)[0][1] for name, campaign in results.items() if len(campaign.runs)}
