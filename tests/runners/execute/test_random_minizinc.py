"""Random MiniZinc models of all types have the solutions and the optimum of brute force, and pass the second solver."""

import io
import json
import subprocess
import tempfile
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilings.models import registry
from tilings.models.own import reader
from tilings.models.own.instance import OwnInstance
from tilings.runners import confine
from tilings.runners.execute import check_minizinc
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import Transcript, parsed
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solvers.interface.solver import Job, find

E = ({"e": "p q"}, {"e": "r"}, {"c": "F", "e": 1}, {"c": "F", "e": 2})
SETS: tuple[tuple[int, ...], ...] = ((), (1,), (3,), (1, 3))
# Of each variable its declaration and the values of its type.
VARIABLES: dict[str, tuple[str, list[Any]]] = {
    "i": ("var 0..2: i", [0, 1, 2]),
    "j": ("var {0, 2}: j :: no_output", [0, 2]),
    "b": ("var bool: b", [False, True]),
    "e": ("var E: e :: add_to_output", list(E)),
    "s": ("var set of {1, 3}: s", [{"set": members} for members in SETS]),
    "o": ("var opt 1..2: o", [None, 1, 2]),
    "c": ("var record(0..1: a, bool: b): c", [{"a": a, "b": b} for a in (0, 1) for b in (False, True)]),
    "t": ("tuple(var 0..1, var opt E): t", [(a, e) for a in (0, 1) for e in (None, *E)]),
    "m": ("array[1..1, E] of var 0..1: m", [(row,) for row in product((0, 1), repeat=4)]),
}
# Constraints, with the variables that they need and their meaning.
CONSTRAINTS: list[tuple[str, str, Any]] = [
    ("i != 1", "i", lambda v: v["i"] != 1),
    ("i + j <= 2", "ij", lambda v: v["i"] + v["j"] <= 2),
    ("b -> i > 0", "bi", lambda v: not v["b"] or v["i"] > 0),
    ("e != F(2)", "e", lambda v: v["e"] != E[3]),
    ("e = 'p q' \\/ b", "eb", lambda v: v["e"] == E[0] or v["b"]),
    ("card(s) = 1", "s", lambda v: len(v["s"]["set"]) == 1),
    ("i in s \\/ 3 in s", "si", lambda v: bool({v["i"], 3} & {*v["s"]["set"]})),
    ("occurs(o) -> deopt(o) = i", "oi", lambda v: v["o"] in (None, v["i"])),
    ("c.b <-> c.a = 1", "c", lambda v: v["c"]["b"] == (v["c"]["a"] == 1)),
    ("absent(t.2) \\/ t.1 = 1", "t", lambda v: v["t"][1] is None or v["t"][0] == 1),
    ("sum(m) = 1 /\\ m[1, 'r'] = 0", "m", lambda v: sum(v["m"][0]) == 1 and v["m"][0][1] == 0),
    ("false", "", lambda v: False),
]  # fmt: skip
NOISE = ["% solve minimize i;", "/* solve maximize i; */", 'output ["100% \\(1) solve minimize x;"];',
         'output ["%", "/*"]; output ["\\("a;" ++ "%") maximize */"];']  # fmt: skip


def plain(value: Any) -> Any:
    """A value of MiniZinc's with the members of its sets one by one, as a hashable."""
    if isinstance(value, dict) and "set" in value:
        members = [part if isinstance(part, list | tuple) else (part, part) for part in value["set"]]
        return tuple(number for least, most in members for number in range(least, most + 1))
    if isinstance(value, dict):
        return tuple((name, plain(value[name])) for name in sorted(value))
    return tuple(map(plain, value)) if isinstance(value, list | tuple) else value


@pytest.mark.fuzz
@settings(max_examples=settings.default.max_examples // 3)
@given(
    st.lists(st.sampled_from(sorted(VARIABLES)), max_size=4, unique=True),
    st.lists(st.sampled_from(CONSTRAINTS[:-1]) | st.sampled_from(CONSTRAINTS), max_size=4),
    st.lists(st.sampled_from(NOISE), max_size=2), st.sampled_from(["satisfy", "minimize", "maximize"]),
    st.sampled_from(["gecode", "chuffed"]),
)  # fmt: skip
def test_solutions_are_those_of_brute_force(
    names: list[str], constraints: list[tuple[str, str, Any]], noise: list[str], method: str, solver: str
) -> None:
    posted = [each for each in constraints if {*each[1]} <= {*names}]
    domains = [VARIABLES[name][1] for name in names]
    every = [dict(zip(names, values, strict=True)) for values in product(*domains)]
    right = [values for values in every if all(holds(values) for _, _, holds in posted)]
    terms = [name for name in "ij" if name in names]
    if not terms:
        method = "satisfy"
    parts = ["enum E = {'p q', 'r'} ++ F(1..2)"]
    parts += [VARIABLES[name][0] for name in names] + [f"constraint {text}" for text, _, _ in posted]
    text = ";\n".join(parts) + ";\n" + "\n".join(noise)
    text += f"\nsolve {method} {' - '.join(terms) if method != 'satisfy' else ''};"
    with tempfile.TemporaryDirectory() as folder:
        checks, second = searched(Path(folder), text, "count" if method == "satisfy" else "optimum", solver)
    found = not checks.wrong and checks.last is not None
    assert found == bool(right), text
    assert not found or (second.by and not second.wrong), (text, second)
    if method == "satisfy":
        assert len(checks.different) == len(right), text
    elif right:
        values = [values[terms[0]] - (values[terms[1]] if terms[1:] else 0) for values in right]
        best = min(values) if method == "minimize" else max(values)
        assert (checks.problem.sense, checks.best, second.objective) == (method[:3], best, best), text
    if found:
        assert checks.last is not None
        assert plain(dict(checks.last)) in [plain(values) for values in right], text


def searched(folder: Path, text: str, goal: str, solver: str) -> tuple[SolutionChecks, Any]:
    """The solutions of a model, and their check by another solver."""
    (folder / "m.mzn").write_text(text, encoding="utf-8")
    problem, instance = registry.parse_instance(json.dumps(reader.read([folder / "m.mzn"])), "x")
    assert cast("OwnInstance", instance).goal == ("optimum" if goal == "optimum" else ""), text
    problem = problem.of(instance)
    formulation = registry.formulations("own")["cp_file"]
    job = Job(folder / "x", problem, instance, formulation, {}, goal, 1, 1, 60, 500, folder)
    adapter, said = find(solver, "cp"), Transcript()
    for line in subprocess.run(adapter.command(job), capture_output=True, text=True, check=False).stdout.splitlines():
        said.add(0.0, parsed(adapter, line))
    assert said.complete and not said.failed, (text, said.failed)
    checks = SolutionChecks.of(problem, instance, goal, said)
    if checks.last is None:
        return checks, None
    confine.adopt_orphans()
    place = CheckContext(confine.Limits(60, 60, 500), folder, io.BytesIO())
    solutions = ((problem.decode(instance, atoms), claimed) for atoms, claimed in said.solutions())
    return checks, check_minizinc.checked(job, solutions, place, solver)
