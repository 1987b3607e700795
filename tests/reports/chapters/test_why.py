"""Chapters on why, on made-up campaigns whose truth is known: the solver or the model, and the way to the optimum."""

from dataclasses import replace

import pytest

from tests.reports.conftest import CUT_OFF
from tilings.reports.chapters.chapter import Table
from tilings.reports.chapters.why import factorial, progress
from tilings.reports.data.campaign import read_results
from tilings.reports.plot.style import context


@pytest.fixture
def made(folder_of, base):
    """The chapter on runs of squares: the seconds of each solver/formulation, case by case, None where cut off."""

    def chapter_of(rows):
        records = []
        for name, row in rows.items():
            solver, _, formulation = name.partition("/")
            for number, time_s in enumerate(row):
                took = CUT_OFF if time_s is None else {"wall_s": time_s, "encode_s": 0.0, "solve_s": time_s}
                run = replace(base, solver=solver, formulation=formulation, instance=f"i{number}", **took)
                records.append(replace(run, run_id=f"{len(records)}"))
        return factorial(read_results(folder_of(*records)))

    return chapter_of


def crossed(solver=1.0, model=1.0, noise=1.1):
    """Three solvers with two models on eight cases; a solver and a model are so many times as slow as the others."""
    return {
        f"{name}/cpmpy_{kind}": [
            factor * times * (1 + case) / 10 * noise ** ((7 * case + 3 * place + len(kind)) % 4) for case in range(8)
        ]
        for place, (name, factor) in enumerate((("choco", 1), ("exact", 1), ("z3", solver)))
        for kind, times in (("cell", 1), ("cover", model))
    }


def figures(chapter):
    return [block for block in chapter.blocks if not isinstance(block, Table) and block.figure is not None]


def test_where_only_the_solver_matters_the_chapter_says_so(made):
    shares, solvers, models = figures(made(crossed(solver=9)))
    assert shares.title.startswith("The solver explains more of the time than the model on squares (9")
    assert "the widest gap between solvers is 9." in solvers.title and " to z3 on squares" in solvers.title
    assert models.title.endswith("and clearly longer, each by itself, in 0 of 3 comparisons")


def test_where_only_the_model_matters_the_chapter_says_so(made):
    shares, solvers, models = figures(made(crossed(model=9)))
    assert shares.title.startswith("The model explains more of the time than the solver on squares (9")
    assert "which one is the fastest is undecided" in solvers.title
    assert models.title == (
        "With the solver held fixed, the best model is most often cell on squares (3 of 3 solvers); another takes 9.0 "
        "times as long in the median, and clearly longer, each by itself, in 3 of 3 comparisons"
    )


def test_where_neither_explains_more_it_is_undecided(made):
    shares, *_ = figures(made(crossed(solver=3, model=3, noise=2)))
    assert shares.title == "Whether solver or model explains more of the time is undecided on squares"


def test_a_limit_bounds_what_is_told(made):
    rows = crossed()
    rows["z3/cpmpy_cover"] = [*rows["z3/cpmpy_cover"][:5], None, None, None]
    _, solvers, models = figures(made(rows))
    assert "at least" in solvers.title and "at least" in models.sentence
    assert "Hollow" in solvers.sentence and "Triangle" in models.sentence


def test_a_single_effect_has_no_figure(made):
    assert not figures(made({"choco/cpmpy_a": [1] * 8, "choco/cpmpy_b": [3] * 8}))


@pytest.mark.parametrize(
    "rows",
    [{"choco/cpmpy_a": [1]}, {"choco/cpmpy_a": [None] * 3, "z3/cpmpy_a": [None] * 3, "z3/cpmpy_b": [None] * 3}],
    ids=["one run", "nothing solved"],
)
def test_where_nothing_can_be_compared_nothing_is_drawn(made, rows):
    found = made(rows)
    assert not figures(found)


def test_more_effects_than_a_page_holds_stand_in_a_file(made):
    rows = {f"s{number}/cpmpy_{kind}": [1 + number] * 2 for number in range(12) for kind in "ab"}
    (table,) = [block for block in made(rows).blocks if isinstance(block, Table)]
    assert len(table.rows) == 2 * 11 + 12 and all(len(row) == len(table.header) for row in table.rows)
    assert figures(made(rows))[-1].sentence.count("Drawn are the") == 0


@pytest.fixture
def told(folder_of):
    """The chapter's figures on a campaign of these runs."""

    def made(*records):
        with context():
            return progress(read_results(folder_of(*records))).blocks

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
    assert seeds.title == "Over seeds ASP's times spread by a factor of 9.0 in the median, once of 9.0"


def test_a_cut_off_seed_is_told_and_native_searches_are_not_there(told, base):
    out = replace(base, instance="i0", solver="CP", paradigm="CP", seed=3, run_id="out", **CUT_OFF)
    native = seeded(base, seeds=(1.0, 50.0), native=1.0)
    (seeds,) = told(*seeded(base, seeds=(1.0, 2.0), CP=1.0), out,
                    *(replace(run, paradigm="native search") for run in native))  # fmt: skip
    assert seeds.title == "Over seeds CP's times spread by a factor of 2.0 in the median, once of 2.0"
    assert "In 1 of them a limit ended a run" in seeds.sentence


@pytest.mark.parametrize("records", [[{}], [CUT_OFF, CUT_OFF | {"seed": 2}], [CUT_OFF | {"goal": "optimum"}], []])
def test_a_campaign_that_tells_nothing_has_no_chapter(told, base, records):
    assert not told(*(replace(base, run_id=str(number), **changes) for number, changes in enumerate(records)))
