"""Made-up campaigns that climb: contestants with known curves, on one ladder or several."""

import math
from dataclasses import astuple
from functools import partial

import numpy as np
import pytest

from tilings.reports.data.campaign import read_results
from tilings.reports.reach.findings import Findings
from tilings.reports.reach.winners import finals
from tilings.runners.record.climbs import climbs
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.curves import fit
from tilings.runners.record.predictions import COLUMNS, Prediction
from tools.reach_coverage import CASES, climbed, rung_of

LIMIT_S = 5.0
SIZES = [float(size) for size in range(6, 120, 2)]


@pytest.fixture
def climb(base):
    """The rows of contestants that climb (`rows`)."""
    return partial(rows, base)


@pytest.fixture
def predicted(folder_of):
    """The results of a campaign with a prediction of each climb from a tenth of its limit, times a factor."""

    def made(runs, factor=1.0):
        folder = folder_of(*runs)
        file = Appender(folder / "predictions-1of1.csv", COLUMNS)
        for each in climbs(runs):
            ladder, limit_s = each.ladder, each.ladder.limit_s
            early = each.within(limit_s / 10)
            sizes = [factor * size for size in astuple(fit(early).reach(limit_s))]
            who = (ladder.family, ladder.name, ladder.goal, each.configuration, ladder.kind)
            file.append(Prediction("2025-11-20T09", *who, limit_s / 10, limit_s, early.reach, *sizes).cells)
        file.close()
        return read_results(folder)

    return made


def rows(base, contestants, limit=LIMIT_S, cases=1, spread=0.0, sizes=SIZES, seed=3, **about):
    """The rows of contestants, each (solver, paradigm) with its seconds at a size, which climb one ladder.

    spread: of the lognormal times. about: further fields of every record.
    """
    records = []
    for number, ((solver, paradigm), seconds) in enumerate(contestants.items()):
        rng = np.random.default_rng([seed, number])
        one = base._replace(solver=solver, formulation=f"{solver}_made", paradigm=paradigm, goal="optimum",
                      ladder="hn", answer="optimal", wall_limit_s=limit, startup_s=0.001, load_s=0.001)  # fmt: skip
        records += _climb(one._replace(**about), seconds, limit, cases, spread, sizes, rng)
    return [run._replace(run_id=str(place)) for place, run in enumerate(records)]


def _climb(one, seconds, limit, cases, spread, sizes, rng):
    made = {}

    def tried(rung):
        own = []
        while len(own) < cases and not (len(own) == CASES - 1 and own[0][2] == own[1][2]):
            took = seconds(sizes[rung]) * math.exp(rng.normal(0, spread))
            own.append((sizes[rung], min(took, limit), took <= limit))
        made[rung] = own
        return rung_of(own)

    climbed(len(sizes), tried, limit)
    held = max((rung for rung, own in made.items() if rung_of(own)[0]), default=-1)
    end = next((rung + 1 for rung in sorted(made) if rung > held), 0)
    records = []
    for rung in range(min(max(made) + 2, len(sizes))):
        run = one._replace(rung=sizes[rung])
        if rung not in made and (rung < held or rung == end):
            ended = "skipped" if rung < held else "given_up"
            records.append(run._replace(instance=f"n{sizes[rung]:g}-0", answer="none", check="unchecked", ended=ended,
                                   wall_s=None))  # fmt: skip
        for case, (_, took, solved) in enumerate(made.get(rung, [])):
            run = run._replace(instance=f"n{sizes[rung]:g}-{case}", wall_s=took)
            records.append(run if solved else run._replace(answer="none", check="unchecked", ended="wall"))
    return records


def met(runs, leader, **rivals):
    """The runs and those of a final of their ladder, in which the leader takes a second on every instance.

    rivals: by solver a letter for each instance that it has: the leader wins by its time, wins as the rival leaves the
    instance Unsolved, ties or loses.
    """
    of = {run.solver: run for run in runs}
    rows = []
    for solver, letters in {leader: "t" * max(map(len, rivals.values()), default=0), **rivals}.items():
        for number, letter in enumerate(letters, 1):
            took = {"w": 2.8, "u": None, "t": 1.0, "l": 0.3}[letter]
            row = of[solver]._replace(instance=f"n20-{number}", rung=20.0, pair=number, wall_s=took or LIMIT_S)
            done = {"answer": "optimal", "check": "valid", "ended": "finished"}
            rows.append(row._replace(**(done if took else {"answer": "none", "check": "unchecked", "ended": "wall"})))
    return [run._replace(run_id=str(place)) for place, run in enumerate([*runs, *rows])]


def found_in(runs):
    """The findings on the rows of climbs and finals."""
    return Findings(climbs(runs), finals=finals(runs))


def growing(reach, base=1.5, floor=0.03, limit=LIMIT_S):
    """Seconds by size that grow by a factor with each unit of size, above a floor, and meet the limit at the reach."""
    return lambda size: floor + (limit - floor) * base ** (size - reach)
