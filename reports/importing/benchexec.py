"""Reads BenchExec's results: its result files (XML, also packed), and the CSV of its table-generator.

A run's seconds are those of the limit: CPU time under a limit of CPU time, which is BenchExec's usual one, else wall
time. The property of a task is the goal if it is one of ours; another one is a part of the name of the instance.
"""

from __future__ import annotations

import bz2
import csv
import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tilings.models import files
from tilings.models.problem import GOALS, UserError
from tilings.reports.importing.rows import Row

_FACTORS = {"": 1.0, "s": 1.0, "ms": 0.001, "min": 60.0, "h": 3600.0,
            "b": 1e-6, "kb": 1e-3, "mb": 1.0, "gb": 1e3, "tb": 1e6}  # fmt: skip
_TRUTHS = {"true": "sat", "false": "unsat", "done": "solved"}
_HEAD = 3  # lines above the rows of a table: tools, run sets, columns


def is_result(path: Path) -> bool:
    """Whether a file has the name of a result file."""
    return path.name.endswith((".xml", ".xml.bz2", ".xml.gz"))


def is_table(lines: list[str]) -> bool:
    """Whether these are the lines of a table of table-generator's."""
    return len(lines) > 1 and lines[0].startswith("tool\t") and lines[1].startswith("run set\t")


def result(path: Path) -> list[Row]:
    """The rows of a result file; raises UserError for a file that is not one."""
    data = files.unpacked(path)
    if data.startswith(b"BZh"):
        data = bz2.BZ2Decompressor().decompress(data, files.LARGEST)
    if b"<!ENTITY" in data:
        raise UserError(f"{path}: a result file has no entities: remove <!ENTITY …>")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise UserError(f"{path}: not XML ({error})") from None
    if root.tag != "result":
        raise UserError(f"{path}: not a result file of BenchExec: its first element is <{root.tag}>, not <result>")
    clock = "cputime" if root.get("timelimit") and not root.get("walltimelimit") else "walltime"
    limit = root.get("walltimelimit") if clock == "walltime" else root.get("timelimit")
    about = {
        "family": root.get("benchmarkname", ""), "solver": root.get("tool", ""), "version": root.get("version", ""),
        "model": root.get("name", ""),
        "limit": _plain(limit or ""), "memory_mb": _plain(root.get("memlimit", "")),
        "host": next((each.get("hostname", "") for each in root.iter("systeminfo")), ""),
        "processor": next((each.get("model", "") for each in root.iter("cpu")), ""),
    }  # fmt: skip
    return [Row(f"{path}: {run.get('name', '')}", _cells(about, run, clock)) for run in root.iter("run")]


def table(path: Path, lines: list[str]) -> list[Row]:
    """The rows of a table of table-generator's: one for each task and run set."""
    try:
        every = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    except csv.Error as error:
        raise UserError(f"{path}: {error}") from None
    for number, cells in enumerate(every, 1):
        if cells and len(cells) != len(every[0]):
            raise UserError(f"{path}:{number}: it has {len(cells)} cells, and the first line {len(every[0])}")
    if len(every) < _HEAD or not every[_HEAD - 1]:
        raise UserError(f"{path}: not a table of BenchExec's table-generator: its third line has no columns")
    tools, sets, titles, *rest = every
    first = next((at for at, tool in enumerate(tools) if at and tool), len(tools))
    found = []
    for number, cells in enumerate(rest, _HEAD + 1):
        if not cells:
            continue
        of_set: dict[tuple[str, str], dict[str, str]] = {}
        for tool, name, title, text in zip(tools[first:], sets[first:], titles[first:], cells[first:], strict=True):
            of_set.setdefault((tool, name), {})[title.partition(" (")[0]] = text.strip()
        for (tool, name), values in of_set.items():
            if values.get("status"):
                solver, _, version = tool.partition(" ")
                about = {"solver": solver, "version": version, "model": name}
                seconds = values.get("cputime") or values.get("walltime") or ""
                found.append(Row(f"{path}:{number}", _whole(about, " ".join(cells[:first]), values, seconds, "")))
    return found


def _cells(about: dict[str, str], run: Element, clock: str) -> dict[str, str]:
    values = {each.get("title", ""): each.get("value", "") for each in run.iter("column")}
    return _whole(about, run.get("name", ""), values, _plain(values.get(clock, "")), run.get("properties", ""))


def _whole(about: dict[str, str], task: str, values: dict[str, str], seconds: str, aim: str) -> dict[str, str]:
    """The cells of a run of a task. values: those of its columns by title; aim: its property."""
    goal = aim if aim in GOALS else "first"
    answer = _answer(values.get("status", ""), values.get("category", ""))
    value = values.get("solutions" if goal == "count" else "objective", "")
    name = task if aim in (*GOALS, "") else f"{task} {aim}"
    cells = about | {"instance": re.sub(r"^(\.\./)+", "", name), "goal": goal, "seconds": seconds, "value": value}
    cells["answer"] = "solved" if answer == "sat" and goal != "first" else answer
    return {name: text for name, text in cells.items() if text}


def _answer(status: str, category: str) -> str:
    """A status and category as a word of the column `answer`."""
    word = status.partition("(")[0].strip()
    if category == "wrong":
        return "wrong"
    if word in _TRUTHS:
        return _TRUTHS[word]
    if word.startswith("TIMEOUT"):
        return "timeout"
    if word.startswith("OUT OF MEMORY"):
        return "memory"
    return "unknown" if word == "unknown" else "error"


def _plain(text: str) -> str:
    """A number without its unit, in seconds or MB; a text that is none as it is."""
    match = re.fullmatch(r"([0-9.eE+-]+)\s*([A-Za-z]*)", text.strip())
    factor = _FACTORS.get(match[2].lower()) if match else None
    try:
        return f"{float(match[1]) * factor:.12g}" if match and factor else text
    except ValueError:
        return text
