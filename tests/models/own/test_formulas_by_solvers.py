"""Formulas and models in XCSP3 of users by each installed solver that reads them, against brute force: all goals, also
with variables that no constraint names."""

import io
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from itertools import product
from operator import mul
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilings.models import registry
from tilings.models.own import check
from tilings.models.own.instance import parse
from tilings.models.problem import NotApplicable
from tilings.runners.confine import CALLED_AT, Usage
from tilings.runners.execute.judge import RunVerdict
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import Transcript, parsed
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import Task

DONE = Usage(ended="finished", exit_code=0, signal=None, wall_s=1.0, cpu_s=1.0, peak_mb=1.0, complaint="")
# In this process, which Pumpkin ends by some numbers; MiniZinc's solvers take half a second each.
SOLVERS = (
    ("cpsat", "cpsat_file"), ("cpsat", "sat_file"), ("kissat", "sat_file"), ("cadical", "sat_file"),
    ("rc2", "sat_file"), ("ganak", "sat_file"), ("exact", "cpmpy_file"), ("z3", "cpmpy_file"),
    ("choco", "cpmpy_file"), ("glucose", "cpmpy_file"),
)  # fmt: skip
MOST_VARIABLES = 5
Point = Mapping[str, int]
LITERALS = st.integers(1, MOST_VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
CLAUSES = st.lists(st.lists(LITERALS, max_size=3), max_size=6)
WEIGHTS = st.integers(0, 9) | st.sampled_from([10**6, 10**15])
SOFT = st.lists(st.tuples(WEIGHTS, st.lists(LITERALS, max_size=3)), max_size=4)
NAMES = LITERALS.map(lambda literal: f"{'~' * (literal < 0)}x{abs(literal)}")
SUMS = st.lists(st.tuples(st.integers(-9, 9), st.lists(NAMES, min_size=1, max_size=3)), max_size=4)
ROWS = st.lists(st.tuples(SUMS, st.sampled_from([">=", "<=", "="]), st.integers(-9, 9)), max_size=4)


def instance(form: str, text: str, sense: str = "") -> dict[str, Any]:
    aim = {"goal": "optimum", "sense": sense} if sense else {}
    return {"family": "own", "name": "m", "format": form, "model": f"m.{form}", "files": {f"m.{form}": text}} | aim


def points(number: int) -> list[Point]:
    names = [f"x{each}" for each in range(1, number + 1)]
    return [dict(zip(names, values, strict=True)) for values in product((0, 1), repeat=number)]


def holds(clause: list[int], point: Point) -> bool:
    return any(point[f"x{abs(literal)}"] == (literal > 0) for literal in clause)


def total(terms: list[Any], point: Point) -> int:
    return sum(weight * all(point[name[-2:]] != (name[0] == "~") for name in names) for weight, names in terms)


@st.composite
def in_lines(draw: st.DrawFn, clauses: list[str]) -> str:
    """The clauses, each on a line, or on several, or several on one, with comments between them."""
    return "".join(draw(st.sampled_from(["{}\n", "{} ", "{}\nc 1 0\n", " {}\n"])).format(clause) for clause in clauses)


def of_clause(clause: list[int], before: str = "") -> str:
    return before + "".join(f"{literal}\n" if literal % 3 == 0 else f"{literal} " for literal in clause) + "0"


@st.composite
def cnf(draw: st.DrawFn) -> tuple[dict[str, Any], list[Point], Callable[[Point], int] | None]:
    clauses, comment = draw(CLAUSES), draw(st.sampled_from(["", "c min: p cnf 9 9\n"]))
    text = draw(in_lines([of_clause(clause) for clause in clauses]))
    ending = draw(st.sampled_from(["", "\n%\n0\n"]))
    right = [point for point in points(MOST_VARIABLES) if all(holds(clause, point) for clause in clauses)]
    return instance("cnf", f"{comment}p cnf {MOST_VARIABLES} {len(clauses)}\n{text}{ending}"), right, None


@st.composite
def wcnf(draw: st.DrawFn) -> tuple[dict[str, Any], list[Point], Callable[[Point], int] | None]:
    hard, soft, old = draw(CLAUSES), draw(SOFT), draw(st.booleans())
    top = sum(weight for weight, _ in soft) + 1
    lines = [of_clause(clause, f"{top} " if old else "h ") for clause in hard]
    lines += [of_clause(clause, f"{weight} ") for weight, clause in soft]
    head = f"p wcnf {MOST_VARIABLES} {len(lines)} {top}\n" if old else f"h {MOST_VARIABLES} -{MOST_VARIABLES} 0\n"
    right = [point for point in points(MOST_VARIABLES) if all(holds(clause, point) for clause in hard)]
    cost = lambda point: sum(weight for weight, clause in soft if not holds(clause, point))  # noqa: E731
    return instance("wcnf", f"c min\n{head}{draw(in_lines(lines))}", "min"), right, cost


@st.composite
def opb(draw: st.DrawFn) -> tuple[dict[str, Any], list[Point], Callable[[Point], int] | None]:
    rows, costs, sense = draw(ROWS), draw(SUMS), draw(st.sampled_from(["", "min", "max"]))

    def written(terms: list[Any]) -> str:
        return " ".join(f"{weight:+d} {' '.join(names)}" for weight, names in terms)

    text = f"* #variable= {MOST_VARIABLES} #constraint= {len(rows)}\n* max: x\n"
    text += f"{sense}: {written(costs)};\n" if sense else ""
    text += "".join(f"{written(terms)} {sign} {bound} ;\n* min: 1 x1;\n" for terms, sign, bound in rows)
    compare: dict[str, Callable[[int, int], bool]] = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}
    right = [point for point in points(MOST_VARIABLES)
             if all(compare[sign](total(terms, point), bound) for terms, sign, bound in rows)]  # fmt: skip
    return instance("opb", text, sense), right, (lambda point: total(costs, point)) if sense else None


VALUES = {"x[0]": (0, 1, 2), "x[1]": (0, 1, 2), "y": (-1, 3, 4), "b": (0, 1)}
RELATIONS: dict[str, Callable[[int, int], bool]] = {"lt": int.__lt__, "ne": int.__ne__, "eq": int.__eq__}
RELATED = st.tuples(
    st.sampled_from(sorted(RELATIONS)), st.sampled_from(sorted(VALUES)), st.sampled_from(sorted(VALUES))
)


@st.composite
def xml(draw: st.DrawFn) -> tuple[dict[str, Any], list[Point], Callable[[Point], int] | None]:
    related, weights = draw(st.lists(RELATED, max_size=3)), draw(st.lists(st.integers(-3, 3), min_size=4, max_size=4))
    sense, least = draw(st.sampled_from(["", "min", "max"])), draw(st.integers(-9, 9) | st.none())
    lists = f"<list> {' '.join(VALUES)} </list> <coeffs> {' '.join(map(str, weights))} </coeffs>"
    constraints = "".join(f"<intension> {name}({one},{other}) </intension>" for name, one, other in related)
    constraints += "" if least is None else f"<sum> {lists} <condition> (ge,{least}) </condition> </sum>"
    aim = f'<objectives> <{sense}imize type="sum"> {lists} </{sense}imize> </objectives>' if sense else ""
    variables = '<array id="x" size="[2]"> 0..2 </array> <var id="y"> -1 3..4 </var> <var id="b"> 0 1 </var>'
    text = (
        f'<instance format="XCSP3" type="C{"O" if sense else "S"}P"> <!-- <minimize> --> '
        f"<variables> {variables} </variables> "
        f"<constraints> {constraints} </constraints> {aim} </instance>"
    )
    cost = lambda point: sum(map(mul, weights, point.values()))  # noqa: E731
    every = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]
    right = [point for point in every if all(RELATIONS[name](point[a], point[b]) for name, a, b in related)
             and (least is None or cost(point) >= least)]  # fmt: skip
    return instance("xml", text, sense), right, cost if sense else None


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Iterator[tuple[str, dict[str, Any]]]]:
    """The columns of each installed solver that reaches the goal, by its name and formulation."""

    def made(data: dict[str, Any], goal: str) -> Iterator[tuple[str, dict[str, Any]]]:
        stated = parse(data)
        problem = registry.problem("own").of(stated)
        for name, formulation in SOLVERS:
            own = registry.formulation("own", formulation)
            adapter = solver.find(name, own.language)
            refused = own.refusal(goal, stated) or solver.refusal(adapter, goal, 1, own)
            if not refused and solver.version(adapter, own):
                work = tmp_path_factory.mktemp("work")
                job = solver.Job(work / "m.json", problem, stated, own, {}, goal, 1, 1, 60.0, 4000, work)
                with suppress(NotApplicable):  # of Choco, whose numbers have 32 bits
                    yield f"{name}/{formulation}", _columns(adapter, job)

    return made


def _columns(adapter: Any, job: solver.Job) -> dict[str, Any]:
    printed, transcript = io.StringIO(), Transcript()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed):
        patch.setenv(CALLED_AT, str(time.monotonic()))
        adapter.solve(Task(job, time.monotonic()))
    for line in printed.getvalue().splitlines():
        transcript.add(0.5, parsed(adapter, line))
    checks = SolutionChecks.of(job.problem, job.instance, job.goal, transcript)
    return RunVerdict(checks, transcript).columns(DONE, 60.0)[0]


@pytest.mark.fuzz
@given(st.one_of(cnf(), wcnf(), opb()))
def test_the_check_knows_the_solutions_and_the_objective_of_a_formula(given: Any) -> None:
    data, right, cost = given
    stated = parse(data)
    for point in points(MOST_VARIABLES):
        solution = tuple(point.items())
        assert bool(check.check(stated, solution, "first")) == (point not in right)
        assert check.objective(stated, solution) == (cost(point) if cost else None)
        assert check.check(stated, solution[1:], "first"), "a variable is missing"


@pytest.mark.fuzz
@settings(max_examples=settings.default.max_examples // 3)
@given(st.one_of(cnf(), wcnf(), opb(), xml()))
def test_every_solver_has_the_answers_of_brute_force(answers: Any, given: Any) -> None:
    data, right, cost = given
    for goal in registry.problem("own").goals(parse(data)):
        given_by = dict(answers(data, goal))
        assert given_by or data["format"] == "xml", "CPMpy is no part of the base installation"
        for name, columns in given_by.items():
            assert columns["message"] == "" and columns["ended"] == "finished", (name, columns)
            checked = right and "ganak" not in name and data["format"] != "xml"
            assert columns["check"] == ("valid" if checked else "unchecked"), name
            if goal == "count":
                assert (columns["answer"], columns["solutions"]) == ("counted", len(right)), name
            elif cost and right:
                senses = {"min": min, "max": max}
                assert columns["answer"] == "optimal", name
                assert columns["objective"] == senses[data["sense"]](map(cost, right)), name
            else:
                assert columns["answer"] == ("sat" if right else "unsat"), name
