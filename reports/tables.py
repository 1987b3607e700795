"""The report's tables: a header and rows of text, computed from the runs."""

from __future__ import annotations

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
    """Where it ran, as the records and machine.json say."""
    runs, known = results.runs, results.machine
    memory = known.get("memory_mb")
    versions = zip(runs["git_commit"], runs["dirty"], strict=True)
    commits = sorted({commit + " (with uncommitted changes)" * dirty for commit, dirty in versions if commit})
    started = [_moment(time) for time in sorted(runs["started_at"]) if time]
    facts = {
        "host": _values(runs["host"]),
        "processor": _values(runs["cpu_model"]),
        "cores": str(known["cores"]) if known.get("cores") else _values(runs["cores"]),
        "memory": f"{float(memory) / 1000:.1f} GB" if isinstance(memory, int | float) else "",
        "system": " · ".join(str(known[key]) for key in ("os", "kernel") if known.get(key)),
        "Python": str(known.get("python") or ""),
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
    by = _values(runs["limit_backend"])
    return f"{', '.join(parts[:2])} and {parts[2]}" + (f" (held by {by})" if by else "")


def hosts(runs: DataFrame) -> dict[str, Any]:
    """How many runs each machine made."""
    rows = [
        [host or "unknown", _values(part["cpu_model"]), str(len(part))]
        for host, part in runs.groupby("host", sort=True)
    ]
    return grid(["host", "processor", "runs"], rows, left=2)


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
