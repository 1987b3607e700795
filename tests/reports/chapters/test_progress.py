"""The chapter on the way to the optimum: what its figures are titled of made-up campaigns whose truth is known."""

from dataclasses import replace

import pytest

from reports.chapters.progress import chapter
from reports.data.campaign import read_results
from reports.plot.style import context
from tests.reports.conftest import CUT_OFF


@pytest.fixture
def told(folder_of):
    """The chapter's figures on a campaign of these runs."""

    def made(*records):
        with context():
            return chapter(read_results(folder_of(*records))).blocks

    return made


def optima(base, cases, **solvers):
    """Runs of goal optimum with a limit of 60 s: the best value comes when told, its proof at twice that time."""
    return [
        replace(base, goal="optimum", answer="optimal", sense="min", objective=3, instance=f"i{number}", solver=solver,
                run_id=f"{solver}{number}", best_s=best_s, wall_s=2 * best_s)
        for solver, best_s in solvers.items() for number in range(cases)
    ]  # fmt: skip


def test_who_has_the_best_solution_soon_is_the_title(told, base):
    (anytime,) = told(*optima(base, 15, soon=1.0, late=20.0))
    assert anytime.title == (
        "Within 6 s, 10% of the limit, soon holds the best known solution on 100% of the cases, late on 0%"
    )
    assert "a median of 50% comes after its best solution" in anytime.sentence
    assert "not known" not in anytime.sentence
    assert [axes.get_title(loc="left") for axes in anytime.figure.axes[:2]] == ["soon", "late"]
    assert anytime.figure.axes[1].texts[0].get_text() == "best 100%\nproven 100%"


def test_who_tells_nothing_before_its_end_is_not_contrasted_and_has_only_its_proofs_drawn(told, base):
    mute = [replace(run, best_s=None) for run in optima(base, 15, mute=20.0)]
    (anytime,) = told(*optima(base, 15, soon=1.0, late=4.0), *mute)
    assert "mute" not in anytime.title and anytime.title.endswith("late on 100%")
    assert anytime.sentence.endswith(
        "When mute found solutions before the end of a run is not known: only the proofs are drawn."
    )
    last = anytime.figure.axes[2]
    assert last.get_title(loc="left") == "mute" and last.texts[0].get_text() == "proven 100%"
    assert len(last.lines) + 2 == len(anytime.figure.axes[0].lines)
    assert not told(*mute)


def test_fewer_than_fifteen_cases_are_not_drawn(told, base):
    assert not told(*optima(base, 14, soon=1.0))


def seeded(base, cases=8, seeds=(1.0, 1.0), **solvers):
    """Runs of each solver with seeds, which take these multiples of its time."""
    return [
        replace(base, instance=f"i{number}", solver=solver, paradigm=solver, seed=seed, wall_s=factor * time_s,
                run_id=f"{solver}{number}.{seed}")
        for solver, time_s in solvers.items() for number in range(cases) for seed, factor in enumerate(seeds, 1)
    ]  # fmt: skip


def test_the_title_names_the_solver_that_seeds_move_most(told, base):
    (seeds,) = told(*seeded(base, seeds=(1.0, 1.1), CP=1.0), *seeded(base, seeds=(1.0, 9.0), ASP=1.0))
    assert seeds.title == "Over seeds ASP's times spread by a factor of 9.0 in the median, at most 9.0"


def test_a_cut_off_seed_is_told_and_native_searches_are_not_there(told, base):
    out = replace(base, instance="i0", solver="CP", paradigm="CP", seed=3, run_id="out", **CUT_OFF)
    native = seeded(base, seeds=(1.0, 50.0), native=1.0)
    (seeds,) = told(*seeded(base, seeds=(1.0, 2.0), CP=1.0), out,
                    *(replace(run, paradigm="native search") for run in native))  # fmt: skip
    assert seeds.title == "Over seeds CP's times spread by a factor of 2.0 in the median, at most 2.0"
    assert "In 1 of them a limit ended a run" in seeds.sentence


@pytest.mark.parametrize("records", [[{}], [CUT_OFF, CUT_OFF | {"seed": 2}], [CUT_OFF | {"goal": "optimum"}], []])
def test_a_campaign_that_tells_nothing_has_no_chapter(told, base, records):
    assert not told(*(replace(base, run_id=str(number), **changes) for number, changes in enumerate(records)))
