"""What the studies are made of: campaigns by name, and the files that other commands write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from models import files
from models.problem import UserError
from models.terminal.command import ROOT
from reports.chapters.machines import kinds
from reports.data import certified, tam_runs
from reports.data.campaign import Results, read_results
from reports.data.certified import Certified
from reports.data.rows import holds_runs

if TYPE_CHECKING:
    from pandas import DataFrame, Series

REPORT, TRIOMINOES, HARDNESS, SQUARES = "triominoes-report", "triominoes", "triominoes-hardness", "squares"
ENGINES = "engines"
ABLATIONS = ("squares-ablation", "triominoes-ablation")
CAMPAIGNS = (REPORT, TRIOMINOES, HARDNESS, SQUARES, ENGINES, *ABLATIONS)
PUBLISHED = ROOT / "results" / "published"
REPRODUCED = "reproduce"  # the folder of what `make reproduce` writes
_LONGEST_HEADER = 10_000
_NEEDED = {
    "table2": "case,instance,settings,scale,published_trials,trials,published_attempts,published_fits,published_unique,"
    "published_s,attempts,fits,unique,fits_error,unique_error,user_s,equal",
    "effort": "case,remaining,attempts,fits",
    "peers": "instance,name,ours,round,user_s,wall_s,ended,known",
}
_WORDS = {"case", "instance", "settings", "scale", "equal", "name", "ours", "ended", "known"}  # all others are numbers
_ABSENT = {"fits_error", "unique_error", "attempts"}  # may be blank, attempts where a search was not complete


@dataclass(frozen=True)
class Studies:
    """The experiments in a folder. campaigns: by name, each with the runs of one kind of machine.

    certified: what is proven of h(n). published: the runs that G. Tam published. table2, effort, peers: the tables of
    these names. None where there are none.
    """

    folder: Path
    campaigns: dict[str, Results]
    certified: Certified | None
    published: DataFrame | None
    table2: DataFrame | None
    effort: DataFrame | None
    peers: DataFrame | None

    def __bool__(self) -> bool:
        parts = (self.certified, self.published, self.table2, self.effort, self.peers)
        return bool(self.campaigns) or any(part is not None for part in parts)

    @cached_property
    def days(self) -> list[str]:
        """The days of the campaigns' runs."""
        started = [time for each in self.campaigns.values() for time in each.runs["started_at"]]
        return sorted({time[:10] for time in started if time})


def load(folder: Path) -> Studies:
    """The experiments in a folder: campaigns in folders of their names or in this one, files in it or in `reproduce`.

    Beside campaigns on his boards stand the runs that G. Tam published, which this repository holds.
    Raises UserError where there is none, or where a file is not of its schema.
    """
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder")
    campaigns, his = _campaigns(folder), tam_runs.load(folder)
    if his is None and {REPORT, TRIOMINOES} & set(campaigns):
        his = tam_runs.load(PUBLISHED)
    found = Studies(folder, campaigns, certified.load(folder), his, *(_read(folder, name) for name in _NEEDED))
    if not found:
        raise UserError(f"{folder} holds no experiments: no folder of {', '.join(CAMPAIGNS)} or certify")
    return found


def _campaigns(folder: Path) -> dict[str, Results]:
    found = {name: read_results(folder / name) for name in CAMPAIGNS if _ran(folder / name)}
    if not found and holds_runs(folder):
        own = read_results(folder)
        found = {own.name: own} if own.name in CAMPAIGNS else {}
    return {name: kinds(each)[0][1] for name, each in found.items() if len(each.runs)}


def _ran(home: Path) -> bool:
    return home.is_dir() and holds_runs(home)


def _read(folder: Path, name: str) -> DataFrame | None:
    import pandas as pd

    places = [home / f"{name}.csv" for home in (folder, folder / REPRODUCED)]
    path = next((place for place in places if place.exists()), None)
    if path is None:
        return None
    needed = _NEEDED[name].split(",")
    try:
        with files.opened(path) as file:
            if len(file.readline(_LONGEST_HEADER + 1)) > _LONGEST_HEADER:  # pandas takes a minute for 100,000 columns
                raise UserError(f"{path}: not a table (its first line has more than {_LONGEST_HEADER} letters)")
            file.seek(0)
            found = pd.read_csv(file, dtype=str, keep_default_na=False).fillna("")
    except (ValueError, OSError) as error:
        raise UserError(f"{path}: not a table ({error})") from None
    if missing := [column for column in needed if column not in found]:
        raise UserError(f"{path} lacks the column {missing[0]}")
    if found.empty:
        return None
    for column in set(needed) - _WORDS:
        found[column] = _numbers(path, found, column)
    if name == "peers":
        found["ours"] = found["ours"].str.lower() == "true"
    return found.drop_duplicates("case", keep="last") if name == "table2" else found


def _numbers(path: Path, found: DataFrame, column: str) -> Series:
    """The cells of a column as numbers, NaN where one may be blank; raises UserError for the first other cell."""
    import pandas as pd

    cells = found[column]
    numbers = pd.to_numeric(cells, errors="coerce")
    sound = numbers.between(0, float("inf"), inclusive="left")
    if column in _ABSENT:
        whole = found.get("scale", "complete") == "complete" if column == "attempts" else False
        sound |= (cells == "") & ~pd.Series(whole, index=found.index)
    if not sound.all():
        place = int((~sound).to_numpy().argmax())
        raise UserError(f"{path}, line {place + 2}: {column} takes a number from 0, not '{cells.iloc[place]}'")
    return numbers
