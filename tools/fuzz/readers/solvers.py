"""The readers of the output of solvers."""

from __future__ import annotations

import itertools
import json
from functools import cache
from pathlib import Path

from tilings.models import registry
from tilings.runners.execute.transcript import parsed
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import _KINDS
from tools.fuzz.reader import Reader
from tools.fuzz.readers.programs import recorded


def _output(path: Path) -> None:
    """The lines as the output of every adapter, up to the columns of the record, with each goal."""
    problem, instance = registry.load_instance(manifest.entry("squares", "h05").path)
    for adapter, goal in zip(adapters(), itertools.cycle(("first", "count", "optimum")), strict=False):
        recorded((parsed(adapter, line) for line in printed(path)), problem, instance, goal)


def printed(path: Path) -> list[str]:
    """The lines of an output, as the harness reads them."""
    return path.read_bytes().decode("utf-8", "replace").replace("\0", " ").split("\n")


@cache
def adapters() -> list[solver.Solver]:
    """An adapter for each parser of lines, three times: for each goal."""
    parsers = {type(adapter).parse.__qualname__: adapter for adapter in solver.adapters()}
    return [adapter for adapter in parsers.values() for _ in range(3)]


def events() -> list[dict[str, object]]:
    """One event of each kind, as a child writes them."""
    square = [["square", [0, 0, 2]], ["square", [2, 0, 3]], ["square", [0, 2, 1]]]
    kinds: list[dict[str, object]] = [
        {"event": "Found", "atoms": square, "objective": 3, "late": False},
        {"event": "Bounded", "bound": 2.5},
        {"event": "Unbounded"},
        {"event": "Measured", "values": {"encode_s": 0.1, "nodes": 12, "effort_unit": "conflicts"}},
        {"event": "SearchComplete", "count": 1, "computed": True},
        {"event": "Failed", "message": "no licence", "phase": "solve", "ended": "crash"},
        {"event": "NotApplicable", "message": "no copies"},
        {"event": "OutOfTime", "solutions": 3},
        {"event": "Proof", "formula": "f.cnf", "path": "p.lrat", "form": "lrat", "bytes": 12, "whole": True},
        {"event": "Telemetry", "kind": "progress", "payload": [0.5, 12, 1]},
    ]
    assert {event["event"] for event in kinds} == set(_KINDS)
    return kinds


def minizinc() -> list[dict[str, object]]:
    """Messages of each kind of MiniZinc's."""
    return [
        {"type": "solution", "output": {"default": "square(0,0,2)\nsquare(2,0,3)"}, "sections": ["default"]},
        {"type": "solution", "output": {"json": {"objective": 3, "x": [1, 2]}, "default": "objective = 3;"}},
        {"type": "statistics", "statistics": {"flatTime": 0.1, "flatIntVars": 3, "nodes": 5, "objectiveBound": 2.0}},
        {"type": "status", "status": "OPTIMAL_SOLUTION"},
        {"type": "error", "what": "type error", "location": {"filename": "a.mzn", "firstLine": 3}, "message": "no"},
    ]


def _outputs() -> list[bytes]:
    outputs = ["\n".join(map(json.dumps, group)) for group in (events(), events()[:4], minizinc())]
    lines = [json.dumps(line) for line in (*events(), *minizinc())]
    return [text.encode() for text in (*outputs, *lines, "  0.01 (Presolve)", "Result  0.3 (Solve)")]


READERS = (Reader("output.log", _output, _outputs, stream=True),)
