"""The summary at the top of the page: the campaign, what was run, and what a reader must know first."""

import shlex
from typing import Any

from reports.chapters import machines, verdict
from reports.chapters.caveats import clashes, faulty, notices
from reports.data.campaign import Results
from reports.data.machine_classes import memory
from reports.text.english import count, listed


def of(results: Results) -> dict[str, Any]:
    """Keys: campaign; faulty, finding: the first sentences of the PDF; lead: what was run, in a sentence; clashes and
    notices, as in the PDF; machines, a line each; again: the command that tells how a run is repeated, without its id.
    """
    runs, kinds = results.runs, machines.kinds(results)
    said = clashes(results.claims)
    refuted = int((runs["outcome"] == "wrong").sum())
    if refuted:
        said.append(f"The answers of {count(refuted, 'run')} were refuted: outcome “wrong” below.")
    return {
        "campaign": results.name,
        "finding": verdict.sentences(kinds[0][1]) if kinds else [],
        "lead": _lead(results),
        "clashes": said,
        "faulty": faulty(results),
        "notices": notices(results, [name for name, _ in kinds]),
        "machines": _machines(results),
        "again": f"python -m runners.verify {shlex.quote(str(results.folder))} --how",
    }


def _lead(results: Results) -> str:
    runs = results.runs
    if runs.empty:
        return "The results folder holds no runs: there is nothing to show."
    instances = len(runs.drop_duplicates(["family", "instance"]))
    families = sorted(runs["family"].unique())
    latest = max(runs["started_at"])[:10]
    return (
        f"{count(len(runs), 'run')} of {count(runs['configuration'].nunique(), 'configuration')} "
        f"({count(runs['solver'].nunique(), 'solver')}) on {count(instances, 'instance')} of {listed(families)}; "
        f"{int(runs['solved'].sum())} reached their goal."
        f"{f' Latest run: {latest}.' if latest else ''}"
    )


def _machines(results: Results) -> list[str]:
    """A line for each machine that runs name."""
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
