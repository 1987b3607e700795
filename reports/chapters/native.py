"""The chapter on the native engine: a published table run again, and other solvers timed beside ours.

Its data are CSV files that other commands than the campaign's write: table2.csv and effort.csv (`runners.reproduce`),
peers.csv (`runners.peers`). They are taken from the campaign's folder, else from the published results.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.problem import UserError
from reports.chapters import busche
from reports.figures import effort
from reports.figures import peers as timings
from reports.figures.drawing import written
from reports.text.english import as_ratio, count, seconds
from reports.text.tables import grid

if TYPE_CHECKING:
    from pandas import DataFrame

_NEEDED = {
    "table2": "case,instance,settings,scale,published_trials,trials,published_attempts,published_fits,published_unique,"
    "published_s,attempts,fits,unique,fits_error,unique_error,user_s,equal",
    "effort": "case,remaining,attempts,fits",
    "peers": "instance,name,ours,round,user_s,ended,known,command",
}
_SHORT = {"constrain": "R", "parity_filter": "P", "volume_filter": "V", "fit_filter": "F",
          "parity_trigger": "p", "volume_trigger": "v"}  # fmt: skip
_NEAR = 2  # standard errors


@dataclass(frozen=True)
class Native:
    """The tables that were found, else None: rows of the published table, effort by remaining pieces, timed commands.

    elsewhere: the folder that they come from, where it is not the campaign's.
    """

    table2: DataFrame | None
    effort: DataFrame | None
    peers: DataFrame | None
    elsewhere: str

    def __bool__(self) -> bool:
        return self.table2 is not None or self.peers is not None


def load(folder: Path, published: Path) -> Native:
    """The files in a folder, else those in the other; raises UserError where a file is not of its schema."""
    home = folder if any((folder / f"{name}.csv").exists() for name in _NEEDED) else published
    found = {name: _read(home / f"{name}.csv", columns.split(",")) for name, columns in _NEEDED.items()}
    same = home.resolve() == folder.resolve()
    return Native(**found, elsewhere="" if same else home.name)


def configuration(settings: str) -> str:
    """A row's settings in short.

    >>> configuration("order=f=12 mch=11 bruijn=4 constrain=auto volume_filter=12 parity_trigger=1")
    'f=12 mch=11 bruijn=4 R V=12 p'
    """
    words = []
    for word in settings.split():
        name, _, value = word.partition("=")
        if name == "order":
            words.append(value)
        elif name not in _SHORT:
            words.append(word)
        else:
            words.append(_SHORT[name] + (f"={value}" if name.endswith("_filter") else ""))
    return " ".join(words)


def complete(rows: DataFrame) -> dict[str, Any]:
    """The rows that were run completely: effort, published and, where it differs, ours; and times as ratios.

    A ratio is the time by that of the first such case of the same puzzle, on the same machine.
    """
    whole = rows[rows["scale"] == "complete"]
    first = whole.groupby("instance", sort=False)[["published_s", "user_s"]].transform("first")
    body = []
    for row, base in zip(whole.to_dict("records"), first.to_dict("records"), strict=True):
        cells = []
        for name in ("attempts", "fits", "unique"):
            theirs, ours = int(row[f"published_{name}"]), int(row[name])
            cells.append(f"{theirs:,}" if ours == theirs else f"{theirs:,}\n≠ {ours:,}")
        times = [as_ratio(row[name] / base[name], "") for name in ("published_s", "user_s")]
        body.append([row["case"], configuration(row["settings"]), *cells, *times])
    return grid(["case", "settings", "attempts", "fits", "unique", "his time ×", "our time ×"], body, left=2)


def sampled(rows: DataFrame) -> dict[str, Any]:
    """The rows that were run in part: means over trials, or estimates of a whole search, with standard errors."""
    body = []
    for row in rows[rows["scale"] != "complete"].to_dict("records"):
        theirs, ours = _unit(row["published_trials"]), _unit(row["trials"])
        deviation = _deviation(row)
        body.append(
            [
                row["case"], configuration(row["settings"]), row["scale"],
                " or ".join(f"{fits / theirs:,.0f}" for fits in _published_fits(row)),
                f"{row['fits'] / ours:,.0f} ± {row['fits_error'] / ours:,.0f}",
                "–" if deviation is None else f"{deviation:+.1f}",
                _solutions(row["published_unique"] / theirs, 0.0),
                _solutions(row["unique"] / ours, row["unique_error"] / ours),
            ]
        )  # fmt: skip
    header = ["case", "settings", "sample", "fits", "ours", "errors off", "unique", "ours"]
    return grid(header, body, left=3)


def agreement(rows: DataFrame) -> str:
    """In words: how many rows are equal to the published ones, and how near the sampled ones are."""
    whole, part = rows[rows["scale"] == "complete"], rows[rows["scale"] != "complete"]
    said = []
    if len(whole):
        equal, unique = int((whole["equal"] == "yes").sum()), int((whole["unique"] == whole["published_unique"]).sum())
        said.append(
            f"Of {count(len(whole), 'row')} that ran completely, {unique} have the published number of solutions, and "
            f"{equal} agree in attempts and fits as well."
        )
    off = [deviation for row in part.to_dict("records") if (deviation := _deviation(row)) is not None]
    if off:
        near = sum(abs(value) <= _NEAR for value in off)
        said.append(
            f"Of {count(len(off), 'row')} that were sampled, {near} lie within {_NEAR} of our standard errors of the "
            "published fits, whose own error is not known."
        )
    return " ".join(said)


def peers(rows: DataFrame) -> dict[str, Any]:
    """Median user seconds of each command on each instance, and its ratios to our first command, by round."""
    names, instances = list(dict.fromkeys(rows["name"])), list(dict.fromkeys(rows["instance"]))
    base = rows[rows["name"] == names[0]].set_index(["instance", "round"])["user_s"]
    body = []
    for name in names:
        mine = rows[rows["name"] == name]
        cells = [_cost(mine[mine["instance"] == instance], base, name == names[0]) for instance in instances]
        body.append([name + (" (ours)" if mine["ours"].all() else ""), *cells])
    return grid(["command", *instances], body)


def commands(rows: DataFrame) -> list[list[str]]:
    """Name and command of each, once for each way it was called."""
    names = dict.fromkeys(rows["name"])
    return [[name, command] for name in names for command in dict.fromkeys(rows[rows["name"] == name]["command"])]


def _read(path: Path, columns: list[str]) -> DataFrame | None:
    import pandas as pd

    if not path.exists():
        return None
    try:
        found = pd.read_csv(path, keep_default_na=False, na_values={name: [""] for name in _NUMBERS})
    except (ValueError, OSError) as error:
        raise UserError(f"{path}: not a table ({error})") from None
    if missing := [name for name in columns if name not in found]:
        raise UserError(f"{path} lacks the column {missing[0]}")
    if found.empty:
        return None
    return found.drop_duplicates("case", keep="last") if path.stem == "table2" else found


_NUMBERS = ("attempts", "fits", "unique", "fits_error", "unique_error", "user_s")


def _unit(trials: float) -> float:
    """By what a row's sums are divided: its trials, or 1 for a whole search."""
    return trials or 1


def _published_fits(row: dict[Any, Any]) -> list[float]:
    """Fits as published; with dancing links alone attempts should equal them, and both are given where they differ."""
    alone = not any(name in row["settings"] for name in ("mch", "bruijn"))
    return list(dict.fromkeys([row["published_attempts"], row["published_fits"]] if alone else [row["published_fits"]]))


def _deviation(row: dict[Any, Any]) -> float | None:
    """By how many of our standard errors our fits are off the nearest published figure; None without an error."""
    ours, theirs = _unit(row["trials"]), _unit(row["published_trials"])
    error = row["fits_error"] / ours
    if not error > 0:
        return None
    return float(min(((row["fits"] / ours - fits / theirs) / error for fits in _published_fits(row)), key=abs))


def _solutions(value: float, error: float) -> str:
    if not value:
        return "none met"
    shown = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
    return f"{shown} ± {error:.2f}" if error else shown


def _cost(runs: DataFrame, base: Any, first: bool) -> str:
    if runs.empty:
        return "–"
    if ended := sorted(set(runs["ended"]) - {"finished"}):
        return f"not in {runs['wall_s'].max():.0f} s" if ended == ["wall"] else ended[0]
    shown = f"{seconds(runs['user_s'].median())} s"
    wrong = "\nwrong count" if (runs["known"] == "no").any() else ""
    ratios = runs.set_index(["instance", "round"])["user_s"] / base
    ratios = ratios.dropna()
    if first or ratios.empty:
        return shown + wrong
    spread = f" ({_ratio(ratios.min())}–{_ratio(ratios.max())})" if len(ratios) > 1 else ""
    return f"{shown}\n× {_ratio(ratios.median())}{spread}{wrong}"


def _ratio(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def chapter(found: Native, folder: Path) -> dict[str, Any] | None:
    """The chapter on the native engine, without the parts that have no data; None if none has."""
    if not found:
        return None
    said: dict[str, Any] = {"elsewhere": found.elsewhere}
    if found.table2 is not None:
        said |= {
            "agreement": agreement(found.table2),
            "claims": busche.claims(found.table2),
            "order": busche.order(found.table2),
            "misprints": busche.misprints(found.table2),
            "complete": complete(found.table2),
            "sampled": sampled(found.table2),
        }
    if found.effort is not None:
        said["effort"] = written(effort.draw(found.effort), folder, "native-effort")
    if found.peers is not None:
        said |= {"peers": peers(found.peers), "commands": commands(found.peers)}
        said["timings"] = written(timings.draw(found.peers), folder, "native-peers")
    return said
