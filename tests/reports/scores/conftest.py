"""Made-up runs, written as a table with a row for each configuration and a column for each case."""

from dataclasses import replace

from hypothesis import settings, strategies

from tests.reports.conftest import BASE
from tilings.reports.data.campaign import tidy

few = settings(deadline=None, max_examples=15)  # fewer examples, since each one makes a table of runs
CUT_OFF = {"answer": "none", "check": "unchecked", "ended": "wall"}
ABSENT = object()


def made(limit=60.0, **rows):
    """The runs of configurations a, b, ... (one solver each) on the cases 0, 1, ...

    A cell is the seconds until the goal was reached, None where it was not, ABSENT where there is no run.
    """
    return tidy(tuple(
        _record(name, case, time_s, limit)
        for name, cells in rows.items() for case, time_s in enumerate(cells) if time_s is not ABSENT
    ), {})  # fmt: skip


def _record(name, case, time_s, limit):
    used = limit if time_s is None else time_s
    record = replace(
        BASE, run_id=f"{name}{case}", solver=name, formulation="cp_made", instance=f"i{case}", goal="first",
        wall_s=used, encode_s=0.0, solve_s=used, wall_limit_s=limit, sense="", objective=None, answer="sat",
    )  # fmt: skip
    return replace(record, **CUT_OFF) if time_s is None else record


def name(solver):
    """The configuration of a solver of `made`."""
    return f"{solver}/cp_made"


def named(values):
    """Values by configuration, indexed by the solver instead."""
    return {configuration.partition("/")[0]: value for configuration, value in dict(values).items()}


times = strategies.one_of(strategies.none(), strategies.floats(0.001, 59.0))
tables = strategies.integers(1, 8).flatmap(
    lambda cases: strategies.lists(strategies.lists(times, min_size=cases, max_size=cases), min_size=1, max_size=5)
).map(lambda rows: made(**dict(zip("abcde", rows, strict=False))))  # fmt: skip
