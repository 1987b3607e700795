"""The figures on where the time goes: what is drawn, their sentences, and when there is none."""

from dataclasses import replace

import pytest

from reports.analysis.formulation_effects import effects
from reports.analysis.gap_curves import Anytime, Case, Curve
from reports.data.load import load, tidy
from reports.figures import anytime, effort_rate, formulations, model_size, phases, seeds
from reports.plot.style import CROWD, colour, context, svg, thin_points

OF_RUNS = (phases, model_size, effort_rate, seeds)
OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def table(base):
    """The table of runs, each given by what it changes."""
    return lambda *rows: tidy(tuple(replace(base, **{"run_id": str(n)} | row) for n, row in enumerate(rows)), {})


@pytest.mark.parametrize("module", OF_RUNS, ids=lambda module: module.TITLE)
@pytest.mark.parametrize(
    "rows",
    [[], [{}], [{"answer": "none", "ended": "not_installed"}], [OUT | {"encode_s": None, "solve_s": None}],
     [{"variables": 0, "nodes": 0, "wall_s": None, "encode_s": None, "solve_s": None}]],
    ids=["no run", "one", "not installed", "cut off", "nothing recorded"],
)  # fmt: skip
def test_each_figure_is_drawn_or_gives_the_reason_for_none(module, table, rows):
    runs = table(*rows)
    made = module.draw(runs).figure
    assert (made is None) == module.draw(runs).sentence.startswith("No figure")


@pytest.mark.parametrize("module", OF_RUNS[:3], ids=lambda module: module.TITLE)
def test_every_family_has_a_panel(module, all_families):
    runs = load(all_families).runs.assign(variables=100, nodes=10)
    titles = " ".join(axes.get_title(loc="left") for axes in module.draw(runs).figure.axes)
    for family in ("polycubes", "squares", "triominoes"):
        assert family in titles


def test_the_layout_of_a_figure_is_the_same_each_time(table):
    made = phases.draw(table({"goal": "first"}, {"goal": "count"}, {"goal": "optimum"})).figure
    with context():
        assert svg(made) == svg(made)
    corners = [axes.get_position().min for axes in made.axes]
    assert len(corners) == 6 and all(corner.tolist() == corner.round(6).tolist() for corner in corners)


def test_many_dots_at_one_point_are_drawn_once():
    import numpy as np

    few = np.full(CROWD, 2.0)
    assert len(thin_points(few, few)[0]) == CROWD
    x, y = thin_points(np.append(few, 9.0), np.append(few, 2.0))
    assert (x.tolist(), y.tolist()) == ([2, 9], [2, 2])


def test_the_parts_of_the_wall_time_add_up_to_it(table):
    runs = table({"encode_s": 0.3, "solve_s": 0.6, "wall_s": 1.2}, {"instance": "b", "encode_s": None})
    found = phases.shares(phases.split(runs)).iloc[0]
    assert found[["build", "search", "rest"]].tolist() == pytest.approx([0.25, 0.5, 0.25])
    assert found["known"] == 1
    assert "Left out: 1 run of 2 that ended before telling" in phases.draw(runs).sentence
    assert "their greatest share is 25% (gecode/cp_made, squares, goal first)" in phases.draw(runs).sentence


def test_what_newer_campaigns_record_is_set_apart_and_both_clocks_are_drawn(table):
    parts = {"startup_s": 0.1, "load_s": 0.2, "encode_s": 0.5, "flatten_s": 0.4, "solve_s": 0.2, "wall_s": 1.0}
    runs = table(parts)
    found = phases.split(runs)[list(phases.PARTS)].iloc[0]
    assert found.tolist() == pytest.approx([0.1, 0.2, 0.1, 0.4, 0.2, 0.0])
    search, wall = phases.draw(runs).figure.axes[1].collections[1:]
    assert (search.get_offsets()[0][0], wall.get_offsets()[0][0]) == (0.2, 1.0)
    assert phases.overhead(phases.split(runs)) == {"gecode": pytest.approx(0.3)}
    assert "were not recorded" not in phases.draw(runs).sentence


def test_the_rest_of_the_wall_time_is_never_negative(table):
    assert phases.split(table({"encode_s": 0.4, "solve_s": 0.7, "wall_s": 1.09}))["rest"].tolist() == [0]


def test_pages_keep_a_family_and_goal_together(table):
    rows = [{"goal": goal, "formulation": f"cp_{n}"} for goal in ("first", "count", "optimum") for n in range(20)]
    assert [page["goal"].nunique() for page in phases.pages(table(*rows))] == [2, 1]


def test_the_correlation_is_that_of_ranks_within_a_configuration(table):
    rows = [
        {"instance": f"i{n}", "variables": 10**n, "wall_s": float(n + shift), "solver": solver}
        for n in range(1, 6) for solver, shift in (("gecode", 0), ("clingo", 40))
    ]  # fmt: skip
    rows[-1]["wall_s"] = 1.0  # clingo's largest is its fastest
    found = model_size.correlations(table(*rows)).set_index("solver")["rho"]
    assert found["gecode"] == pytest.approx(1)
    assert found["clingo"] == pytest.approx(0)  # ranks 2 3 4 5 1 by 1 2 3 4 5
    assert "gecode 1.00 and clingo 0.00" in model_size.draw(table(*rows)).sentence
    assert model_size.correlations(table(*rows[:8])).empty, "four cases are too few"


def test_unsolved_models_are_hollow_at_the_limit(table):
    runs = table({"variables": 10}, {"instance": "b", "variables": 20, **OUT})
    solved, rest = model_size.draw(runs).figure.axes[0].collections
    assert rest.get_offsets().tolist() == [[20, 60]]
    assert solved.get_offsets()[0, 0] == 10


def test_rates_are_taken_only_of_searches_long_enough_for_the_clock(table):
    rows = [{"nodes": 500, "solve_s": 0.5}, {"instance": "b", "nodes": 9, "solve_s": 0.001},
            {"solver": "clingo", "nodes": 50, "solve_s": 0.5}]  # fmt: skip
    found = effort_rate.rates(effort_rate.efforts(table(*rows)))
    assert found.to_dict() == {"clingo": 100, "gecode": 1000}
    assert "gecode goes through 1k nodes a second, clingo through 100" in effort_rate.draw(table(*rows)).sentence
    assert [row[:3] for row in effort_rate.table(table(*rows))["rows"]] == [
        ["clingo", "1/1", "100"],
        ["gecode", "1/2", "1k"],
    ]


def test_two_solvers_of_one_model_are_compared_by_nodes_and_seconds(table):
    rows = [
        {"solver": solver, "instance": name, "nodes": nodes, "solve_s": time_s}
        for name in "ab" for solver, nodes, time_s in (("chuffed", 10, 1.0), ("gecode", 40, 2.0))
    ]  # fmt: skip
    words = effort_rate.draw(table(*rows)).sentence
    assert "On 2 models of cp" in words
    assert "chuffed takes a median of 0.25 times the nodes of gecode and 0.5 times its seconds" in words


def curve(solver, solutions, bounds=(), proven=True):
    return Curve(f"{solver}/x", solver, list(solutions), list(bounds), 10.0, proven)


def test_curves_are_drawn_as_rows_that_end_in_a_dot_or_a_cross():
    fast, slow = curve("clingo", [(1, 1.0), (6, 0.0)], [(2, 0.5)]), curve("cpsat", [(2, 0.5), (3, 0.2)], proven=False)
    found = Anytime([Case("squares", "h19", 2, True, [fast, slow])], ["highs"])
    axes = anytime.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["clingo/x", "cpsat/x"]
    assert [line.get_marker() for line in axes.lines if line.get_marker() != "None"] == ["o", "x"]
    assert len(axes.collections) == 3, "two solutions' gaps and one bound's"
    words = anytime.draw(found).sentence
    assert "on h19 clingo/x improves its solution for 5.0 s" in words
    assert "Of 2 runs, 1 never reach the best known value." in words
    assert "the 1 proven run take a median of 40% of their time more" in words
    assert words.endswith("No run of highs told of its solutions as they came.")


def test_without_curves_there_is_a_sentence_and_no_figure():
    assert anytime.draw(Anytime([], ["cbc"])).figure is None
    assert anytime.draw(Anytime([], ["cbc"])).sentence.startswith("No figure")


def test_effects_are_drawn_as_rows_with_their_pairs_and_bounds(table):
    rows = [
        {"formulation": name, "instance": f"i{n}", "wall_s": time_s}
        for n in range(6) for name, time_s in (("cp_slow", 4.0), ("cp_fast", 2.0))
    ]  # fmt: skip
    rows[0] |= OUT | {"wall_s": 60.0}
    found = effects(table(*rows))
    axes = formulations.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["gecode: cp_slow / cp_fast"]
    assert axes.get_yticklabels()[0].get_color() == colour("CP")
    assert {"6 (1)", "≥ 3.1"} <= {text.get_text() for text in axes.texts}
    words = formulations.draw(found).sentence
    assert "Of 1 effect 1 have an interval that leaves out 1" in words
    assert "gecode takes ≥ 3.1 times as long with cp_slow as with cp_fast" in words


def test_without_effects_there_is_a_sentence_and_no_figure():
    assert formulations.draw([]).figure is None
    assert formulations.draw([]).sentence.startswith("No figure")
    assert formulations.pages([]) == []


def test_seeds_are_drawn_beside_repetitions(table):
    rows = [
        {"solver": solver, "seed": seed, "repetition": repetition, "wall_s": time_s * factor}
        for solver, factor in (("gecode", 1), ("clingo", 10))
        for seed, repetition, time_s in ((1, 1, 1.0), (2, 1, 4.0), (1, 2, 1.1))
    ]
    words = seeds.draw(table(*rows)).sentence
    assert "With other seeds the slowest run takes a median of 4.00 times the fastest" in words
    assert "With the same seed the slowest run takes a median of 1.10 times the fastest" in words
    made = seeds.draw(table(*rows)).figure
    texts = [text.get_text() for text in made.axes[0].texts]
    assert texts.count("4.00") == 2 and texts.count("1.10") == 2


def test_many_rows_of_seeds_have_a_page_for_each_family_and_many_runs_are_drawn_as_a_shape(table, monkeypatch):
    rows = [{"family": family, "seed": seed, "wall_s": seed + 1.0}
            for family in ("squares", "polycubes") for seed in range(3)]  # fmt: skip
    runs = table(*rows)
    assert len(seeds.pages(runs)) == 1
    assert (
        "shape" not in seeds.draw(runs).sentence
        and len(seeds.draw(runs).figure.axes[0].collections[0].get_offsets()) == 3
    )
    monkeypatch.setattr(seeds, "_ROWS_A_PAGE", 1)
    monkeypatch.setattr(seeds, "MOST_DOTS", 2)
    assert [set(page["family"]) for page in seeds.pages(runs)] == [{"polycubes"}, {"squares"}]
    assert "shape" in seeds.draw(runs).sentence and len(seeds.draw(runs).figure.axes[0].collections[0].get_paths()) == 1
