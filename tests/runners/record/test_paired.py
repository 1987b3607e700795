"""Verdicts by pairs of runs: what a pair counts, when pairs decide, and what a ladder's leader must do."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.record.test_schema import record
from tilings.runners.record.paired import (
    AHEAD,
    BEHIND,
    EQUAL,
    ERROR,
    LOSS,
    MOST,
    NEITHER,
    OPEN,
    STEP,
    TIE,
    WIN,
    Look,
    Pair,
    Verdict,
    boundary,
    final,
    gradual,
    leader,
    meeting,
    verdict,
)
from tilings.runners.record.results import OPEN as UNDONE
from tilings.runners.record.results import Result
from tilings.runners.record.schema import RunRecord

LIMIT_S = 5.0
UNTRIED = Result(False, False)
SECONDS = {WIN: (1.0, 2.0), LOSS: (2.0, 1.0), TIE: (1.0, 1.0), NEITHER: (None, None)}
seconds = st.one_of(st.none(), st.floats(0.001, LIMIT_S))


def ran(wall_s: float | None) -> Result:
    """A run that took so long; None: it did not solve its instance."""
    return Result(True, wall_s is not None, LIMIT_S if wall_s is None else wall_s)


def pair(first: float | None, second: float | None) -> Pair:
    return Pair("n8", 8, ran(first), ran(second))


def pairs(*outcomes: str) -> list[Pair]:
    return [pair(*SECONDS[outcome]) for outcome in outcomes]


def swapped(of: Pair) -> Pair:
    return of._replace(first=of.second, second=of.first)


many = st.lists(st.builds(pair, seconds, seconds), max_size=3 * MOST)
plain = st.lists(st.sampled_from([WIN, LOSS, TIE, NEITHER]), max_size=3 * MOST).map(lambda words: pairs(*words))


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (4.9, None, WIN), (None, 0.1, LOSS), (None, None, NEITHER), (1.0, 1.25, WIN), (1.25, 1.0, LOSS),
        (1.0, 1.24, TIE), (0.1, 0.19, TIE), (0.1, 0.2, WIN), (0.001, 0.099, TIE),
    ],
)  # fmt: skip
def test_a_win_is_a_solution_or_a_quarter_and_a_tenth_of_a_second_less(
    first: float | None, second: float | None, outcome: str
) -> None:
    assert pair(first, second).outcome == outcome


def test_the_looks_and_the_wins_that_they_need() -> None:
    assert [(look.pairs, look.wins) for look in boundary()] == [
        (3, None), (6, 6), (9, 9), (12, 11), (15, 12), (18, 14), (21, 16), (24, 18), (27, 20), (30, 21)
    ]  # fmt: skip


def test_a_later_look_needs_more_wins_but_a_smaller_share() -> None:
    for before, look in zip(boundary()[1:], boundary()[2:], strict=False):
        assert before.wins < look.wins <= before.wins + STEP
        assert look.wins > look.pairs / 2
    assert boundary()[-1].wins / MOST < boundary()[1].wins / boundary()[1].pairs


@pytest.mark.parametrize("spending", [gradual, lambda part: ERROR * part, lambda part: ERROR * part**3])
def test_the_boundary_never_spends_more_than_it_may_and_one_win_less_would(spending: Any) -> None:
    looks = boundary(spending)
    for look in looks:
        assert look.spent <= spending(look.pairs / MOST) <= ERROR
        assert spent_by_hand(looks[: look.pairs // STEP]) == pytest.approx(look.spent)
        fewer = Look(look.pairs, (look.wins or look.pairs + 1) - 1, 0)
        assert spent_by_hand([*looks[: look.pairs // STEP - 1], fewer]) > spending(look.pairs / MOST)


def spent_by_hand(looks: Any) -> float:
    """The chance that a fair coin meets a boundary, by the ways to reach each number of heads."""
    ways, met = {0: 1.0}, 0.0
    for look in looks:
        ahead: dict[int, float] = {}
        for (heads, chance), more in product(ways.items(), range(STEP + 1)):
            ahead[heads + more] = ahead.get(heads + more, 0.0) + chance * math.comb(STEP, more) / 2**STEP
        needed = math.inf if look.wins is None else look.wins
        met += sum(chance for heads, chance in ahead.items() if heads >= needed)
        ways = {heads: chance for heads, chance in ahead.items() if heads < needed}
    return met


@pytest.mark.parametrize(
    ("outcomes", "decided", "further"),
    [
        ([], OPEN, 6), ([WIN] * 5, OPEN, 1), ([WIN] * 6, AHEAD, None), ([LOSS] * 6, BEHIND, None),
        ([TIE] * 6, EQUAL, None), ([NEITHER] * 40, OPEN, 6), ([WIN] * 6 + [LOSS] * 20, AHEAD, None),
        ([WIN] * 5 + [LOSS], OPEN, 6), ([WIN] * 5 + [LOSS] + [WIN] * 5, OPEN, 1),
        ([WIN] * 5 + [LOSS] + [WIN] * 6, AHEAD, None), ([WIN, LOSS] * 3, OPEN, 9), ([WIN, LOSS] * 14, OPEN, None),
        ([TIE, NEITHER] * 3 + [WIN] * 6, AHEAD, None), ([WIN] + [TIE] * 11, EQUAL, None), ([WIN] + [TIE] * 5, OPEN, 5),
    ],
)  # fmt: skip
def test_pairs_decide_at_the_first_look_that_may(outcomes: list[str], decided: str, further: int | None) -> None:
    found = verdict(pairs(*outcomes))
    assert (found.decided, found.next_look) == (decided, further)
    assert (found.wins, found.losses, found.ties, found.neither) == tuple(
        map(outcomes.count, (WIN, LOSS, TIE, NEITHER))
    )


def test_who_solves_more_is_not_equal_to_who_is_as_fast_on_the_others() -> None:
    """On the pairs that both solve the two are alike; the first solves a fifth more."""
    found = verdict([pair(1.0, None), *pairs(*[TIE] * 4)] * 2)
    assert found.decided == OPEN
    assert found.median_ratio == 1 and found.interval == (1, math.inf)


def test_the_interval_of_the_median_lies_between_two_of_the_ratios_at_the_last_look() -> None:
    found = verdict([pair(1.0, ratio / 10) for ratio in range(5, 18)])
    assert found.median_ratio == pytest.approx(1.1)
    assert found.interval == (0.6, 1.5)  # 11 of 12 lie above the lower end or at it; the thirteenth is of no look
    few = verdict(pairs(TIE, WIN))
    assert few.median_ratio == pytest.approx(math.sqrt(2)) and few.interval == (0, math.inf)
    assert math.isnan(verdict([]).median_ratio)


def test_pairs_do_not_count_from_the_first_open_one_on_nor_if_they_could_not_be_tried() -> None:
    undone = Pair("n8", 8, ran(1.0), UNDONE)
    assert verdict([*pairs(WIN), undone, *pairs(*[WIN] * 6)]).wins == 1
    found = verdict([Pair("n8", 8, UNTRIED, ran(1.0))] * 9)
    assert found == verdict([])


@given(many)
def test_swapped_sides_swap_the_verdict(own: list[Pair]) -> None:
    found, other = verdict(own), verdict(map(swapped, own))
    assert (other.wins, other.losses, other.ties, other.neither) == (
        found.losses, found.wins, found.ties, found.neither
    )  # fmt: skip
    assert other.decided == {AHEAD: BEHIND, BEHIND: AHEAD}.get(found.decided, found.decided)
    assert other.next_look == found.next_look
    low, high = (1 / end if end else math.inf for end in found.interval)
    assert other.interval == pytest.approx((high, low))


@given(st.lists(st.lists(st.sampled_from([WIN, LOSS]), min_size=STEP, max_size=STEP), max_size=12), st.randoms())
def test_the_order_of_pairs_between_two_looks_does_not_matter(steps: list[list[str]], random: Any) -> None:
    found = verdict(pairs(*(word for step in steps for word in step)))
    for step in steps:
        random.shuffle(step)
    assert verdict(pairs(*(word for step in steps for word in step))) == found


@given(plain, st.randoms())
def test_ties_do_not_matter_to_who_is_ahead(own: list[Pair], random: Any) -> None:
    untied = [each for each in own if each.outcome in (WIN, LOSS)]
    ahead = {AHEAD, BEHIND}
    assert {verdict(own).decided} & ahead == {verdict(untied).decided} & ahead


@given(st.one_of(many, plain))
def test_no_fewer_pairs_decide_than_the_next_look_says(own: list[Pair]) -> None:
    """Where none may decide none does, whatever comes."""
    for end in range(len(own)):
        now, later = verdict(own[:end]), verdict(own)
        if now.decided == OPEN and later.decided != OPEN:
            assert now.next_look is not None
            assert all(verdict(own[: end + more]).decided == OPEN for more in range(min(now.next_look, len(own) - end)))
        if now.decided in (AHEAD, BEHIND):
            assert later.decided == now.decided


@given(many)
def test_the_median_lies_in_its_interval(own: list[Pair]) -> None:
    found = verdict(own)
    assert math.isnan(found.median_ratio) or found.interval[0] <= found.median_ratio <= found.interval[1]


def test_a_leader_is_ahead_of_every_rival() -> None:
    def of(*words: str) -> str:
        return leader(Verdict(0, 0, 0, 0, math.nan, (0.0, math.inf), word, None) for word in words)

    assert of(AHEAD) == of(AHEAD, AHEAD) == AHEAD
    assert of(AHEAD, EQUAL) == EQUAL
    assert of(EQUAL, OPEN, AHEAD) == of() == OPEN
    assert of(AHEAD, OPEN, BEHIND) == BEHIND


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (14, 10, [10, 12, 14]), (10, 14, [10, 12, 14]), (16, 8, [8, 10, 12, 14, 16]), (14, 14, [10, 12, 14]),
        (16, 14, [12, 14, 16]), (6, 6, [6]), (10, None, [6, 8, 10]), (None, None, []),
    ],
)  # fmt: skip
def test_two_meet_between_their_reaches_and_on_three_sizes_at_least(
    first: float | None, second: float | None, expected: list[float]
) -> None:
    assert meeting([16, 14, 12, 10, 8, 6], first, second) == expected


def test_a_final_has_a_leader_and_a_duel_with_each_rival() -> None:
    def run(who: str, number: int, wall_s: float | None) -> RunRecord:
        ended, answer = ("wall", "none") if wall_s is None else ("finished", "optimal")
        return record(solver=who, formulation="m", instance=f"n8~{number}", rung=8.0, pair=number, ended=ended,
                      answer=answer, wall_s=wall_s or LIMIT_S, wall_limit_s=LIMIT_S)  # fmt: skip

    rows = [run("a", number, 1.0) for number in range(1, 10)]
    rows += [run("b", number, None) for number in range(1, 7)] + [
        run("c", number, 1.0 + number / 4) for number in range(1, 9)
    ]
    order = ["none/m", "a/m", "c/m", "b/m"]
    found = final(rows, order)
    assert found and found.leader == "a/m" and [duel.rival for duel in found.duels] == ["c/m", "b/m"]
    verdicts = {duel.rival: (duel.verdict.wins, duel.verdict.losses, duel.verdict.decided) for duel in found.duels}
    assert verdicts == {"b/m": (6, 0, AHEAD), "c/m": (8, 0, AHEAD)}
    assert leader(duel.verdict for duel in found.duels) == AHEAD
    assert final([], order) is None
    behind = final(rows, ["b/m", "a/m"])
    assert behind and behind.leader == "b/m", "the pairs do not choose who leads"
    assert leader(duel.verdict for duel in behind.duels) == BEHIND
