"""The data of the matrix, the plots and the scores: cases, configurations, for each run a row of codes and times."""

from __future__ import annotations

from typing import Any

from reports.chapters import machines
from reports.data.campaign import OUTCOMES, Results
from reports.page import clocks, heatmap
from reports.page.columns import coded, numbers, plain
from reports.plot import outcomes
from reports.plot.style import configuration_styles, solver_colour
from reports.scores import CASE, FEWEST_CASES, FLOOR_S, median_runs
from reports.scores.clocks import CLOCKS, times

_BEST = "#555555"  # the colour of the virtual best
_CASE_FACTS = (*CASE, "size", "tiles", "difficulty", "limit")


def of(results: Results) -> dict[str, Any]:
    """Keys: outcomes, with colours and meanings; kinds of machines, which never share a view; slow, the colour of the
    slowest solved run; cases and configurations, in the PDF's order; plot, the least time and the fewest cases that are
    drawn, the colour of the virtual best; scores, for each kind and clock what
    `clocks.scores` gives, heatmaps likewise what `heatmap.of` gives; runs, by column.

    A run's case, configuration, outcome and kind are indices into these lists; of each clock there is its time in
    seconds, and for both whether it is the median run of its cell, which is chosen by the wall time as in the PDF. A
    case's limit is the largest wall limit of its family and goal, on which its colours depend. Configurations that are
    a reference come last. The dashes of a configuration's line differ by family, within which they tell the
    configurations of a paradigm apart.
    """
    runs = results.runs
    runs = runs.assign(
        limit=runs.groupby(["family", "goal"])["wall_limit_s"].transform("max").astype(float), row=range(len(runs))
    )
    cases = runs.drop_duplicates(CASE)[list(_CASE_FACTS)].sort_values(CASE)
    settings = runs.drop_duplicates("configuration")
    settings = settings.sort_values(["ranked", "solver", "configuration"], ascending=[False, True, True])
    look = {family: configuration_styles(part) for family, part in runs.groupby("family", sort=True)}
    case_at = {tuple(key): place for place, key in enumerate(cases[CASE].itertuples(index=False))}
    setting_at = {name: place for place, name in enumerate(settings["configuration"])}
    names = list(OUTCOMES)
    kinds = machines.kinds(results)
    kind_at = {name: place for place, (name, _) in enumerate(kinds)}
    median = [median_runs(runs[runs["kind"] == name]) for name in kind_at]
    chosen = {row for found in median for row in found["row"]}
    return {
        "outcomes": [
            {"name": name, "meaning": meaning, "word": _word(name), "fill": _hex(outcomes.fill(name, 0, 1))}
            for name, meaning in OUTCOMES.items()
        ],
        "kinds": [name for name, _ in kinds],
        "plot": {"floor": FLOOR_S, "fewest": FEWEST_CASES, "best": _BEST},
        "slow": _hex(outcomes.fill("solved", 1, 1)),
        "cases": [[plain(_known(cell)) for cell in row] for row in cases.itertuples(index=False)],
        "configurations": [
            {
                "name": row.configuration,
                "solver": row.solver,
                "formulation": row.formulation,
                "paradigm": row.paradigm,
                "reference": not row.ranked,
                "colour": solver_colour(row.solver, row.paradigm),
                "dashes": {
                    family: _dash(known[row.configuration]["linestyle"])
                    for family, known in look.items()
                    if row.configuration in known
                },
            }
            for row in settings.itertuples()
        ],
        "heatmaps": [
            {clock: heatmap.of(clocks.timed(part.runs, clock), clock) for clock in CLOCKS} for _, part in kinds
        ],
        "scores": [
            {clock: clocks.scores(part, clocks.timed(found, clock), setting_at) for clock in CLOCKS}
            for (_, part), found in zip(kinds, median, strict=True)
        ],
        "runs": {
            "case": [case_at[tuple(key)] for key in runs[CASE].itertuples(index=False)],
            "configuration": [setting_at[name] for name in runs["configuration"]],
            "kind": coded(kind_at[name] for name in runs["kind"]),
            "outcome": [names.index(name) for name in runs["outcome"]],
            "counts": coded(map(int, runs["compared"])),
            "disturbed": coded(map(int, runs["disturbed"])),
            "limit": coded(numbers(runs["wall_limit_s"].astype(float))),
            "time": {clock: numbers(times(runs, clock)) for clock in CLOCKS},
            "median": [int(row in chosen) for row in runs["row"]],
        },
    }


def _word(outcome: str) -> str:
    return "" if outcome == "solved" else outcomes.word(outcome, 0.0)


def _hex(colour: tuple[float, float, float]) -> str:
    from matplotlib.colors import to_hex

    return str(to_hex(colour))


def _known(value: Any) -> Any:
    return None if value != value else value


def _dash(style: Any) -> list[float]:
    """The lengths of dashes and gaps, in widths of the line; empty for a solid line."""
    return [] if isinstance(style, str) else list(style[1])
