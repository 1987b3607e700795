"""The report's tables: a header and rows of text, computed from the runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reports.load import Results
from reports.scores import median_runs, par2, shifted_geometric_mean, table, virtual_best
from reports.style import colour, seconds

if TYPE_CHECKING:
    from pandas import DataFrame

PARADIGMS = {"cp": "CP", "asp": "ASP", "cpsat": "CP-SAT", "mip": "MIP", "dlx": "exact cover"}
_SUMMED = {
    "wall": "wall limit", "cpu": "CPU limit",
    "not_installed": "not installed", "not_applicable": "not applicable",
}  # fmt: skip
_FAILED = ("crash", "memory", "output", "processes", "harness_error", "interrupted")


def grid(header: list[str], rows: list[list[str]], left: int = 1) -> dict[str, Any]:
    """What the template sets as a table; the first `left` columns are text, the others numbers."""
    return {"header": header, "rows": rows, "left": left}


def coverage(runs: DataFrame) -> dict[str, Any]:
    """What was run: for each family and goal the instances, configurations, and runs."""
    rows = [
        [
            family,
            goal,
            str(part["instance"].nunique()),
            str(part["configuration"].nunique()),
            str(len(part)),
            str(int(part["ran"].sum())),
            str(int((part["solved"] & part["ran"]).sum())),
        ]
        for (family, goal), part in runs.groupby(["family", "goal"], sort=True)
    ]
    return grid(["family", "goal", "instances", "configurations", "planned", "ran", "solved"], rows, left=2)


def versions(runs: DataFrame) -> dict[str, Any]:
    """Solvers, their versions, and how many of the runs that were planned for them took place."""
    rows = []
    for solver, part in runs.groupby("solver", sort=True):
        known = sorted({version for version in part["solver_version"] if version})
        names = ", ".join(sorted(part["formulation"].unique()))
        ran = f"{int(part['ran'].sum())}/{len(part)}"
        rows.append([solver, ", ".join(known) or "not installed", names, ran])
    return grid(["solver", "version", "formulations", "ran"], rows, left=3)


def totals(runs: DataFrame) -> dict[str, Any]:
    """answer x ended x check, by solver."""
    solvers = sorted(runs["solver"].unique())
    rows = []
    for (answer, ended, check), part in runs.groupby(["answer", "ended", "check"], sort=True):
        counts = part["solver"].value_counts()
        cells = [str(int(counts.get(solver, 0)) or "·") for solver in solvers]
        rows.append([answer, ended, check, *cells, str(len(part))])
    rows.sort(key=lambda row: (-int(row[-1]), row[:3]))
    sums = [str(int((runs["solver"] == solver).sum())) for solver in solvers]
    rows.append(["all", "", "", *sums, str(len(runs))])
    return grid(["answer", "ended", "check", *solvers, "all"], rows, left=3)


def paradigms(runs: DataFrame) -> dict[str, Any]:
    """For each family and goal the best configuration of each paradigm, by PAR2; †: not run on every case."""
    rows = []
    for (family, goal), part in runs.groupby(["family", "goal"], sort=True):
        scores = table(part)
        language = scores["formulation"].map(lambda name: name.partition("_")[0])
        row = [family, goal]
        for prefix in PARADIGMS:
            of_it = scores[language == prefix]
            row.append("–" if of_it.empty else _best_words(of_it.iloc[0]))
        rows.append(row)
    return grid(["family", "goal", *PARADIGMS.values()], rows, left=2 + len(PARADIGMS))


def scores(runs: DataFrame) -> dict[str, Any]:
    """Solved, PAR2, shifted geometric mean, and firsts of each configuration of one family and goal."""
    found = table(runs)
    rows = [
        [
            row.configuration + ("" if row.complete else " †"),
            f"{row.solved}/{row.cases}",
            seconds(row.par2),
            seconds(row.mean),
            str(row.first or "·"),
        ]
        for row in found.itertuples()
    ]
    best = virtual_best(median_runs(runs))
    if len(found) > 1:
        reached = f"{int(best['solved'].sum())}/{len(best)}"
        rows.append(["virtual best", reached, seconds(par2(best)), seconds(shifted_geometric_mean(best)), ""])
    shown = grid(["configuration", "solved", "PAR2 (s)", "shifted mean (s)", "fastest on"], rows)
    shown["colours"] = [colour(row.solver) for row in found.itertuples()]
    shown["note"] = (
        "† ran on fewer instances: its means are not over the same instances and not ranked with the rest."
        if not found["complete"].all()
        else ""
    )
    return shown


def failures(runs: DataFrame) -> dict[str, Any]:
    """Every run that failed for another reason than its time limit, or whose answer was refuted, and why."""
    refuted = runs["check"].isin(["invalid", "contradicts_known"])
    rows = [
        [f"{row.family}/{row.instance}", row.goal, row.configuration, _kind(row), _reason(row)]
        for row in runs[runs["ended"].isin(_FAILED) | refuted].itertuples()
    ]
    return grid(["instance", "goal", "configuration", "ended", "why"], rows, left=5)


def cut_off(runs: DataFrame) -> dict[str, Any]:
    """How many runs of each configuration ended at a time limit or never took place."""
    part = runs[runs["ended"].isin(list(_SUMMED))]
    rows = [
        [configuration, _SUMMED[ended], _common(group["message"]), str(len(group))]
        for (configuration, ended), group in part.groupby(["configuration", "ended"], sort=True)
    ]
    return grid(["configuration", "ended", "message", "runs"], rows, left=3)


def machine(results: Results) -> dict[str, Any]:
    """Where it ran, as the records, machines/ and machine.json say."""
    runs, known = results.runs, results.machine
    there = [results.machines[name] for name in _names(runs["machine"]) if name in results.machines] or [known]
    versions = zip(runs["git_commit"], runs["dirty"], strict=True)
    commits = sorted(
        {f"{name}{' (with uncommitted changes)' * dirty}" for cell, dirty in versions for name in _names([cell])}
    )
    started = [_moment(time) for time in sorted(runs["started_at"]) if time]
    facts = {
        "host": ", ".join(_names(runs["host"])),
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


def _best_words(row: Any) -> str:
    mark = "" if row["complete"] else " †"
    return f"{row['configuration']}{mark}\n{row['solved']}/{row['cases']}, {seconds(row['par2'])} s"


def _kind(row: Any) -> str:
    return row.ended if row.check in ("valid", "unchecked") else f"{row.ended}, {row.check}"


def _reason(row: Any) -> str:
    parts = [f"in phase {row.phase}" if row.phase else ""]
    parts += [f"{name} {int(value)}" for name, value in (("exit code", row.exit_code), ("signal", row.signal))
              if value == value and value]  # fmt: skip
    if row.ended == "memory" and row.peak_mb == row.peak_mb:
        parts.append(f"{row.peak_mb:.0f} MB")
    return "; ".join(part for part in [*parts, row.message] if part) or "nothing recorded"


def _disturbed(runs: DataFrame) -> str:
    """How many runs started beside too much load of others."""
    measured = runs[runs["foreign_start"].notna()]
    return f"{int(measured['disturbed'].sum())} of {len(measured)} runs" if len(measured) else "not recorded"


def _names(column: Any) -> list[str]:
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


def _common(messages: Any) -> str:
    known = [message for message in messages if message]
    return max(sorted(set(known)), key=known.count) if known else ""


def _moment(text: str) -> str:
    return text.replace("T", " ").replace("+00:00", " UTC")


def _values(column: Any) -> str:
    return ", ".join(sorted({str(value) for value in column if str(value)}))


def _numbers(column: Any) -> str:
    values = sorted(set(column))
    return f"{values[0]:g}" if len(values) == 1 else f"{values[0]:g} to {values[-1]:g}"
