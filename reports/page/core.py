"""The core block of the page: summary, cases, configurations, their scores, and each run's outcome and time."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from tilings.reports.analysis.pairs import PAIR
from tilings.reports.chapters import machines, own_models
from tilings.reports.chapters.caveats import alarms, clashes, notices
from tilings.reports.data.campaign import OUTCOMES, Results
from tilings.reports.data.machine_classes import memory
from tilings.reports.data.tasks import tasks
from tilings.reports.english import ASSUMED, count, listed
from tilings.reports.figures.solver_by_model import layout, sentence
from tilings.reports.page import reach
from tilings.reports.page.runs import coded, numbers, plain
from tilings.reports.plot.heatmap import outcome_colour
from tilings.reports.plot.style import configuration_styles, solver_colour
from tilings.reports.reach.findings import Findings, findings
from tilings.reports.reach.sentences import opening
from tilings.reports.scores import CASE, CLOCKS, FEWEST_CASES, FLOOR_S, median_runs, times
from tilings.runners.record.schema import GIVEN_UP, SKIPPED

if TYPE_CHECKING:
    from pandas import DataFrame

SCORES = ("solved", "cases", "complete", "mean", "par2")
# In a cell of the matrix; a solved run has its seconds instead.
_WORDS = {
    "incumbent": "found", "timeout": "time", "memory": "mem", "failed": "fail", GIVEN_UP: ASSUMED, SKIPPED: "skip",
    "wrong": "wrong", "doubtful": "?", "absent": "·",
}  # fmt: skip
_BEST = "#555555"  # the colour of the virtual best
_CASE_FACTS = (*CASE, "size", "tiles", "difficulty", "limit", "ladder")
_MOST_COLUMNS = 200  # of the picture of solver by model; the page's table scrolls


def of(results: Results, pdf: str) -> dict[str, Any]:
    """The core block; pdf: the address of the report, empty without one.

    Keys: summary; reach (`reports.page.reach`) on the first kind of machine, empty where no ladder was climbed;
    models, the table of the user's own models (`_models`); climbed, whether ladders were climbed, so that there are no
    scores and heatmaps; outcomes, with colours and meanings; kinds of machines, which never share a view; slow, the
    colour of the slowest solved run; cases and configurations, in the PDF's order; plot, the least time and the fewest
    cases that are drawn, the colour of the virtual best; scores (`_scores`) and heatmaps (`_heatmap`), for each kind
    and clock; runs, by column.

    A run's case, configuration, outcome and kind are indices into these lists; its times are in seconds by each clock;
    median: whether it is the median run of its cell, by the wall time as in the PDF. A case's limit is the largest wall
    limit of its family and goal, on which its colours depend. Reference configurations come last. The dashes of lines
    differ between the configurations of a paradigm in a family.
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
    found = findings(kinds[0][1]) if kinds else None
    scored = [] if results.climbed else list(zip(kinds, median, strict=True))
    return {
        "summary": summary(results, found) | {"pdf": pdf},
        "reach": reach.of(runs[runs["kind"] == kinds[0][0]], found) if found else [],
        "climbed": results.climbed,
        "models": _models(results),
        "outcomes": [
            {"name": name, "meaning": meaning, "word": _WORDS.get(name, ""), "fill": _hex(outcome_colour(name, 0, 1))}
            for name, meaning in OUTCOMES.items()
        ],
        "kinds": [name for name, _ in kinds],
        "plot": {"floor": FLOOR_S, "fewest": FEWEST_CASES, "best": _BEST},
        "slow": _hex(outcome_colour("solved", 1, 1)),
        "cases": [[plain(cell) for cell in row] for row in cases.itertuples(index=False)],
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
        ],  # fmt: skip
        "heatmaps": [{clock: _heatmap(_timed(part.runs, clock), clock) for clock in CLOCKS} for (_, part), _ in scored],
        "scores": [
            {clock: _scores(part, _timed(found, clock), setting_at) for clock in CLOCKS}
            for (_, part), found in scored
            if not part.own_models
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


def _hex(colour: tuple[float, float, float]) -> str:
    from matplotlib.colors import to_hex

    return str(to_hex(colour))


def _dash(style: Any) -> list[float]:
    """The lengths of dashes and gaps, in widths of the line; empty for a solid line."""
    return [] if isinstance(style, str) else list(style[1])


def _timed(runs: DataFrame, clock: str) -> DataFrame:
    """The runs with the times of a clock."""
    seconds = times(runs, clock)
    return runs.assign(time_s=seconds, charged_s=seconds.where(runs["solved"], runs["wall_limit_s"]))


def _scores(results: Results, median: DataFrame, places: dict[str, int]) -> dict[str, list[list[Any]]]:
    """For each family and goal, joined by a slash, a row for each configuration, the best first, references last.

    A row holds the configuration's place, whether it was given up on some case, and the columns of SCORES; median: of
    these runs.
    """
    return {
        f"{task.family}/{task.goal}": [
            [places[row.configuration], int(row.assumed > 0), *(plain(getattr(row, name)) for name in SCORES)]
            for table in (task.scores, task.references)
            for row in table.itertuples()
        ]
        for task in tasks(results.runs, median)
    }


def _models(results: Results) -> dict[str, Any] | None:
    """Keys: caption, header, and rows: a model and its cells, state, colour and words; None without such models."""
    header, rows = own_models.cells(results)
    colours = own_models.COLOURS
    lines = [[name, [each and [each.state, colours[each.state], each.words] for each in row]] for name, row in rows]
    return {"caption": own_models.CAPTION, "header": header, "rows": lines} if rows else None


def _heatmap(runs: DataFrame, clock: str) -> dict[str, Any] | None:
    """The picture of solver by model, of the PDF's numbers; None where no ranked pair solved a case.

    Keys: title; sentence; families, each with its name, title and models; rows, each with the solver's name, its colour
    and its cells, in the order of the columns.

    A cell holds its words, its colour, whether it is the first of its family, and its solver and formulation; None
    where the pair did not run. `across` of a row are words for each family instead of cells. `runs`: by that clock.
    """
    from matplotlib.colors import to_hex

    picture = layout(runs, _MOST_COLUMNS)
    if picture is None:
        return None
    pairs = picture.runs.drop_duplicates(PAIR).set_index(PAIR)[["solver", "formulation"]]
    columns = [(head, model) for head, models in picture.groups.items() for model in models]

    def cell(route: str, head: str, model: str) -> list[Any] | None:
        content = picture.cells.get((route, head, model))
        if content is None:
            return None
        pair = pairs.loc[(_family(head), route, model)]
        return [content.words, to_hex(content.fill), content.bold, pair["solver"], pair["formulation"]]

    return {
        "title": picture.title,
        "sentence": sentence(picture.runs, clock),
        "families": [
            {"name": _family(head), "title": head, "models": models} for head, models in picture.groups.items()
        ],
        "rows": [
            {
                "name": row.name or row.kind,
                "colour": row.colour,
                "cells": [] if row.across else [cell(row.name, *column) for column in columns],
                "across": row.across and [row.across.get(head) for head in picture.groups],
            }
            for row in picture.rows
        ],
    }


def _family(head: str) -> str:
    """The family in the title of a group."""
    return head.rpartition(" (")[0]


def summary(results: Results, found: Findings | None) -> dict[str, Any]:
    """Keys: campaign, its name; title; faulty, finding: the first sentences of the PDF; lead: the extent of the
    campaign, in a sentence; clashes and notices, as in the PDF; machines, a line each; again: the command that prints
    how to repeat a run, without its id.
    """
    runs, kinds = results.runs, machines.kinds(results)
    said = opening(found) if found else []
    contradictions = clashes(results.claims)
    if refuted := int((runs["outcome"] == "wrong").sum()):
        contradictions.append(f"The answers of {count(refuted, 'run')} were refuted: outcome “wrong” below.")
    return {
        "campaign": results.name,
        "title": own_models.title(results) if results.own_models else f"Tilings: {results.name}",
        "finding": said,
        "lead": _lead(results),
        "clashes": contradictions,
        "faulty": alarms(results),
        "notices": notices(results, [name for name, _ in kinds]),
        "machines": _machines(results),
        "again": f"tilings verify {shlex.quote(str(results.folder))} --how",
    }


def _lead(results: Results) -> str:
    runs = results.runs
    if runs.empty:
        return "The results folder holds no runs: there is nothing to show."
    subject = own_models.subject(results).removesuffix(".") if results.own_models else ""
    instances = len(runs.drop_duplicates(["family", "instance"]))
    families = sorted(runs["family"].unique())
    latest = max(runs["started_at"])[:10]
    return f"{subject}. " * bool(subject) + (
        f"{count(len(runs), 'planned run')} of {count(runs['configuration'].nunique(), 'configuration')} "
        f"({count(runs['solver'].nunique(), 'solver')}) on {count(instances, 'instance')} of {listed(families)}: "
        f"{int(runs['ran'].sum())} took place, and {int(runs['solved'].sum())} reached their goal."
        f"{f' Latest run: {latest}.' if latest else ''}"
    )


def _machines(results: Results) -> list[str]:
    """A line for each machine of the runs."""
    runs = results.runs
    lines = []
    for (host, cpu), part in runs[runs["ran"]].groupby(["host", "cpu_model"], sort=True):
        known = next((results.machines[name] for name in part["machine"].unique() if name in results.machines), {})
        if not known and results.machine.get("host") == host:
            known = results.machine
        facts = [cpu or "unknown processor"]
        if isinstance(cores := known.get("core_count"), int):
            facts.append(count(cores, "core"))
        facts += filter(None, (memory(known), str(known.get("os") or "")))
        lines.append(f"{host or 'unknown host'}: {', '.join(facts)} ({count(len(part), 'run')})")
    return lines
