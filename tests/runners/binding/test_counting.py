"""Clauses that count with auxiliary variables: what PySAT writes is accepted, what does not follow is not."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.card import CardEnc, EncType
from pysat.pb import EncType as WeightedType
from pysat.pb import PBEnc
from pysat.solvers import Solver

from tilings.runners.binding.counting import Clause, Inequality, Rule, unproven

CARDINALITIES = ("seqcounter", "totalizer")


def at_most(count: int, bound: int) -> Inequality:
    return Inequality(dict.fromkeys(range(1, count + 1), 1), bound)


def at_least(count: int, bound: int) -> Inequality:
    return Inequality.at_least(dict.fromkeys(range(1, count + 1), 1), bound)


def faults(clauses: list[Clause], inequality: Inequality, count: int) -> list[Clause]:
    return [clause for clause, _ in unproven(clauses, Rule([inequality]), range(1, count + 1))]


def tuples(clauses: list[list[int]]) -> list[Clause]:
    return [tuple(clause) for clause in clauses]


def consequences(clauses: list[Clause], inequality: Inequality, count: int) -> bool:
    """Whether each assignment of the named variables that the inequality allows extends to one of all clauses."""
    with Solver(bootstrap_with=clauses) as solver:
        for values in product((False, True), repeat=count):
            literals = [number if value else -number for number, value in enumerate(values, start=1)]
            total = sum(inequality.weights.get(literal, 0) for literal in literals)
            if total <= inequality.bound and not solver.solve(assumptions=literals):
                return False
    return True


@pytest.mark.parametrize("encoding", CARDINALITIES)
@given(count=st.integers(2, 12), data=st.data())
def test_cardinality_encodings_of_pysat_follow(encoding: str, count: int, data: st.DataObject) -> None:
    bound = data.draw(st.integers(1, count - 1))
    kind = getattr(EncType, encoding)
    numbers = list(range(1, count + 1))
    most = CardEnc.atmost(lits=numbers, bound=bound, top_id=count, encoding=kind)
    least = CardEnc.atleast(lits=numbers, bound=bound, top_id=count, encoding=kind)
    assert not faults(tuples(most.clauses), at_most(count, bound), count)
    assert not faults(tuples(least.clauses), at_least(count, bound), count)


@pytest.mark.parametrize("encoding", CARDINALITIES)
@given(count=st.integers(2, 9), data=st.data())
def test_an_equality_follows_from_both_of_its_halves(encoding: str, count: int, data: st.DataObject) -> None:
    bound = data.draw(st.integers(1, count - 1))
    numbers = list(range(1, count + 1))
    both = CardEnc.equals(lits=numbers, bound=bound, top_id=count, encoding=getattr(EncType, encoding))
    halves = [at_most(count, bound), at_least(count, bound)]
    assert not list(unproven(tuples(both.clauses), Rule(halves), numbers))


@pytest.mark.parametrize("encoding", ["pairwise", "bitwise", "seqcounter", "totalizer"])
def test_at_most_one_follows(encoding: str) -> None:
    made = CardEnc.atmost(lits=[1, 2, 3, 4, 5], bound=1, top_id=5, encoding=getattr(EncType, encoding))
    assert not faults(tuples(made.clauses), at_most(5, 1), 5)


@given(weights=st.lists(st.integers(1, 9), min_size=2, max_size=7), data=st.data())
def test_weighted_sequential_counters_of_pysat_follow(weights: list[int], data: st.DataObject) -> None:
    pytest.importorskip("pypblib", reason="PBLib is not installed")
    bound = data.draw(st.integers(max(weights), max(max(weights), sum(weights) - 1)))
    numbers = list(range(1, len(weights) + 1))
    made = PBEnc.leq(lits=numbers, weights=weights, bound=bound, top_id=len(weights), encoding=WeightedType.seqcounter)
    inequality = Inequality(dict(zip(numbers, weights, strict=True)), bound)
    assert not faults(tuples(made.clauses), inequality, len(weights))


@pytest.mark.parametrize("encoding", [*CARDINALITIES, "bitwise", "pairwise"])
@given(count=st.integers(3, 6), data=st.data())
def test_whatever_is_accepted_follows(encoding: str, count: int, data: st.DataObject) -> None:
    """Encodings with random mistakes: another bound, literals taken away, turned round or exchanged."""
    bound = 1 if encoding in ("bitwise", "pairwise") else data.draw(st.integers(1, count - 1))
    made = CardEnc.atmost(
        lits=list(range(1, count + 1)), bound=bound, top_id=count, encoding=getattr(EncType, encoding)
    )
    clauses = [list(clause) for clause in made.clauses]
    for _ in range(data.draw(st.integers(0, 3))):
        clause = clauses[data.draw(st.integers(0, len(clauses) - 1))]
        if clause:
            place = data.draw(st.integers(0, len(clause) - 1))
            clause[place] = data.draw(st.integers(1, made.nv)) * data.draw(st.sampled_from((1, -1)))
            clause[:] = clause[: data.draw(st.integers(0, len(clause)))] or clause
    inequality = at_most(count, data.draw(st.integers(bound - 1, bound + 1)))
    if not faults(tuples(clauses), inequality, count):
        assert consequences(tuples(clauses), inequality, count)


@pytest.mark.parametrize(
    ("clauses", "bound", "wrong"),
    [
        ([(-1, -1)], 1, [(-1, -1)]),  # a literal that is named twice counts once
        ([(-1, 3), (-2, -1, -3)], 2, [(-2, -1, -3)]),
        ([(-3,), (-3, -1)], 1, []),  # a variable that nothing implies is false
        ([(-1, 3), (3,)], 1, []),  # auxiliary variables that are only conclusions are harmless
    ],
)
def test_of_small_formulas_just_what_does_not_follow_is_found(
    clauses: list[Clause], bound: int, wrong: list[Clause]
) -> None:
    assert faults(clauses, at_most(2, bound), 2) == wrong


def test_a_weight_that_is_too_small_is_found() -> None:
    made = PBEnc.leq(lits=[1, 2, 3], weights=[2, 3, 4], bound=6, top_id=3, encoding=WeightedType.seqcounter)
    assert not faults(tuples(made.clauses), Inequality({1: 2, 2: 3, 3: 4}, 6), 3)
    assert faults(tuples(made.clauses), Inequality({1: 2, 2: 2, 3: 4}, 6), 3)


def test_several_inequalities_share_the_counting_variables() -> None:
    """Variable 4 is true if more than one of 1 to 3 is, 5 if more than two are."""
    least_two, least_three = 6, 7
    clauses = [
        (-1, -2, least_two), (-1, -3, least_two), (-2, -3, least_two), (-1, -2, -3, least_three),
        (-least_two, 4), (-least_three, 5),
    ]  # fmt: skip
    rule = Rule([Inequality({1: 1, 2: 1, 3: 1, -4: 2}, 3), Inequality({1: 1, 2: 1, 3: 1, -5: 1}, 3)])
    assert not list(unproven(clauses, rule, range(1, 6)))
    assert [clause for clause, _ in unproven([*clauses, (-least_two, 5)], rule, range(1, 6))] == [(-least_two, 5)]


@pytest.mark.parametrize(
    ("clauses", "why"),
    [
        ([(-1, 3, 4)], "one of several"),
        ([(-3, 4), (-4, 3), (-1, 3)], "in a circle"),
        ([(-1, 3), (-2, -1, 3), (-1, -3, 4)], "counts a literal twice"),
        ([(1,)], "does not follow"),
        ([()], "does not follow"),
    ],
)
def test_what_is_not_understood_is_refused(clauses: list[Clause], why: str) -> None:
    assert any(why in reason for _, reason in unproven(clauses, Rule([at_most(2, 1)]), (1, 2)))


def test_a_rule_with_an_exception_holds_for_clauses_that_have_the_exception() -> None:
    rule = Rule([at_most(3, 1)], unless=4)
    made = CardEnc.atmost(lits=[1, 2, 3], bound=1, top_id=4, encoding=EncType.seqcounter)
    clauses = [(*clause, 4) for clause in made.clauses]
    assert not list(unproven(clauses, rule, (1, 2, 3, 4)))
    lacking = clauses[0][:-1]
    assert list(unproven([lacking, *clauses[1:]], rule, (1, 2, 3, 4))) == [
        (lacking, "it lacks the literal of its rule's exception")
    ]


def test_clauses_of_named_variables_may_be_excluded_by_what_these_mean() -> None:
    rule = Rule(excludes=lambda literals: literals == {1, -2})
    assert [clause for clause, _ in unproven([(-1, 2), (1, 2), (-1, 3), (-3, -1, 2)], rule, (1, 2))] == [
        (1, 2),
        (-3, -1, 2),
    ]
