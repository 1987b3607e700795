"""Makes a plan fit a budget of core-hours, by the expected times of runs.

All ladders are thinned equally, and for all configurations, to compare the same cases: first fewer instances a rung,
then every second rung, then fewer seeds and repetitions, at last fewer rungs. Instances on no ladder lose only seeds.
The result depends on the plan and the published rows, not on the campaign's own rows, and is the same for each shard
and each session.
"""

from collections.abc import Iterator

from tilings.models.problem import UserError
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import Share, Tries
from tilings.runners.plan.estimate import LIMITS, Estimator
from tilings.runners.plan.plan import Plan

_WIDEST = 8  # the largest stride on a ladder without a known top


def thin(plan: Plan, hours: float, known: Estimator) -> tuple[Plan, str]:
    """The thinned plan, and a sentence on what is left out. Raises UserError where nothing fits."""
    cases, seeds = (max(widths) for widths in zip(*(climb.widest for climb in plan.ladders), strict=True))
    height = max(climb.height or _WIDEST for climb in plan.ladders)
    expected = 0.0
    for share in _shares(cases, height, seeds):
        climbs = [climb.thinned(share) for climb in plan.ladders]
        thinned = plans.of(
            (run for climb in climbs for run in climb.runs),
            (climb for climb in climbs if climb.tries is not Tries.RUNS),
        )
        expected = known.of_plan(thinned, {}).core_hours(sum(LIMITS) / 2)
        if expected <= hours:
            kept = [
                f"{share.cases} of up to {cases} instances a rung" if share.cases < cases else "",
                f"one rung in {share.stride}" if share.stride > 1 else "",
                f"{share.seeds} of up to {seeds} seeds and repetitions" if share.seeds < seeds else "",
                f"{len(thinned.runs)} of {len(plan.runs)} runs" if plan.runs else "",
            ]
            words = ", ".join(filter(None, kept)) or "all"
            return thinned, f"--budget {hours:g}: {words} kept; expected {expected:.3g} core-hours"
    raise UserError(
        f"--budget {hours:g} is too small: the smallest plan is expected to take {expected:.3g} core-hours; --timeout, "
        "or names such as --family, make the plan smaller"
    )


def _shares(cases: int, height: int, seeds: int) -> Iterator[Share]:
    """From the whole plan to one rung of each ladder."""
    for number in range(cases, 0, -1):
        yield Share(number, 1, seeds)
    for number in range(seeds, 0, -1):
        yield Share(1, 2, number)
    stride = 4
    while stride < 2 * height:
        yield Share(1, stride, 1)
        stride *= 2
