"""clingo's answers to a user's program are those of the definition of answer sets."""

import io
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.called import called
from tilings.models import registry
from tilings.models.own import asp_program, reader
from tilings.runners.confine import CALLED_AT
from tilings.runners.execute import asp_child
from tilings.runners.solvers.clingo import ASP, solve
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.events import Event, Found, SearchComplete
from tilings.runners.solvers.interface.solver import Job

ATOMS = ("a", "b", "c(-1)", '-c("%")', "-a")
Set = frozenset[str]


@dataclass(frozen=True)
class Rule:
    """Heads of a choice, the only head, or none of a constraint; bounds of a choice; the body's literals, and negated
    ones; the weight and the priority of a weak constraint."""

    heads: tuple[str, ...]
    choice: bool
    bounds: tuple[int, int]
    plus: tuple[str, ...]
    minus: tuple[str, ...]
    weight: tuple[int, int] | None = None

    def __str__(self) -> str:
        body = ", ".join([*self.plus, *(f"not {atom}" for atom in self.minus)])
        if self.weight:
            return f":~ {body}. [{self.weight[0]}@{self.weight[1]},{len(self.plus)}]"
        head = (
            f"{self.bounds[0]} {{ {' ; '.join(self.heads)} }} {self.bounds[1]}" if self.choice else "".join(self.heads)
        )
        return f"{head} :- {body}." if body else f"{head}." if head else ""

    def applies(self, true: Set) -> bool:
        return true.issuperset(self.plus) and true.isdisjoint(self.minus)

    def holds(self, true: Set) -> bool:
        """Whether a choice's bounds, or a constraint, hold."""
        if not self.applies(true) or self.weight:
            return True
        low, high = self.bounds if self.choice else (1, 1)
        return low <= len(true.intersection(self.heads)) <= high


@dataclass(frozen=True)
class Program:
    rules: tuple[Rule, ...]
    shown: tuple[str, ...] | None

    def __str__(self) -> str:
        shown = [f"#show {atom} : {atom}." for atom in self.shown or ()]
        return "\n".join(
            ['% a: not b. "#minimize"', *map(str, self.rules), *([] if self.shown is None else ["#show.", *shown])]
        )

    def answer_sets(self) -> Iterator[Set]:
        """By the definition: the consistent sets that are the least model of their reduct."""
        for size in range(len(ATOMS) + 1):
            for true in map(frozenset, combinations(ATOMS, size)):
                if {"a", "-a"} <= true or not all(rule.holds(true) for rule in self.rules):
                    continue
                least: Set = frozenset()
                while new := self._derived(least, true) - least:
                    least |= new
                if least == true:
                    yield true

    def _derived(self, known: Set, true: Set) -> Set:
        reduct = [rule for rule in self.rules if true.isdisjoint(rule.minus) and not rule.weight]
        return frozenset(
            head for rule in reduct if known.issuperset(rule.plus)
            for head in rule.heads if head in true or not rule.choice
        )  # fmt: skip

    def costs(self, true: Set) -> tuple[int, ...]:
        """From the highest priority on. The weight of equal terms counts once."""
        terms = {(*rule.weight, len(rule.plus)) for rule in self.rules if rule.weight and rule.applies(true)}
        return tuple(sum(weight for weight, level, _ in terms if level == each) for each in (2, 1))

    def seen(self, true: Set) -> Set:
        return true if self.shown is None else true.intersection(self.shown)


SOME = st.lists(st.sampled_from(ATOMS), max_size=2, unique=True).map(tuple)
WEIGHTS = st.tuples(st.sampled_from([-2_000_000_000, -1, 1, 3, 2_000_000_000]), st.just(1) | st.sampled_from([1, 2]))


def rules(weighted: bool) -> st.SearchStrategy[Rule]:
    bounds = st.sampled_from([(0, 1), (0, 3), (1, 1), (1, 2)])
    heads = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3, unique=True).map(tuple)
    choice = st.builds(Rule, heads, st.just(True), bounds, SOME, SOME)
    normal = st.builds(Rule, SOME.map(lambda some: some[:1]), st.just(False), st.just((1, 1)), SOME, SOME)
    weak = st.builds(Rule, st.just(()), st.just(False), st.just((1, 1)), SOME, SOME, WEIGHTS)
    normal = normal.filter(lambda rule: rule.heads or rule.plus or rule.minus)
    return choice | normal | weak if weighted else choice | normal


def programs(weighted: bool) -> st.SearchStrategy[Program]:
    some = st.lists(rules(weighted), min_size=1, max_size=6).map(tuple)
    return st.builds(Program, some, st.none() | SOME)


def events(folder: Path, text: str, goal: str) -> list[Event]:
    """What the adapter reports of a program."""
    (folder / "p.lp").write_text(text, encoding="utf-8")
    stated = reader.read_json(json.dumps({"family": "own", "format": "asp", "model": "p.lp"}), folder / "p.json")
    problem, instance = registry.parse_instance(json.dumps(stated), "p")
    formulation = registry.formulation("own", "asp_file")
    work = folder / "work"
    work.mkdir(exist_ok=True)
    job = Job(folder, problem, instance, formulation, {}, goal, 1, 1, 60.0, 500, work)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as out:
        patch.setenv(CALLED_AT, str(time.monotonic()))  # the limit counts from here, not from the start of pytest
        solve(Task(job, time.monotonic()))
    return [event for line in out.getvalue().splitlines() for event in ASP.parse(line)]


def refused(folder: Path, goal: str, shown: Set, cost: int | None = None) -> bool:
    """Whether the check refuses an answer set."""
    (folder / "sets.jsonl").write_text(json.dumps([sorted(shown), cost]) + "\n", encoding="utf-8")
    return any("wrong" in result for result in asp_child.main(str(folder / "sets.jsonl"), goal, str(folder / "p.lp")))


@pytest.mark.fuzz
@given(programs(weighted=False))
def test_the_answer_sets_are_those_of_the_definition(program: Program) -> None:
    right = list(program.answer_sets())
    with tempfile.TemporaryDirectory() as home:
        said = events(Path(home), str(program), "count")
        found = [frozenset(name for name, _ in event.atoms) for event in said if isinstance(event, Found)]
        assert sorted(map(sorted, found)) == sorted(sorted(program.seen(true)) for true in right)
        assert said[-1] == SearchComplete(len(right))
        assert any(isinstance(event, Found) for event in events(Path(home), str(program), "first")) == bool(right)
        seen = {program.seen(true) for true in right}
        for shown in {*seen, *map(program.seen, map(frozenset, combinations(ATOMS, 2)))}:
            assert refused(Path(home), "count", shown) == (shown not in seen)


@pytest.mark.fuzz
@given(programs(weighted=True))
def test_the_optimum_is_that_of_the_definition(program: Program) -> None:
    level = 2 if any(rule.weight and rule.weight[1] == 2 for rule in program.rules) else 1
    right = [(program.costs(true)[2 - level], program.seen(true)) for true in program.answer_sets()]
    with tempfile.TemporaryDirectory() as home:
        text = f"{program}\n#minimize {{ 0@{level} : #true }}."
        said = events(Path(home), text, "optimum")
        found = [event for event in said if isinstance(event, Found)]
        assert (found[-1].objective if found else None) == min((cost for cost, _ in right), default=None)
        for event in found:
            shown = frozenset(name for name, _ in event.atoms)
            least = min(cost for cost, seen in right if seen == shown)
            assert (event.objective, shown) in right
            assert not refused(Path(home), "optimum", shown, least) and refused(Path(home), "optimum", shown, least - 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#include <incmode>.\n#program step(t).\np(t).", "p.lp has '#include <incmode>'"),
        ("a.\n#program step(t).\np(t).",
         "p.lp has '#program step(t)': programs in parts are not grounded step by step"),
        ("#script (python)\nx = 1\n#end.\na.", "p.lp has '#script': scripts are not run"),
        ("a(X) :- X = @ f(1), not b.", "p.lp has '@ f(': scripts are not run"),
        ("a. #minimize { 3000000000 : a }.",
         "p.lp has the number 3000000000: clingo computes with numbers up to 2147483647"),
        ("a(0xFFFFFFFF).", "p.lp has the number 0xFFFFFFFF"),
        ("#theory t { x { - : 1, unary }; &d/0 : x, any }.\na :- &d { 1 }.", "p.lp has theory atoms"),
    ],
)  # fmt: skip
def test_a_program_that_clingo_would_solve_as_another_is_refused_in_a_line(
    tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "p.lp").write_text(text, encoding="utf-8")
    done = called("tilings.runners.solve", tmp_path / "p.lp", "--solver", "clingo")
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1


def test_the_part_base_and_words_in_comments_and_strings_are_no_parts(tmp_path: Path) -> None:
    text = '#program  base .\n% #script\na("#program step(t)."). %* #include <incmode> *%\n'
    assert [event for event in events(tmp_path, text, "first") if isinstance(event, Found)]


def test_a_checker_and_numbers_of_31_bits_are_no_reason_to_refuse_a_program(tmp_path: Path) -> None:
    (tmp_path / "p.lp").write_text('a(2147483647). b3000000000. c("4000000000").', encoding="utf-8")
    (tmp_path / "check.py").write_text("import functools\n@functools.cache\n@call(4000000000)\n", encoding="utf-8")
    _, instance = registry.parse_object(reader.read([tmp_path / "p.lp", tmp_path / "check.py"]), "p.lp")
    assert instance.checker and not asp_program.refusal(instance)


def test_an_objective_does_not_narrow_a_count(tmp_path: Path) -> None:
    assert events(tmp_path, "{a; b}. #minimize { 1 : a }.", "count")[-1] == SearchComplete(4)
