"""The chapter on solver against model, on campaigns in which only one of them matters."""

from dataclasses import replace

import pytest

from reports.chapters.chapter import Table
from reports.chapters.factorial import chapter
from reports.data.campaign import read_results
from tests.reports.conftest import CUT_OFF


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
        return chapter(read_results(folder_of(*records)))

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
