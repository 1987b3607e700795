"""Splits a campaign by kind of machine, and makes the tables of its machines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, Any

from tilings.models.problem import UserError
from tilings.reports.chapters.chapter import Table
from tilings.reports.data.campaign import Results
from tilings.reports.data.machine_classes import clock, cores, memory, processor
from tilings.reports.english import count, listed
from tilings.runners.record.schema import IMPORTED, UNKNOWN_LIMIT

if TYPE_CHECKING:
    from pandas import DataFrame

_LISTED = 4  # limits: more are a range
_SINGLE = "single instances"


def kinds(results: Results) -> list[tuple[str, Results]]:
    """The share of each kind of machine (`reports.data.machine_classes`) with its name, that of the most runs first.

    Kinds that ran nothing in common are one share, because seconds on ladders are compared within a ladder alone.
    """
    done = _climbed(results)
    shares: list[list[str]] = []
    for name in sorted(done, key=lambda name: (-results.kinds.count(name), name)):
        apart = (share for share in shares if all(done[name].isdisjoint(done[other]) for other in share))
        if share := next(apart, None):
            share.append(name)
        else:
            shares.append([name])
    return [("; ".join(share), _share(results, [name in share for name in results.kinds])) for share in shares]


def kind(results: Results, number: int) -> Results:
    """The share of one kind of machine, 1 for that of the most runs; raises UserError where there are not so many."""
    every = kinds(results)
    if number > max(len(every), 1):
        names = "; ".join(name for name, _ in every)
        raise UserError(f"--machine {number}: these runs are of {count(len(every), 'kind')} of machines ({names})")
    return every[number - 1][1] if every else results


def _share(results: Results, mine: list[bool]) -> Results:
    """The same campaign with only some of its runs."""
    if all(mine):
        return results
    aligned = ("records", "as_tasks", "claims", "kinds", "fair")
    own: dict[str, Any] = {name: tuple(compress(getattr(results, name), mine)) for name in aligned}
    run_ids = {record.run_id for record in own["records"]}
    traces = results.traces[results.traces["run_id"].isin(run_ids)].reset_index(drop=True)
    return replace(results, **own, traces=traces)


def machine(results: Results) -> Table:
    """Where it ran, as the records, machines/ and machine.json say."""
    rows = [[key, value] for key, value in facts(results).items() if value]
    return Table(["", ""], rows, "The machine.", "machine", left=2, widths=("auto", "1fr"))


def facts(results: Results) -> dict[str, str]:
    """The facts of that table by their names; empty where they are not known."""
    runs, known = results.runs, results.machine
    there = [results.machines[name] for name in names(runs["machine"]) if name in results.machines] or [known]
    versions = zip(runs["git_commit"], runs["dirty"], strict=True)
    commits = sorted(
        {f"{name}{' (with uncommitted changes)' * dirty}" for cell, dirty in versions for name in names([cell])}
    )
    started = [time.replace("T", " ").replace("+00:00", " UTC") for time in sorted(runs["started_at"]) if time]
    return {
        "host": ", ".join(names(runs["host"])),
        "processor": _all(there, processor) or ", ".join(names(runs["cpu_model"])),
        "cores": _all(there, cores) or ", ".join(names(runs["cores"])),
        "clock rate": _all(there, clock),
        "memory": _all(there, memory),
        "system": _all(there, _system),
        "Python": _all(there, lambda known: str(known.get("python") or "")),
        "disturbed": _disturbed(results),
        "commit": ", ".join(commits),
        "started": f"{started[0]} (first run) to {started[-1]} (last run)" if started else "",
        "last command": str(known.get("command") or ""),
    }


def ladders(results: Results) -> list[str]:
    """A sentence for each kind of machine on the ladders that it climbed; none where all runs are of one kind."""
    done = _climbed(results)
    return [f"On {kind}: {'; '.join(sorted(names))}." for kind, names in sorted(done.items())] if len(done) > 1 else []


def _climbed(results: Results) -> dict[str, set[str]]:
    """What each kind of machine ran: ladders, with the goal, and `_SINGLE` for runs on no ladder."""
    done: dict[str, set[str]] = {}
    for record, kind in zip(results.records, results.kinds, strict=True):
        ladder = f"{record.family}/{record.ladder}, {record.goal}"
        done.setdefault(kind, set()).add(ladder if record.ladder else _SINGLE)
    return done


def hosts(results: Results) -> Table:
    """How many runs each machine made, without rows where it was one; one that changed in between has two rows."""
    rows = []
    own = results.runs.loc[results.runs["ran"], ["host", "machine", "cpu_model", "disturbed"]]
    for (host, name), part in own.groupby(["host", "machine"], sort=True):
        there = [results.machines[name]] if name in results.machines else []  # the parts of a search may have several
        model, *about = (_all(there, fact) for fact in (processor, cores, clock, memory, _system))
        disturbed = str(int(part["disturbed"].sum()) or "·")
        rows.append(
            [host or "unknown", name, model or ", ".join(names(part["cpu_model"])), *about, str(len(part)), disturbed]
        )
    header = ["host", "machines/", "processor", "cores", "clock rate", "memory", "system", "runs", "disturbed"]
    caption = "The machines, and the runs on each. The files of `machines/` have all details."
    return Table(header, rows if len(rows) > 1 else [], caption, "machines", left=7)


def limits(runs: DataFrame) -> str:
    """The limits that the runs were under, in words."""
    units = {"wall_limit_s": "s of wall time", "cpu_limit_s": "s of CPU time", "mem_limit_mb": "MB of memory"}
    parts = [f"{_numbers(runs[name])} {unit}" for name, unit in units.items() if runs[name].max() < UNKNOWN_LIMIT]
    by = ", ".join(backends(runs))
    return listed(parts) + (f" (held by {by})" if by else "")


def backends(runs: DataFrame) -> dict[str, int]:
    """How many of the runs that took place had their limits enforced by what."""
    held = runs[runs["ran"] & ~runs["limit_backend"].isin(["", IMPORTED])]["limit_backend"]
    return {str(name): int(number) for name, number in sorted(held.value_counts().items())}


def _disturbed(results: Results) -> str:
    """How many of the runs that count started while other programs kept cores busy, and how many rows do not count."""
    measured = results.runs[results.runs["foreign_start"].notna() & results.runs["ran"]]
    if measured.empty:
        return "not recorded"
    text = f"{int(measured['disturbed'].sum())} of {count(len(measured), 'run')}"
    if not results.superseded:
        return text
    verb = "is" if results.superseded == 1 else "are"
    return (
        f"{text}; {count(results.superseded, 'row')} {verb} not counted, since the same run was made or assumed again, "
        "under a longer limit or undisturbed"
    )


def names(column: Any) -> list[str]:
    """The distinct values of a column; a run in parts names several, joined by +."""
    return sorted({part for cell in column if cell for part in cell.split(" + ")})


def _all(there: list[dict[str, Any]], fact: Callable[[dict[str, Any]], str]) -> str:
    """A fact about several machines, each value once."""
    return ", ".join(sorted({words for known in there if (words := fact(known))}))


def _system(known: dict[str, Any]) -> str:
    words = [str(known[key]) for key in ("os", "kernel") if known.get(key)]
    words += ["virtual machine"] * (known.get("virtual_machine") is True)
    container = known.get("container", "none")
    words += [f"in {container}"] * (container not in ("none", "unknown"))
    return " · ".join(words)


def _numbers(column: Any) -> str:
    values = [f"{value:g}" for value in sorted(set(column))]
    return listed(values, "or") if len(values) <= _LISTED else f"{values[0]} to {values[-1]}"
