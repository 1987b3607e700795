"""Result files of BenchExec, from which its table-generator makes tables.

A folder a family. A file has the runs of one configuration with one seed on one kind of machine, as one run definition
of BenchExec's has them. Its tasks are the instances, and the goal is their property. Runs that never took place are
left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tilings.models.fields import as_name
from tilings.reports.data.campaign import Results
from tilings.runners.record.schema import GIVEN_UP, settings

if TYPE_CHECKING:
    from pandas import DataFrame

DOCTYPE = (
    '<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN"'
    ' "https://www.sosy-lab.org/benchexec/result-3.12.dtd">'
)
# The columns of a run by their titles, the first three BenchExec's own: the column of the table, its unit, and the
# factor between them. An empty value is left out.
COLUMNS = {
    "walltime": ("wall_s", "s", 1), "cputime": ("cpu_s", "s", 1), "memory": ("peak_mb", "B", 10**6),
    "encode": ("encode_s", "s", 1), "search": ("solve_s", "s", 1), "objective": ("objective", "", 1),
    "bound": ("bound", "", 1), "solutions": ("solutions", "", 1), "nodes": ("nodes", "", 1),
}  # fmt: skip
_READ = ["instance", "goal", "answer", "outcome", "check", "ended", *(column for column, _, _ in COLUMNS.values())]
# BenchExec's words: true, the goal was reached; false, there is no solution. Its word for an optimum or a count is
# done, but its tables count only true and false among the correct and the incorrect results.
_ANSWERS = {"sat": "true", "unsat": "false", "optimal": "true", "counted": "true", "unbounded": "true"}
_LIMITS = {"wall": "TIMEOUT", "cpu": "TIMEOUT", "memory": "OUT OF MEMORY"}


def files(results: Results) -> dict[str, str]:
    """The result files by path, FAMILY/CONFIGURATION.results.xml."""
    runs = results.runs[results.runs["counts"]]
    apart = ["kind", "seed", "repetition"]
    several = [name for name in apart if runs[name].nunique() > 1]
    contents: dict[str, str] = {}
    for (family, configuration, *key), part in runs.groupby(["family", "configuration", *apart], sort=True):
        facts = [f"{name} {value}" for name, value in zip(apart, key, strict=True) if name in several]
        title = " ".join([configuration, *facts])
        path = f"{as_name(family)}/{as_name(title)}"
        if f"{path}.results.xml" in contents:  # of a configuration that differs in other characters
            path += f"-{len(contents)}"
        contents[f"{path}.results.xml"] = _file(results, part, title)
    return contents


def category(run: Any) -> tuple[str, str]:
    """A run's status and category, in BenchExec's words: an unchecked answer is neither correct nor wrong."""
    answer = _ANSWERS.get(run.answer, run.answer)
    if run.outcome == "wrong":
        return "true" if answer == "feasible" else answer, "wrong"
    if run.outcome == "solved":
        return answer, "correct" if run.check == "valid" else "missing"
    if run.ended == GIVEN_UP:
        return "TIMEOUT (given up)", "error"
    if run.outcome == "timeout" or run.ended in _LIMITS:
        limit = _LIMITS.get(run.ended, "TIMEOUT")
        return limit if answer == "none" else f"{limit} ({answer})", "error"
    return ("unknown", "unknown") if run.ended == "finished" else (f"ERROR ({run.ended})", "error")


def _file(results: Results, runs: DataFrame, title: str) -> str:
    first = runs.iloc[0]
    started = min(runs["started_at"])
    root = Element(
        "result", benchmarkname=results.name, name=title.partition("/")[2], displayName=title, date=started,
        starttime=started, tool=first["solver"], version=", ".join(sorted(set(runs["solver_version"]))),
        toolmodule="benchexec.tools.dummy", generator="tilings table", options=settings(first),
    )  # fmt: skip
    for name, column, unit in (("timelimit", "wall_limit_s", "s"), ("memlimit", "mem_limit_mb", "MB")):
        root.set(name, " or ".join(f"{value:g}{unit}" for value in sorted(set(runs[column]))))
    root.set("cpuCores", str(first["threads"]))
    columns = SubElement(root, "columns")
    for name in ("status", *COLUMNS):
        SubElement(columns, "column", title=name)
    for host, name in sorted(set(zip(runs["host"], runs["machine"], strict=True))):
        root.append(_system(host, results.machines.get(name, results.machine), first["cpu_model"]))
    for run in runs[_READ].itertuples(index=False):
        task = SubElement(root, "run", name=run.instance, files="[]", properties=run.goal)
        status, kind = category(run)
        SubElement(task, "column", title="status", value=status)
        SubElement(task, "column", title="category", value=kind, hidden="true")
        for name, (column, unit, factor) in COLUMNS.items():
            value = getattr(run, column)
            if value is not None and value == value:
                number = round(value * factor, 9)
                number = int(number) if number == int(number) else number
                SubElement(task, "column", title=name, value=f"{number}{unit}")
    ElementTree.indent(root)
    for element in root.iter():
        element.attrib = {name: "".join(filter(str.isprintable, value)) for name, value in element.attrib.items()}
    return f'<?xml version="1.0" ?>\n{DOCTYPE}\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _system(host: str, known: dict[str, Any], processor: str) -> Element:
    """The machine as BenchExec describes one."""
    system = Element("systeminfo", hostname=host)
    SubElement(system, "os", name=str(known.get("os", "unknown")))
    cores, size = known.get("core_count", "unknown"), known.get("memory_mb")
    SubElement(system, "cpu", model=str(known.get("cpu_model", processor)), cores=str(cores))
    SubElement(system, "ram", size=f"{int(size * 10**6)}B" if isinstance(size, int | float) else "unknown")
    SubElement(system, "environment")
    return system
