"""Scenarios hold to ASlib's format, tell what they leave out, and are read by a reader of ASlib where one is installed.

`asf` (python -m pip install asf[aslib]) is that reader; the format's rules are checked here without it.
"""

from __future__ import annotations

import csv
import re
from dataclasses import replace

import pytest

from tests.reports.conftest import dump, squares
from tilings.models.problem import UserError
from tilings.reports.data.campaign import read_results
from tilings.reports.export import aslib
from tilings.reports.export.__main__ import write

TITLE = "TILINGS-squares-first"
ARFF = ("algorithm_runs", "feature_values", "feature_runstatus", "feature_costs", "cv")


def read(text):
    """The relation, the attributes by name and the rows of an ARFF file, by the format's grammar."""
    lines = [line for line in text.splitlines() if line]
    (start,) = [number for number, line in enumerate(lines) if line == "@DATA"]
    head = [re.fullmatch(r"@ATTRIBUTE ('.+'|\S+) (STRING|NUMERIC|\{.+\})", line).groups() for line in lines[1:start]]
    rows = list(csv.reader(lines[start + 1 :], quotechar="'", escapechar="\\", strict=True))
    kinds = dict(head)
    for row in rows:
        assert len(row) == len(kinds)
        for cell, kind in zip(row, kinds.values(), strict=True):
            assert kind != "NUMERIC" or cell == "?" or float(cell) >= 0
            assert not kind.startswith("{") or cell in kind.strip("{}").split(", ")
    return lines[0].removeprefix("@RELATION "), kinds, [dict(zip(kinds, row, strict=True)) for row in rows]


@pytest.fixture
def scenarios(folder_of):
    """Exports rows whose instances of the family squares have copies; by scenario its files, those of ARFF read."""

    def made(*rows):
        folder = folder_of(*rows)
        for name in {row.instance for row in rows if row.instance.startswith("sq")}:
            data, _ = squares(int(name.removeprefix("sq")), "first")
            dump(folder / "instances" / "squares" / f"{name}.json", data | {"name": name})
        found: dict[str, dict] = {}
        for path, content in aslib.files(read_results(folder)).items():
            title, _, name = path.partition("/")
            assert content.isascii()
            stem, _, ending = name.partition(".")
            found.setdefault(title, {})[stem] = read(content) if ending == "arff" else content
        return found

    return made


@pytest.fixture
def two(base):
    """The rows of two configurations on three instances."""
    ours = [replace(base, instance=f"sq{number}") for number in (1, 2, 3)]
    return ours + [replace(row, solver="clingo", formulation="asp_made", wall_s=0.5, solve_s=0.25) for row in ours]


def test_a_scenario_has_the_files_and_columns_of_the_format(scenarios, two):
    files = scenarios(*two)[TITLE]
    assert set(files) == {*ARFF, "description", "readme"}
    for name in ARFF:
        relation, kinds, rows = files[name]
        assert relation == f"{name.upper()}_{TITLE}"
        assert list(kinds.items())[:2] == [("instance_id", "STRING"), ("repetition", "NUMERIC")]
        assert {row["instance_id"] for row in rows} == {"sq1", "sq2", "sq3"}, "the same instances in all files"
    assert list(files["algorithm_runs"][1])[2:] == ["algorithm", "wall_s", "search_s", "runstatus"]
    first = files["algorithm_runs"][2][0]
    assert list(first.values()) == ["sq1", "1", "clingo/asp_made", "0.5", "0.25", "ok"]
    assert [row["area"] for row in files["feature_values"][2]] == ["36", "64", "100"]
    assert [row["cells"] for row in files["feature_values"][2]] == ["36", "64", "100"]
    assert sorted(row["fold"] for row in files["cv"][2]) == ["1", "2", "3"]


def test_every_family_and_goal_is_a_scenario(all_families):
    found = {path.partition("/")[0] for path in aslib.files(read_results(all_families))}
    assert found == {f"TILINGS-{task}" for task in (
        "squares-first", "squares-optimum", "triominoes-optimum", "polycubes-first", "polycubes-count")}  # fmt: skip


def test_ways_to_end_and_times_at_the_limit(scenarios, two, base):
    unsolved = {"answer": "none", "check": "unchecked"}
    ends = {
        "wall": (unsolved | {"ended": "wall", "wall_s": 60.2}, "60", "timeout"),
        "memory": (unsolved | {"ended": "memory", "wall_s": 31.0}, "31", "memout"),
        "given_up": (unsolved | {"ended": "given_up", "wall_s": None}, "60", "timeout"),
        "crash": (unsolved | {"ended": "crash", "wall_s": 0.5}, "0.5", "crash"),
        "not_applicable": (unsolved | {"ended": "not_applicable", "wall_s": None}, "60", "not_applicable"),
        "incumbent": ({"answer": "feasible", "ended": "memory", "wall_s": 2.0}, "2", "memout"),
        "wrong": ({"check": "invalid"}, "1.2", "other"),
        "solved without a search time": ({"solve_s": None}, "1.2", "ok"),
    }
    for changes, seconds, status in ends.values():
        ((_, _, rows),) = [scenarios(replace(two[0], **changes), *two[1:])[TITLE]["algorithm_runs"]]
        (row,) = [row for row in rows if (row["instance_id"], row["algorithm"]) == ("sq1", "gecode/cp_made")]
        assert (row["wall_s"], row["search_s"], row["runstatus"]) == (seconds, seconds, status)


def test_seeds_are_repetitions_and_make_an_algorithm_stochastic(scenarios, two):
    files = scenarios(*two, *(replace(row, seed=2, run_id="2") for row in two[:3]))[TITLE]
    runs = [row["repetition"] for row in files["algorithm_runs"][2] if row["algorithm"] == "gecode/cp_made"]
    assert runs == ["1", "2"] * 3
    assert re.findall(r'"deterministic": (\w+)', files["description"]) == ["true", "false"], "clingo's, then gecode's"


def test_the_readme_names_what_is_left_out(scenarios, two, base):
    partial = replace(base, instance="sq1", solver="cbc", formulation="mip_made")
    native = [replace(row, solver="dlx", formulation="dlx_made", paradigm="native search") for row in two[:3]]
    elsewhere = replace(two[0], cpu_model="Other CPU", repetition=2)
    shorter = replace(two[0], wall_limit_s=5.0, repetition=3)
    nowhere = [replace(row, instance="gone") for row in (two[0], two[3])]
    files = scenarios(*two, partial, *native, elsewhere, shorter, *nowhere)[TITLE]
    assert {row["algorithm"] for row in files["algorithm_runs"][2]} == {"gecode/cp_made", "clingo/asp_made"}
    assert len(files["algorithm_runs"][2]) == 6
    assert re.findall(r"Left out: (.+)\.", files["readme"]) == [
        "1 run on another kind of machine",
        "1 run with another time limit",
        "native searches: dlx/dlx_made",
        "instances without a readable copy: gone",
        "configurations that were tried on fewer instances than others: cbc/mip_made",
    ]


def test_skipped_runs_are_left_out_and_counted(scenarios, two):
    ended = {"answer": "none", "check": "unchecked", "ended": "skipped", "wall_s": None, "solve_s": None}
    files = scenarios(*(replace(row, **ended) if row.instance == "sq1" else row for row in two))[TITLE]
    assert {row["instance_id"] for row in files["algorithm_runs"][2]} == {"sq2", "sq3"}
    assert re.findall(r"Left out: (.+)\.", files["readme"]) == ["2 runs that a climb skipped"]


def test_odd_names_are_quoted(scenarios, two):
    odd = 'a="1, 2\'3" é%'
    files = scenarios(*two[:3], *(replace(row, options=odd) for row in two[3:]))[TITLE]
    names = {row["algorithm"] for row in files["algorithm_runs"][2]}
    assert any("1, 2'3" in name for name in names), names


def test_too_little_for_a_scenario_is_refused(scenarios, two):
    for rows in (two[:3], two[:1] + two[3:4], [replace(row, instance="gone") for row in two]):
        with pytest.raises(UserError, match="has no scenario: it takes two configurations"):
            scenarios(*rows)


def test_a_reader_of_aslib_accepts_the_scenarios(all_families, tmp_path):
    reader = pytest.importorskip("asf.scenario.aslib_reader")
    write(tmp_path, aslib.files(read_results(all_families)))
    for folder in tmp_path.iterdir():
        features, performance, costs, cv, groups, maximize, budget, _ = reader.read_aslib_scenario(str(folder))
        assert len(features) == len(performance) == len(costs) == len(cv) == 2
        assert not performance.isna().any().any() and list(groups) == ["instance"]
        assert (maximize, budget) == (False, 60)
