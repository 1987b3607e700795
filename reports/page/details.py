"""A run's whole record and its trace, which the page unpacks when a run is opened."""

from itertools import repeat
from operator import attrgetter
from typing import Any

from reports.data.campaign import Results
from reports.page.columns import coded, numbers
from runners.record.schema import COLUMNS

# The titles of groups of the record's columns, each by the first column of the group.
GROUPS = {
    "run_id": "identity",
    "wall_limit_s": "limits",
    "answer": "outcome",
    "solutions": "value",
    "wall_s": "cost",
    "variables": "size and effort",
    "host": "where",
    "command": "",  # the columns from here on are shown elsewhere in the panel
}
MOST_POINTS = 200  # of a trace; longer ones are thinned


def of(results: Results) -> dict[str, Any]:
    """Keys: groups, pairs of a title and names of columns; columns, by name; traces, by the run's index: times,
    objectives and bounds, and for a trace that was thinned the number of its points.
    """
    groups: list[tuple[str, list[str]]] = []
    for name in COLUMNS:
        if name in GROUPS:
            groups.append((GROUPS[name], []))
        groups[-1][1].append(name)
    rows = zip(*map(attrgetter(*COLUMNS), results.records), strict=True) if results.records else repeat(())
    columns = {name: coded(cells) for name, cells in zip(COLUMNS, rows, strict=False)}
    return {"groups": [group for group in groups if group[0]], "columns": columns, "traces": _traces(results)}


def _traces(results: Results) -> dict[int, list[Any]]:
    """The traces, evenly thinned to MOST_POINTS where they are longer; the first and the last point stay."""
    place = {record.run_id: number for number, record in enumerate(results.records)}
    found: dict[int, list[Any]] = {}
    for run_id, trace in results.traces.groupby("run_id", sort=False):
        last = len(trace) - 1
        if last >= MOST_POINTS:
            trace = trace.iloc[[round(last * step / (MOST_POINTS - 1)) for step in range(MOST_POINTS)]]
        found[place[run_id]] = [numbers(trace[name]) for name in ("t_s", "objective", "bound")]
        if last >= MOST_POINTS:
            found[place[run_id]].append(last + 1)
    return found
