"""Figures of the ladder of triomino-domino boards: median times by class, and the outcome of each run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilings.reports.english import as_ratio, count, listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, name_rows
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank, outcome_colour, solver_colour
from tilings.reports.scores import floored
from tilings.runners.record.results import FLOOR_S
from tilings.studies.tam.ladder import CLASSES, PUBLISHED_CLASSES, ours, theirs, times

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

_HIGH = 2.3  # inches
_MARKERS = ("o", "s", "^", "D", "v", "P", "*", "h")
_DASHES = ("solid", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))


def class_times(sources: dict[str, DataFrame]) -> Drawing:
    """A line a configuration, native searches in grey; no figure where a source has no two classes.

    The title says how the median time over all ranked runs grows from the easiest to the hardest published class,
    of the sources in which both are below the limit.
    """
    known = {name: part for name, part in sources.items() if part["class"].nunique() > 1}
    if not any(part["solved"].any() for part in known.values()):
        return NOTHING
    made = blank(_HIGH + 0.3)
    grid = made.subplots(1, len(known), squeeze=False).ravel()
    for axes, (name, part) in zip(grid, known.items(), strict=True):
        axes.set_title(name.capitalize(), loc="left", weight="bold")
        _panel(axes, part)
    grid[0].set_ylabel("median time (s)")
    sentence = (
        "Medians of wall times, an unsolved run counting as its limit (dotted). Every panel has an axis of its own: "
        "times on different machines cannot be compared, but their growth can. Published extreme times are means of "
        "his figure 9, read off approximately."
    )
    return Drawing(_title(known), made, sentence)


def outcomes(runs: DataFrame) -> Drawing:
    """A row a configuration, those of the report's models first, a column an instance; no figure without runs.

    The title says how many instances each side solves with all configurations together.
    """
    if runs.empty:
        return NOTHING
    said = []
    for words, part in (("the report's models", theirs(runs)), ("ours", ours(runs))):
        if not part.empty:
            solved = part[part["solved"]]["instance"].nunique()
            said.append(f"{words} solve {solved} of {count(part['instance'].nunique(), 'instance')}")
    text = (
        "A row a configuration, the report's models above the line, the fastest first, with how many it solved; a "
        "column an instance, by class, tiles and side. Green from dark (fast) to pale (slow): solved; grey: at the "
        "limit; yellow: with a board; white: not run."
    )
    return Drawing(f"Together {', '.join(said)}", _matrix(runs), text)


def _title(known: dict[str, DataFrame]) -> str:
    said = []
    for name, part in known.items():
        ranked = part[part["ranked"]]
        own = [name for name in PUBLISHED_CLASSES if (ranked["class"] == name).any()]
        if len(own) > 1:
            ratio, bound = times(*(ranked[ranked["class"] == each] for each in (own[-1], own[0])))
            if not bound:
                said.append((own[0], own[-1], f"{as_ratio(ratio)} times with {name}"))
    if not said:
        return "Times by class"
    return f"From {said[0][0]} to {said[0][1]} boards the median time grows {listed([each[2] for each in said])}"


def _panel(axes: Axes, runs: DataFrame) -> None:
    looks, lines = styles(runs), {name: _medians(part) for name, part in runs.groupby("configuration")}
    for name, line in lines.items():
        axes.plot(line, linewidth=1.1, markersize=3, **looks[name])
    present = sorted(set(runs["class"]), key=CLASSES.index)
    axes.set_xticks([CLASSES.index(name) for name in present], present, rotation=40, ha="right", rotation_mode="anchor")
    _time_axis(axes, runs)
    place = axes.transScale + axes.transLimits
    labels = [
        Label(float(place.transform((line.index[-1], line.iloc[-1]))[1]), short(name), looks[name]["color"],
              looks[name]["linestyle"])
        for name, line in lines.items()
    ]  # fmt: skip
    beside(axes, labels, _HIGH - 0.4)


def colours(runs: DataFrame) -> dict[str, str]:
    """The colour of each configuration."""
    own = runs.drop_duplicates("configuration")
    return dict(zip(own["configuration"], map(solver_colour, own["solver"], own["paradigm"]), strict=True))


def styles(runs: DataFrame) -> dict[str, dict[str, Any]]:
    """Line and marker settings for each configuration: its colour, then one dash and marker each in its paradigm."""
    found, shades = {}, colours(runs)
    for _, part in runs.groupby("paradigm", sort=True):
        for number, configuration in enumerate(sorted(part["configuration"].unique())):
            found[configuration] = {
                "color": shades[configuration],
                "linestyle": _DASHES[number % len(_DASHES)],
                "marker": _MARKERS[number % len(_MARKERS)],
            }
    return found


def _time_axis(axes: Axes, runs: DataFrame) -> None:
    """Make the y axis a logarithmic time axis, up to just beyond the limit, which is drawn."""
    limit = runs["wall_limit_s"].max()
    log_axis(axes, "y", max(FLOOR_S, floored(runs["charged_s"]).min()) * 0.7, limit * 1.6)
    axes.axhline(limit, color="#999999", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)


def short(configuration: str) -> str:
    """A configuration's short name: the strategy for the report's models, else the solver, for a MIP with its model.

    >>> short("gecode/cp_pairwise [strategy=position]"), short("clingo/asp_cell")
    ('position', 'clingo')
    """
    solver, _, rest = configuration.partition("/")
    language, _, model = rest.partition(" ")[0].partition("_")
    return rest.partition("=")[2].rstrip("]") or (f"{solver} {model}" if language == "mip" else solver)


def _medians(part: DataFrame) -> Series:
    return floored(part["charged_s"]).groupby(part["class"].map(CLASSES.index)).median()


def _matrix(runs: DataFrame) -> Figure:
    names = [*order(theirs(runs)), *order(ours(runs))]
    columns = _columns(runs)
    made = blank(0.18 * len(names) + 0.4)
    axes = made.subplots()
    at = {name: place for place, name in enumerate(columns["instance"])}
    image = [[(1.0, 1.0, 1.0)] * len(columns) for _ in names]
    limit = runs["wall_limit_s"].max()
    for run in runs.itertuples():
        image[names.index(run.configuration)][at[run.instance]] = outcome_colour(run.outcome, run.time_s, limit)
    axes.imshow(image, aspect="auto", interpolation="nearest", extent=(0, len(columns), len(names) - 0.5, -0.5))
    axes.hlines([row + 0.5 for row in range(len(names) - 1)], 0, len(columns), color="white", linewidth=1)
    axes.axhline(len(order(theirs(runs))) - 0.5, color="black", linewidth=0.7)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    shades = colours(runs)
    name_rows(axes, names, (shades[name] for name in names))
    for row, name in enumerate(names):
        own = runs[runs["configuration"] == name]
        words = f"{int(own['solved'].sum())}/{len(own)}"
        axes.text(1.01, row, words, transform=axes.get_yaxis_transform(), va="center", color="#444444", fontsize=8)
    ends = columns.groupby("class")["place"].agg(["min", "max"])
    for name, (first, last) in ends.iterrows():
        axes.axvline(first, color="black", linewidth=0.7)
        axes.text((first + last + 1) / 2, -0.75, name, ha="center", va="bottom")
    axes.set_xticks([])
    axes.tick_params(length=0)
    return made


def order(runs: DataFrame) -> list[str]:
    """Configurations by their median time, an unsolved run counting as its limit; native searches last."""
    times = runs.groupby("configuration").agg(
        ranked=("ranked", "first"), time=("charged_s", "median"), mean=("charged_s", "mean")
    )
    return list(times.sort_values(["ranked", "time", "mean"], ascending=[False, True, True], kind="stable").index)


def _columns(runs: DataFrame) -> DataFrame:
    """Instances by class, tiles and side, with their place."""
    every = runs.drop_duplicates("instance").assign(rank=runs["class"].map(CLASSES.index))
    found = every.sort_values(["rank", "tiles", "size", "instance"])[["instance", "class"]]
    return found.assign(place=range(len(found)))
