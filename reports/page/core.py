"""The core block of the page: summary, reach, tables, cases, configurations, and each run's outcome and time."""

from __future__ import annotations

import shlex
from typing import Any

from tilings.reports.chapters import machines, own_models
from tilings.reports.chapters.caveats import alarms, clashes, notices, wrong
from tilings.reports.data.campaign import Results
from tilings.reports.english import ASSUMED, count, listed
from tilings.reports.page import reach, solvers
from tilings.reports.page.runs import coded, numbers, plain
from tilings.reports.plot.style import outcome_colour, solver_colour
from tilings.reports.reach.findings import Findings, findings
from tilings.reports.reach.sentences import opening
from tilings.reports.reach.solver_by_model import HEADER, HOW
from tilings.reports.scores import CASE, CLOCKS, FEW, median_runs, times
from tilings.runners.record import verdicts
from tilings.runners.record.results import FLOOR_S, OUTCOMES
from tilings.runners.record.schema import GIVEN_UP, SKIPPED

# In a cell of the matrix; a solved run has its seconds instead.
_WORDS = {
    "incumbent": "found", "timeout": "time", "memory": "mem", "failed": "fail", GIVEN_UP: ASSUMED, SKIPPED: "skip",
    "wrong": "wrong", "doubtful": "?", "absent": "·",
}  # fmt: skip
_CASE_FACTS = (*CASE, "size", "tiles", "difficulty", "limit", "ladder")


def of(results: Results, pdf: str) -> dict[str, Any]:
    """The core block. pdf: the address of the report; empty without a report.

    Keys:
    summary: what `summary` returns.
    reach: the ladders on the first kind of machine (`reports.page.reach`); empty without ladders.
    tables: the tables of solver by model on that kind (`reports.page.solvers`); empty without tables.
    header, how: the titles of the tables' columns, and how to read the tables.
    models: the table of the user's own models (`_models`).
    outcomes: the outcomes, with their colours and meanings.
    slow: the colour of the slowest solved run.
    kinds: the shares by kind of machine (`reports.chapters.machines.kinds`), which never share a view.
    plot: the least time and the fewest cases that are drawn.
    cases, configurations: in the PDF's order, reference configurations last.
    runs: by column.

    A run's case, configuration, outcome and kind are indices into these lists; its times are in seconds by each clock;
    median: whether it is the median run of its cell, by the wall time as in the PDF. assumed: for runs that were
    skipped, the run for which each is assumed to be solved. A case's limit is the largest wall limit of its family and
    goal, on which its colours depend.
    """
    runs = results.runs
    runs = runs.assign(
        limit=runs.groupby(["family", "goal"])["wall_limit_s"].transform("max").astype(float), row=range(len(runs))
    )
    cases = runs.drop_duplicates(CASE)[list(_CASE_FACTS)].sort_values(CASE)
    settings = runs.drop_duplicates("configuration")
    settings = settings.sort_values(["ranked", "solver", "configuration"], ascending=[False, True, True])
    case_at = {tuple(key): place for place, key in enumerate(cases[CASE].itertuples(index=False))}
    setting_at = {name: place for place, name in enumerate(settings["configuration"])}
    names = list(OUTCOMES)
    kinds = machines.kinds(results)
    kind_at = {name: place for place, (_, share) in enumerate(kinds) for name in share.kinds}
    median = [median_runs(runs[runs["kind"] == name]) for name in kind_at]
    chosen = {row for found in median for row in found["row"]}
    found = findings(kinds[0][1]) if kinds else None
    return {
        "summary": summary(results, found) | {"pdf": pdf},
        "reach": reach.of(results, found) if found else [],
        "tables": solvers.of(found.tasks if found else (), case_at, setting_at),
        "header": HEADER,
        "how": HOW,
        "models": _models(results),
        "outcomes": [
            {"name": name, "meaning": meaning, "word": _WORDS.get(name, ""), "fill": _hex(outcome_colour(name, 0, 1))}
            for name, meaning in OUTCOMES.items()
        ],
        "kinds": [name for name, _ in kinds],
        "plot": {"floor": FLOOR_S, "fewest": FEW},
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
            }
            for row in settings.itertuples()
        ],  # fmt: skip
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
            "assumed": reach.assumed(results),
        },
    }


def _hex(colour: tuple[float, float, float]) -> str:
    from matplotlib.colors import to_hex

    return str(to_hex(colour))


def _models(results: Results) -> dict[str, Any] | None:
    """The table of the user's models; None for a campaign without such models.

    caption: the sentence above the table.
    header: the titles of the columns.
    rows: for each model its name and its cells; a cell is a state, its colour and its words, or None.
    """
    header, rows = own_models.cells(results)
    colours = own_models.COLOURS
    lines = [[name, [each and [each.state, colours[each.state], each.words] for each in row]] for name, row in rows]
    return {"caption": own_models.CAPTION, "header": header, "rows": lines} if rows else None


def summary(results: Results, found: Findings | None) -> dict[str, Any]:
    """The top of the page, by these keys:

    campaign: its name.
    title: the page's title.
    finding: the first sentences of the PDF.
    faulty: the sentences of the PDF on runs that failed.
    lead: the extent of the campaign, in a sentence.
    clashes, notices: the contradictions and the caveats of the PDF.
    machines: a line for each machine.
    again: the command that prints how to repeat a run, without the run's id.
    """
    kinds = machines.kinds(results)
    said = opening(found) if found else []
    contradictions = clashes(results.claims)
    if told := verdicts.wrong(results.as_tasks, results.problems):
        contradictions.append(f"{listed(told)}: see the outcomes “wrong” and “?” below.")
    return {
        "campaign": results.name,
        "title": own_models.title(results) if results.own_models else f"Tilings: {results.name}",
        "finding": said,
        "lead": _lead(results),
        "clashes": contradictions,
        "faulty": [each for each in alarms(results) if each not in wrong(results)],  # those are among the clashes
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
    return (f"{subject}. " if subject else "") + (
        f"{count(len(runs), 'planned run')} of {count(runs['configuration'].nunique(), 'configuration')} "
        f"({count(runs['solver'].nunique(), 'solver')}) on {count(instances, 'instance')} of {listed(families)}: "
        f"{int(runs['ran'].sum())} took place, and {int(runs['solved'].sum())} reached their goal."
        f"{f' Latest run: {latest}.' if latest else ''}"
    )


def _machines(results: Results) -> list[str]:
    """A line for each host and kind of machine of the runs."""
    runs = results.runs
    lines = []
    for (host, kind), part in runs[runs["ran"]].groupby(["host", "kind"], sort=True):
        known = next((results.machines[name] for name in part["machine"].unique() if name in results.machines), {})
        if not known and results.machine.get("host") == host:
            known = results.machine
        facts = ", ".join(filter(None, (kind, str(known.get("os") or ""))))
        lines.append(f"{host or 'unknown host'}: {facts} ({count(len(part), 'run')})")
    return lines
