"""The readers of user-written models: the file, the solvers' input made of it, and the solvers' output."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.runners.execute import user_check
from tilings.runners.execute.transcript import parsed
from tilings.runners.record.schema import CHECKER_FAILED
from tools.fuzz.reader import Reader
from tools.fuzz.readers.programs import recorded
from tools.fuzz.readers.puzzles import load
from tools.fuzz.readers.solvers import adapters, events, minizinc, printed


def _built(*formulations: str) -> Callable[[Path], None]:
    """As the commands read a model, and as formulations build it in the child."""

    def read(path: Path) -> None:
        problem, instance = load(path)
        if problem.family != "own":
            return
        for name in formulations:
            formulation = registry.formulation("own", name)
            if formulation.takes(instance):
                formulation.module().build(instance, problem.goals(instance)[0])

    return read


def _output(path: Path) -> None:
    """The lines as the output of every adapter for a model of each format, up to the columns of the record."""
    for adapter in adapters():
        events = [[*parsed(adapter, line)] for line in printed(path)]
        for problem, instance in _instances():
            recorded(events, problem, instance, problem.goals(instance)[0])


@cache
def _instances() -> list[tuple[Any, Any]]:
    models = {
        "mzn": "var 1..3: x; solve satisfy;", "fzn": "var 1..3: x :: output_var; solve minimize x;",
        "asp": "{a}.", "cnf": "p cnf 1 1\n1 0\n",
    }  # fmt: skip
    instances = []
    for form, text in models.items():
        aim = {"goal": "optimum", "sense": "min"} if form == "fzn" else {}
        data = {"family": "own", "name": form, "format": form, "model": "m", "files": {"m": text}} | aim
        instances.append(registry.parse_instance(json.dumps(data), form))
    return instances


def _printed() -> list[bytes]:
    assignment = json.dumps({"x": [1, 2], "y": True})
    solutions: list[dict[str, object]] = [
        {"event": "Found", "atoms": [[assignment, []]], "objective": 2},
        {"event": "Found", "atoms": [["a", []], ["b", [1, 2]]], "objective": None},
        {"event": "Found", "atoms": [["x = 2;\ny = [|1,2|3,4|];", []]], "objective": None},
    ]
    dzn: dict[str, object] = {"type": "solution", "output": {"dzn": "x = 1..3;\ny = {1, 2};\nz = true;\n"}}
    return ["\n".join(map(json.dumps, group)).encode() for group in ([*solutions, *events()], [dzn, *minizinc()])]


def _checker(path: Path) -> None:
    """The output of a user-written checker in Python or MiniZinc."""
    text = path.read_bytes().decode("utf-8", "replace")
    objects = [value for line in text.split("\n") if (value := user_check._object(line))]
    for verdict, words in (user_check._python_verdict(objects), user_check._minizinc_verdict(objects)):
        assert verdict in ("valid", "invalid", "unchecked", CHECKER_FAILED) and isinstance(words, str)


def _checkers() -> list[bytes]:
    lines: list[dict[str, object]] = [
        {"wrong": "two of a kind"}, {"checked": 3}, {"failed": "NameError: x"},
        {"type": "checker", "output": {"default": "INCORRECT\n"}, "messages": [{"type": "status", "status": "SAT"}]},
        {"type": "error", "what": "type error", "message": "no"}, {"type": "status", "status": "UNSATISFIABLE"},
    ]  # fmt: skip
    return [json.dumps(line).encode() for line in lines] + ["\n".join(map(json.dumps, lines)).encode()]


def _texts(*texts: str) -> Callable[[], list[bytes]]:
    return lambda: [text.encode() for text in texts]


_LP = (
    "Minimize\n obj: 2 x + 3 y\nSubject To\n c1: x + y >= 2\n c2: -1 <= x - y <= 4\n"
    "Bounds\n x <= 4\nGenerals\n y\nEnd\n"
)
_MPS = (
    "NAME t\nROWS\n N obj\n G c1\n L c2\n E c3\nCOLUMNS\n    MARK 'MARKER' 'INTORG'\n    x obj 1 c1 1\n    x c2 2\n"
    "    MARK 'MARKER' 'INTEND'\n    y obj 2 c1 1\n    y c3 1\nRHS\n    RHS c1 1 c2 4\n    RHS c3 2\n"
    "RANGES\n    R c1 3\nBOUNDS\n UP BND x 4\n FR BND y\nENDATA\n"
)
_XML = (
    '<instance format="XCSP3" type="COP">\n<variables>\n<var id="x"> 0..3 </var>\n'
    '<array id="y" size="[2]"> 0 1 </array>\n'
    "</variables>\n<constraints>\n<intension> eq(add(x,y[0]),y[1]) </intension>\n<allDifferent> y[] </allDifferent>\n"
    "<sum> <list> x y[0] </list> <condition> (ge,1) </condition> </sum>\n</constraints>\n"
    "<objectives> <minimize> x </minimize> </objectives>\n</instance>\n"
)
_FZN = (
    "predicate fzn_all(array [int] of var int: x);\nvar 1..3: x :: output_var;\nvar bool: b;\n"
    "constraint int_le(x, 2);\nsolve minimize x;\n"
)
_OPB = (
    "* #variable= 3 #constraint= 2\nmin: +1 x1 +2 x2 -3 x3;\n+1 x1 +1 x2 >= 1;\n-2 x1 ~x2 +1 x3 = 0;\n",
    "+1 x1 -1 x2 <= 0;\n",
)
READERS = (
    Reader("model.cnf", _built("sat_file", "cpmpy_file"), _texts("c a\np cnf 3 2\n1 -2 0\n2 3 0\n", "p cnf 1 1\n0\n")),
    Reader(
        "model.wcnf", _built("sat_file", "cpsat_file"), _texts("p wcnf 2 2 9\n9 1 0\n3 -1 2 0\n", "h 1 0\n3 -1 2 0\n")
    ),
    Reader("model.opb", _built("cpsat_file", "cpmpy_file"), _texts(*_OPB)),
    Reader("model.mps", _built("mip_file"), _texts(_MPS)),
    Reader("linear.lp", _built("mip_file"), _texts(_LP)),
    Reader("model.xml", _built("cpmpy_file"), _texts(_XML)),
    Reader("model.fzn", _built(), _texts(_FZN)),
    Reader("own-output.log", _output, _printed, stream=True),
    Reader("own-checker.out", _checker, _checkers, stream=True),
)
