"""How often verdicts by pairs err, and how many pairs they need: `python -m tools.verdict_errors` prints the table.

What two contestants come to is counted exactly: all sequences of wins, losses and ties by their chances
(`exact`). win rate: of the pairs that are not tied. ties: the share of pairs that both solve, with a ratio of times
within `paired.RATIO`. pairs: how many are made on average until the verdict, or until no further one may decide.

- *boundary*: the sign test alone, with one spending function each.
- *two contestants*: at a win rate of 0.5 neither is ahead, and `ahead` and `behind` are errors. At 0.8 with half of the
  pairs tied the one is ahead, and the median lies within `paired.RATIO`: what is found first is the verdict.
- *median ratio at the bound*: the first wins half of all pairs, tied ones too, so that `equal` is an error.
- *rivals alike*: a ladder whose leader meets 1 to 5 rivals. Each pair has a score of each rival, normal, in which the
  leader's own part is half; it is a win or a loss beyond the quantiles that give the win rate and the ties. This is
  simulated, as the rivals share the leader's runs. `ahead` is the share of ladders with a leader: at 0.5 an error, else
  the power. It is no more than the least of the rivals' own, and were the pairs independent their product.
- *one rival as good*: the same with a win rate of 0.5 against the first rival, so that `ahead` is an error.
- *sizes*: a win is sure on the larger half of the sizes and a loss on the smaller, so that neither is ahead; rounds of
  all sizes are drawn at random, or go from the largest down. Simulated, too.
"""

from __future__ import annotations

import csv
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from statistics import NormalDist
from typing import Any

import numpy as np

from tilings.runners.record.paired import (
    AHEAD,
    BEHIND,
    EQUAL,
    ERROR,
    LOSS,
    MOST,
    OPEN,
    STEP,
    TIE,
    WIN,
    Look,
    Verdict,
    boundary,
    gradual,
    leader,
    next_look,
    verdict,
)

SEED, TRIALS, RIVALS, PAIRS = 20261127, 10_000, 5, 200
RATES, TIES = (0.5, 0.7, 0.8, 0.9), (0.0, 0.25, 0.5)
MANY_TIES = (0.8, 0.9)  # shares of ties at which two are equal
BOUNDS = ((0.5, 0.0), (0.625, 0.2), (5 / 6, 0.4), (1.0, 0.5))  # win rates and ties with half of all pairs won
SIZES = (2, 4, 6, 8, 12)
WORDS = (AHEAD, BEHIND, EQUAL, OPEN)
HEADER = ["case", "method", "win rate", "ties", "rivals", *WORDS, "pairs"]
NONE = verdict(())  # the verdict on no pairs
Chances = dict[str, float]  # of each of WORDS; and of "pairs" their mean


def pocock(part: float) -> float:
    """The spending function of Lan and DeMets that is near the boundary of Pocock."""
    return ERROR * math.log(1 + (math.e - 1) * part)


def obrien_fleming(part: float) -> float:
    """The one near the boundary of O'Brien and Fleming."""
    normal = NormalDist()
    return 2 * (1 - normal.cdf(normal.inv_cdf(1 - ERROR / 2) / math.sqrt(part)))


def steady(part: float) -> float:
    return ERROR * part


SPENDING: tuple[Callable[[float], float], ...] = (gradual, steady, pocock, obrien_fleming)


def sign_test(looks: Sequence[Look], rate: float) -> Chances:
    """The chances of the sign test alone, on pairs of which none is tied."""
    live, found = {0: 1.0}, dict.fromkeys((*WORDS, "pairs"), 0.0)
    for look in looks:
        found["pairs"] += STEP * sum(live.values())
        for _ in range(STEP):
            new: Counter[int] = Counter()
            for wins, chance in live.items():
                new[wins] += chance * (1 - rate)  # type: ignore[assignment]
                new[wins + 1] += chance * rate  # type: ignore[assignment]
            live = dict(new)
        needed = look.wins or look.pairs + 1
        found[AHEAD] += sum(live.pop(wins) for wins in list(live) if wins >= needed)
        found[BEHIND] += sum(live.pop(wins) for wins in list(live) if look.pairs - wins >= needed)
    found[OPEN] = sum(live.values())
    return found


@cache
def decided(wins: int, losses: int, ties: int) -> str:
    """The verdict after so many pairs of each outcome; OPEN if no further one may decide, empty before."""
    needed = {look.pairs: look.wins for look in boundary() if look.wins}
    untied, rated, most = wins + losses, wins + losses + ties, max(wins, losses)
    if untied in needed and most >= needed[untied]:
        return AHEAD if wins > losses else BEHIND
    if rated in needed and rated - most >= needed[rated]:
        return EQUAL
    return "" if next_look(wins, losses, wins, losses, rated) else OPEN


def exact(rate: float, ties: float) -> Chances:
    """The chances of the verdicts, and the mean number of pairs."""
    live, found = {(0, 0, 0): 1.0}, dict.fromkeys((*WORDS, "pairs"), 0.0)
    while live:
        new: dict[tuple[int, int, int], float] = defaultdict(float)
        for (wins, losses, tied), chance in live.items():
            share = 0.0 if wins + losses + tied >= MOST else ties  # from there on ties only cost pairs
            found["pairs"] += chance * (1 - share) / (1 - ties)
            new[wins + 1, losses, tied] += chance * (1 - share) * rate
            new[wins, losses + 1, tied] += chance * (1 - share) * (1 - rate)
            new[wins, losses, tied + 1] += chance * share
        live = {state: chance for state, chance in new.items() if chance and not decided(*state)}
        for state in new.keys() - live.keys():
            found[decided(*state) or OPEN] += new[state]
    return found


def met(outcomes: Iterable[str]) -> tuple[str, int]:
    """The verdict on pairs of these outcomes, of which no more are made than it needs, and their number."""
    wins = losses = ties = 0
    for made, outcome in enumerate(outcomes, 1):
        wins, losses, ties = wins + (outcome == WIN), losses + (outcome == LOSS), ties + (outcome == TIE)
        if word := decided(wins, losses, ties):
            return word, made
    raise ValueError("too few outcomes")


def ladders(rates: Sequence[float], ties: float, trials: int) -> Iterator[Chances]:
    """The chances of a ladder's leader with one rival, with two and so on, and the mean number of pairs with all of
    them. rates: its win rate against each."""
    rng, normal = np.random.default_rng(SEED), NormalDist()
    wins = [normal.inv_cdf(1 - rate * (1 - ties)) for rate in rates]
    losses = [normal.inv_cdf((1 - rate) * (1 - ties)) for rate in rates]
    found: list[Counter[str]] = [Counter() for _ in rates]
    for _ in range(trials):
        own = rng.normal(size=PAIRS)
        verdicts: list[Verdict] = []
        pairs = 0
        for at in range(len(rates)):
            scores = (own + rng.normal(size=PAIRS)) / math.sqrt(2)
            outcomes = np.where(scores > wins[at], WIN, np.where(scores < losses[at], LOSS, TIE))
            word, number = met(outcomes.tolist())
            verdicts.append(replace(NONE, decided=word))
            pairs += number
            found[at].update({leader(verdicts): 1, "pairs": pairs})
    yield from (_shares(each, trials) for each in found)


def sizes(number: int, drawn: bool, trials: int) -> Chances:
    """The chances where a win is sure on the larger half of the sizes, and a loss on the smaller."""
    rng, found = np.random.default_rng(SEED), Counter[str]()
    for _ in range(trials if drawn else 1):
        rounds = (rng.permutation(number) if drawn else range(number) for _ in range(PAIRS))
        word, made = met(WIN if 2 * size < number else LOSS for own in rounds for size in own)
        found.update({word: 1, "pairs": made})
    return _shares(found, trials if drawn else 1)


def rows(trials: int) -> Iterator[list[Any]]:
    """The rows of the table."""
    yield from exact_rows()
    for (rate, ties), first in product(product(RATES, TIES), (None, 0.5)):
        if first == rate:
            continue
        case = "rivals alike" if first is None else "one rival as good"
        rates = [rate if first is None else first, *[rate] * (RIVALS - 1)]
        for rivals, found in enumerate(ladders(rates, ties, trials), 1):
            yield _row(case, f"{trials} trials", rate, ties, rivals, found)
    for number, drawn in product(SIZES, (True, False)):
        case = f"{number} sizes, {'drawn' if drawn else 'from the largest'}"
        yield _row(case, f"{trials} trials" if drawn else "exact", 0.5, 0.0, 1, sizes(number, drawn, trials))


def exact_rows() -> Iterator[list[Any]]:
    """The rows of two contestants, and of boundaries."""
    for spending, rate in product(SPENDING, RATES):
        name = spending.__name__.replace("_", " ")
        yield _row(f"boundary: {name}", "exact", rate, 0.0, 1, sign_test(boundary(spending), rate))
    for rate, ties in [*product(RATES, TIES), *((0.5, ties) for ties in MANY_TIES)]:
        yield _row("two contestants", "exact", rate, ties, 1, exact(rate, ties))
    for rate, ties in BOUNDS:
        yield _row("median ratio at the bound", "exact", rate, ties, 1, exact(rate, ties))


def _row(case: str, method: str, rate: float, ties: float, rivals: int, found: Chances) -> list[Any]:
    shares = (f"{found[word]:.4f}" if method == "exact" else f"{found[word]:.3f}" for word in WORDS)
    return [case, method, f"{rate:.3g}", ties, rivals, *shares, f"{found['pairs']:.1f}"]


def _shares(found: Counter[str], trials: int) -> Chances:
    return {word: found[word] / trials for word in (*WORDS, "pairs")}


def main(trials: int = TRIALS) -> None:
    """Print the table as CSV."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(HEADER)
    for row in rows(trials):
        writer.writerow(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
