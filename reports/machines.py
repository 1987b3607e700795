"""Where runs were made: the kinds of machines, between which seconds do not compare, and tables of what is known.

Two machines are of one *kind* if processor, cores, memory, governor and highest clock rate are the same, whatever their
names: a cluster of equal nodes is one kind, a machine that was given more memory meanwhile is two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports.load import Results
from reports.tables import grid
from reports.words import count

if TYPE_CHECKING:
    from pandas import DataFrame

_ALIKE = 0.02  # memory: what a kernel keeps for itself differs a little among equal nodes


def kinds(results: Results) -> list[tuple[str, Results]]:
    """The campaign apart by kind of machine: what the kind is in words, and its share; the one of most runs first.

    A search whose parts were made on several kinds stands apart, as a kind of its own. A run of which only the
    processor is known is of the kind that this makes.
    """
    runs = results.runs
    names = [_kind(*cell, results) for cell in zip(runs["cpu_model"], runs["machine"], runs["host"], strict=True)]
    order = sorted(set(names), key=lambda name: (-names.count(name), name))
    if len(order) < 2:
        return [(name, results) for name in order]
    return [(name, _share(results, [each == name for each in names])) for name in order]


def _kind(processor: str, machine: str, host: str, results: Results) -> str:
    """The kind of machine of a run, or of the parts of one, in words."""
    found = {_described(processor, name, host, results) for name in machine.split(" + ")}
    return " + ".join(sorted(found))


def _described(processor: str, machine: str, host: str, results: Results) -> str:
    last = results.machine if results.machine.get("host") == host else {}
    known = results.machines.get(machine) or ({} if machine else last)
    words = [str(known.get("cpu_model") or processor) or "unknown processor"]
    if cores := _cores(known):
        words.append(count(int(cores), "core") if cores.isdigit() else f"{cores} cores")
    words += [fact for fact in (_rounded_memory(known, results), _clock(known)) if fact]
    return ", ".join(words)


def _rounded_memory(known: dict[str, Any], results: Results) -> str:
    """The memory in GB, that of the smallest machine of the campaign that has nearly as much."""
    if not isinstance(memory := known.get("memory_mb"), int | float):
        return ""
    described = [each.get("memory_mb") for each in (*results.machines.values(), results.machine)]
    sizes = [size for size in described if isinstance(size, int | float)]
    return _memory(
        {"memory_mb": min([size for size in sizes if memory * (1 - _ALIKE) <= size <= memory], default=memory)}
    )


def _share(results: Results, mine: list[bool]) -> Results:
    """The same campaign with only some of its runs."""
    runs = results.runs[mine].reset_index(drop=True)
    records = tuple(record for record, own in zip(results.records, mine, strict=True) if own)
    traces = results.traces[results.traces["run_id"].isin(set(runs["run_id"]))].reset_index(drop=True)
    return replace(results, records=records, runs=runs, traces=traces)


def machine(results: Results) -> dict[str, Any]:
    """Where it ran, as the records, machines/ and machine.json say."""
    runs, known = results.runs, results.machine
    there = [results.machines[name] for name in names(runs["machine"]) if name in results.machines] or [known]
    versions = zip(runs["git_commit"], runs["dirty"], strict=True)
    commits = sorted(
        {f"{name}{' (with uncommitted changes)' * dirty}" for cell, dirty in versions for name in names([cell])}
    )
    started = [_moment(time) for time in sorted(runs["started_at"]) if time]
    facts = {
        "host": ", ".join(names(runs["host"])),
        "processor": _values(runs["cpu_model"]),
        "cores": _all(there, _cores) or _values(runs["cores"]),
        "clock rate": _all(there, _clock),
        "memory": _all(there, _memory),
        "system": _all(there, _system),
        "Python": _all(there, lambda known: str(known.get("python") or "")),
        "disturbed": _disturbed(runs),
        "commit": ", ".join(commits),
        "started": f"{started[0]} (first run) to {started[-1]} (last run)" if started else "",
        "command": str(known.get("command") or ""),
    }
    return grid(["", ""], [[key, value] for key, value in facts.items() if value], left=2)


def hosts(results: Results) -> dict[str, Any]:
    """How many runs each machine made; one that changed in between stands there twice."""
    rows = []
    for (host, name), part in results.runs.groupby(["host", "machine"], sort=True):
        there = [results.machines[name]] if name in results.machines else []  # the parts of a search may have several
        facts = [_all(there, fact) for fact in (_cores, _clock, _memory, _system)]
        disturbed = str(int(part["disturbed"].sum()) or "·")
        rows.append([host or "unknown", name, _values(part["cpu_model"]), *facts, str(len(part)), disturbed])
    header = ["host", "machines/", "processor", "cores", "clock rate", "memory", "system", "runs", "disturbed"]
    return grid(header, rows, left=7)


def limits(runs: DataFrame) -> str:
    """The limits that the runs were under, in words."""
    parts = [
        f"{_numbers(runs['wall_limit_s'])} s of wall time",
        f"{_numbers(runs['cpu_limit_s'])} s of CPU time",
        f"{_numbers(runs['mem_limit_mb'])} MB of memory",
    ]
    by = ", ".join(backends(runs))
    return f"{', '.join(parts[:2])} and {parts[2]}" + (f" (held by {by})" if by else "")


def backends(runs: DataFrame) -> dict[str, int]:
    """What held the limits of how many of the runs that took place."""
    held = runs[runs["ran"] & (runs["limit_backend"] != "")]["limit_backend"]
    return {str(name): int(number) for name, number in sorted(held.value_counts().items())}


def _disturbed(runs: DataFrame) -> str:
    """How many runs started beside too much load of others."""
    measured = runs[runs["foreign_start"].notna()]
    return f"{int(measured['disturbed'].sum())} of {len(measured)} runs" if len(measured) else "not recorded"


def names(column: Any) -> list[str]:
    """The values of runs, and of the parts of runs, each once."""
    return sorted({part for cell in column if cell for part in cell.split(" + ")})


def _all(there: list[dict[str, Any]], fact: Callable[[dict[str, Any]], str]) -> str:
    """What is known of several machines, each value once."""
    return ", ".join(sorted({words for known in there if (words := fact(known))}))


def _cores(known: dict[str, Any]) -> str:
    return str(known.get("cores") or "")


def _clock(known: dict[str, Any]) -> str:
    """The governor and the highest frequency, as far as the system tells; virtual machines seldom do."""
    rate, governor = known.get("frequency_max_mhz"), known.get("governor", "unknown")
    words = [] if governor == "unknown" else [str(governor)]
    return " ".join([*words, f"up to {rate} MHz"] if isinstance(rate, int | float) else words)


def _memory(known: dict[str, Any]) -> str:
    memory = known.get("memory_mb")
    return f"{float(memory) / 1000:.1f} GB" if isinstance(memory, int | float) else ""


def _system(known: dict[str, Any]) -> str:
    words = [str(known[key]) for key in ("os", "kernel") if known.get(key)]
    words += ["virtual machine"] * (known.get("virtual_machine") is True)
    container = known.get("container", "none")
    words += [f"in {container}"] * (container not in ("none", "unknown"))
    return " · ".join(words)


def _moment(text: str) -> str:
    return text.replace("T", " ").replace("+00:00", " UTC")


def _values(column: Any) -> str:
    return ", ".join(sorted({str(value) for value in column if str(value)}))


def _numbers(column: Any) -> str:
    values = sorted(set(column))
    return f"{values[0]:g}" if len(values) == 1 else f"{values[0]:g} to {values[-1]:g}"
