"""The data of the matrix and the plot: cases, configurations, and for each run a row of codes and seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.chapters import machines
from reports.data.campaign import OUTCOMES, Results
from reports.figures import cactus
from reports.page.columns import coded, numbers, plain
from reports.plot import outcomes
from reports.plot.style import colour, configuration_styles
from reports.scores import CASE, FLOOR_S

if TYPE_CHECKING:
    from pandas import DataFrame

_CASE_FACTS = (*CASE, "size", "tiles", "difficulty")


def of(results: Results) -> dict[str, Any]:
    """Keys: outcomes, with colours and meanings; kinds of machines, which never share a view; family, the one with most
    runs; slow, the colour of the slowest solved run; cases and configurations, in the PDF's order; plot, the least time
    that is drawn, the colour of the virtual best and the parts of the sentence; runs, by column.

    A run's case, configuration, outcome and kind are indices into these lists; median: whether it is the median run of
    its cell; fill and word: the colour and text of its cell, as in the PDF's matrix of its family and goal; time and
    limit are seconds. Configurations that are a reference come last. The dashes of a configuration's line differ by
    family, within which they tell the configurations of a paradigm apart.
    """
    runs = results.runs
    cases = runs.drop_duplicates(CASE)[list(_CASE_FACTS)].sort_values(CASE)
    settings = runs.drop_duplicates("configuration")
    settings = settings.sort_values(["ranked", "solver", "configuration"], ascending=[False, True, True])
    look = {family: configuration_styles(part) for family, part in runs.groupby("family", sort=True)}
    case_at = {tuple(key): place for place, key in enumerate(cases[CASE].itertuples(index=False))}
    setting_at = {name: place for place, name in enumerate(settings["configuration"])}
    names = list(OUTCOMES)
    kinds = machines.kinds(results)
    kind_of = {run_id: place for place, (_, part) in enumerate(kinds) for run_id in part.runs["run_id"]}
    medians = {run_id for _, part in kinds for run_id in part.median["run_id"]}
    return {
        "outcomes": [
            {"name": name, "meaning": meaning, "word": _word(name), "fill": _hex(outcomes.fill(name, 0, 1))}
            for name, meaning in OUTCOMES.items()
        ],
        "kinds": [name for name, _ in kinds],
        "family": runs["family"].value_counts(sort=False).idxmax() if len(runs) else "",
        "plot": {"floor": FLOOR_S, "best": cactus.BEST, "words": cactus.WORDS},
        "slow": _hex(outcomes.fill("solved", 1, 1)),
        "cases": [[plain(_known(cell)) for cell in row] for row in cases.itertuples(index=False)],
        "configurations": [
            {
                "name": row.configuration,
                "solver": row.solver,
                "formulation": row.formulation,
                "paradigm": row.paradigm,
                "reference": not row.ranked,
                "colour": colour(row.paradigm),
                "dashes": {
                    family: _dash(known[row.configuration]["linestyle"])
                    for family, known in look.items()
                    if row.configuration in known
                },
            }
            for row in settings.itertuples()
        ],
        "runs": {
            "case": [case_at[tuple(key)] for key in runs[CASE].itertuples(index=False)],
            "configuration": [setting_at[name] for name in runs["configuration"]],
            "kind": coded(kind_of[run_id] for run_id in runs["run_id"]),
            "outcome": [names.index(name) for name in runs["outcome"]],
            "median": [int(run_id in medians) for run_id in runs["run_id"]],
            "solved": [int(solved) for solved in runs["solved"]],
            "time": numbers(runs["time_s"].astype(float)),
            "limit": coded(numbers(runs["wall_limit_s"].astype(float))),
            "fill": coded(_fills(runs)),
            "word": coded(map(outcomes.word, runs["outcome"], runs["time_s"])),
        },
    }


def _fills(runs: DataFrame) -> list[str]:
    """Each run's colour on the scale of its family and goal, from dark at 10 ms to pale at the limit."""
    limits = runs.groupby(["family", "goal"])["wall_limit_s"].transform("max")
    known: dict[tuple[str, str, float], str] = {}
    found = []
    for outcome, time_s, limit in zip(runs["outcome"], runs["time_s"].fillna(0.0), limits, strict=True):
        key = (outcome, f"{time_s:.1e}", limit)  # finer differences of colour cannot be seen
        if key not in known:
            known[key] = _hex(outcomes.fill(outcome, float(key[1]), limit))
        found.append(known[key])
    return found


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
