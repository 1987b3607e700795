"""Growth on ladders: bases that are known, cut off and not, and who grows faster."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.reports.conftest import write
from tilings.reports.analysis.growth import clearest, growths, on_ladders
from tilings.reports.chapters import growth as chapter
from tilings.reports.data.campaign import read_results, tidy
from tilings.reports.figures import growth as figure
from tilings.reports.plot.style import context

SIZES = range(7, 23)


@pytest.fixture
def ladder(base):
    """The table of runs of each solver's seconds at each size, with a spread; those over the limit are cut off."""

    def made(solvers, limit=60.0, sizes=SIZES, spread=0.1, give_up=False, **about):
        rng, records = np.random.default_rng(3), []
        for (solver, paradigm), seconds in solvers.items():
            lost = 0
            for size in sizes:
                took = seconds(size) * math.exp(rng.normal(0, spread))
                run = replace(base, solver=solver, paradigm=paradigm, instance=f"n{size}", goal="optimum", ladder="hn",
                              rung=float(size), answer="optimal", wall_limit_s=limit, wall_s=took,
                              run_id=f"{solver}{size}", **about)  # fmt: skip
                if took > limit:
                    ended = "given_up" if give_up and lost > 1 else "wall"
                    wall = None if ended == "given_up" else limit
                    run = replace(run, answer="none", check="unchecked", ended=ended, wall_s=wall)
                    lost += 1
                records.append(run)
        return tuple(records)

    return made


def fits(records):
    return {each.configuration.partition("/")[0]: each for each in growths(tidy(records, {}))}


@pytest.mark.parametrize("limit", [1e6, 20.0, 3.0])
def test_the_base_is_found_above_a_floor_however_low_the_limit(ladder, limit):
    records = ladder({("a", "CP"): lambda size: 0.2 + 0.01 * 1.6 ** (size - 7)}, limit)
    (found,) = fits(records).values()
    assert found.low <= 1.6 <= found.high
    assert found.base == pytest.approx(1.6, rel=0.06)
    assert math.exp(found.level) == pytest.approx(0.2, rel=0.2), "the floor"


@pytest.mark.parametrize("floor", [0.0, 0.1])
def test_without_a_spread_the_curve_is_exact_and_has_no_width(ladder, floor):
    (found,) = fits(ladder({("a", "CP"): lambda size: floor + 0.01 * 1.5 ** (size - 7)}, 1.0, spread=0)).values()
    assert (found.low, found.base, found.high) == pytest.approx((1.5, 1.5, 1.5), rel=2e-3)


def test_rungs_that_are_cut_off_and_given_up_do_not_make_the_base_smaller(ladder):
    steep = {("a", "MIP"): lambda size: 0.02 * 2.0 ** (size - 7)}
    whole, cut, given_up = (fits(ladder(steep, limit, give_up=gives))["a"]
                            for limit, gives in ((1e6, False), (3.0, False), (3.0, True)))  # fmt: skip
    naive = ladder(steep, 3.0)
    assert sum(run.answer == "none" for run in naive) > 6
    assert cut.base == pytest.approx(whole.base, rel=0.1)
    assert given_up.base == pytest.approx(cut.base, rel=1e-3)
    assert (cut.reached, cut.tops, whole.reached, whole.tops) == (14.0, False, 22.0, True)
    assert cut.low > 1.6, "as if the cut-off runs had taken the limit, the base would be about 1.4"


def test_a_time_that_does_not_grow_has_a_base_of_1_in_its_interval(ladder):
    found = fits(ladder({("a", "CP"): lambda _: 0.3}))["a"]
    assert found.low == 1 and found.base < 1.05 and not found.grows


def test_the_interval_holds_the_true_base_about_as_often_as_it_says(ladder, base):
    rng, held = np.random.default_rng(5), 0
    about = {"solver": "a", "goal": "optimum", "ladder": "hn", "answer": "optimal", "wall_limit_s": 3.0}
    for _ in range(60):
        records = []
        for size in SIZES:
            took = (0.1 + 0.02 * 1.5 ** (size - 7)) * math.exp(rng.normal(0, 0.3))
            run = replace(base, instance=f"n{size}", rung=float(size), wall_s=min(took, 3.0), **about)
            records.append(run if took < 3 else replace(run, answer="none", check="unchecked", ended="wall"))
        (found,) = growths(tidy(tuple(records), {}))
        held += found.low <= 1.5 <= found.high
    assert held >= 53


def test_bases_are_told_for_the_step_of_the_family(ladder):
    (found,) = fits(ladder({("a", "CP"): lambda size: 1.1**size}, 1e6, family="polycubes")).values()
    assert found.base == pytest.approx(1.1**10, rel=0.1)


def test_the_clearest_difference_and_the_title_name_who_grows_faster(ladder):
    solvers = {
        ("fast", "CP"): lambda size: 0.05 * 1.2 ** (size - 7),
        ("slow", "MIP"): lambda size: 0.05 * 1.8 ** (size - 7),
        ("own", "native search"): lambda size: 0.001 * 3.0 ** (size - 7),
    }
    runs = tidy(ladder(solvers, 5.0), {})
    one, other = clearest(growths(runs))
    assert (one.paradigm, other.paradigm) == ("MIP", "CP")
    title = figure.title(growths(runs))
    assert "time of MIP grows 1.8" in title and "that of CP 1.2" in title and "unit of side" in title
    swapped = tidy(ladder(dict(zip(reversed(list(solvers)[:2]), list(solvers.values()), strict=False)), 5.0), {})
    assert "time of CP grows 1.8" in figure.title(growths(swapped))


def test_a_difference_within_the_intervals_is_called_undecided(ladder):
    alike = {(name, name): lambda size: 0.05 * 1.3 ** (size - 7) for name in ("CP", "MIP")}
    runs = tidy(ladder(alike, spread=0.3), {})
    assert clearest(growths(runs)) is None
    assert figure.title(growths(runs)).startswith("Undecided")


def test_failed_runs_and_runs_on_no_ladder_say_nothing(ladder):
    records = ladder({("a", "CP"): lambda size: 0.05 * 1.5 ** (size - 7)}, 1e6)
    crash = [replace(run, instance=f"x{run.instance}", answer="none", check="unchecked", ended="crash", wall_s=0.1)
             for run in records]  # fmt: skip
    assert fits((*records, *crash))["a"].base == fits(records)["a"].base
    off = tuple(replace(run, ladder="", rung=None) for run in records)
    assert on_ladders(tidy(off, {})).empty and growths(tidy(off, {})) == []
    assert growths(tidy((), {})) == []


def test_of_each_number_of_copies_there_is_a_ladder(ladder):
    jumping = {("a", "CP"): lambda size: 0.01 * 1.5 ** (size - 7) * (5 if size % 2 else 0.1)}
    runs = tidy(ladder(jumping, 1e6, range(7, 30)), {})
    [mixed] = growths(runs)
    runs["copies"] = runs["rung"].map(lambda size: 2.0 if size % 2 else 1.0)
    one, two = growths(runs)
    assert (one.where, two.where) == ("squares/hn, k = 1, optimum", "squares/hn, k = 2, optimum")
    assert (one.base, two.base) == pytest.approx((1.5, 1.5), rel=0.05)
    assert mixed.high / mixed.low > 1.3 > max(one.high / one.low, two.high / two.low)
    assert growths(runs.assign(copies=2.0)) == [mixed], "one number alone has no part in the name"
    partly = runs.assign(copies=runs["copies"].where(runs["rung"] != 10))
    assert growths(partly)[1] == two and growths(partly)[0] != one, "of an unknown number it is on no ladder"


def test_too_little_solved_gives_no_curve_but_the_size_reached(ladder, tmp_path):
    records = ladder({("a", "CP"): lambda size: 0.5 * 2.0 ** (size - 7), ("b", "MIP"): lambda _: 9.0}, 5.0)
    found = fits(records)
    assert not found["a"].fitted and found["a"].reached == 10.0
    assert found["b"].reached is None
    results = read_results(write(tmp_path / "results", records))
    assert not chapter.chapter(results).blocks
    assert figure.draw(results.median).figure is None


def test_the_chapter_has_a_row_for_each_configuration_and_says_who_reaches_the_top(ladder, tmp_path):
    solvers = {
        ("fast", "CP"): lambda size: 0.05 * 1.2 ** (size - 7),
        ("slow", "MIP"): lambda size: 0.1 * 2.0 ** (size - 7),
    }
    short = ladder({("fast", "CP"): lambda _: 1.0}, sizes=range(3), family="covers", formulation_sha256="2" * 64)
    short = tuple(replace(run, run_id=f"short{run.run_id}") for run in short)
    results = read_results(write(tmp_path / "results", (*ladder(solvers, 5.0), *short)))
    with context():
        _, drawing, reach, table = chapter.chapter(results).blocks
    assert drawing.figure is not None
    assert "CP on 1 of 1; MIP on 0 of 1" in reach.text
    assert "The ladders of covers are too short" in reach.text
    assert [row[-1] for row in table.rows] == ["≥ 22", "12"]
