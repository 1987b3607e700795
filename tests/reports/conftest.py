"""A made-up campaign: three families, and run times that grow at each solver's own rate."""

import csv
import json
import math
import random
from itertools import product

import pytest

from tests.runners.recorded import to_row
from tilings.runners.record.schema import COLUMNS, RunRecord

LIMIT_S = 60.0
# solver, formulation language and name, options, seconds on the smallest instance, growth over the sizes
SETTINGS = [
    ("gecode", "cp", "", 0.12, 7.0),
    ("gecode", "cp", "symmetry=none", 0.15, 11.0),
    ("chuffed", "cp", "", 0.1, 5.0),
    ("clingo", "asp", "", 0.02, 6.0),
    ("cpsat", "cpsat", "", 0.08, 3.5),
    ("cbc", "mip", "", 0.3, 8.0),
    ("highs", "mip", "", 0.25, 6.5),
    ("dlx", "dlx", "", 0.001, 10.0),
]
GOALS = {"squares": ("first", "optimum"), "triominoes": ("optimum",), "polycubes": ("first", "count")}


def squares(number, goal):
    """An even board and its quarters."""
    side = 4 + 2 * number
    copies = None if goal == "optimum" else 4
    data = {"family": "squares", "name": f"sq{side}-{goal}", "width": side, "height": side, "max_copies": copies}
    half = side // 2
    return data, [[x, y, half] for x in (0, half) for y in (0, half)]


def triominoes(number, goal):
    """Equal tiles, laid in rows."""
    side = 4 + number
    tiles = min(2 + 2 * number, side * (side // 3))
    level = ("easy", "medium", "hard")[number // 4]
    data = {"family": "triominoes", "name": f"tri{side}", "rows": side, "cols": side,
            "tiles": [[1, 1, 1]] * tiles, "connected": False, "difficulty": level}  # fmt: skip
    across = side // 3
    return data, [[tile, tile // across, 3 * (tile % across), "h", 0] for tile in range(tiles)]


def polycubes(number, goal):
    """A box of upright dominoes."""
    length = 4 + 2 * number
    piece = {"name": "I", "cells": [[0, 0, 0], [0, 1, 0]], "copies": length, "fixed": False}
    data = {"family": "polycubes", "name": f"box{length}", "box": [length, 2, 1], "blocked": [],
            "pieces": [piece], "reflect": False, "convention": "raw"}  # fmt: skip
    return data, [["I", [[x, 0, 0], [x, 1, 0]]] for x in range(length)]


MAKERS = {"squares": squares, "triominoes": triominoes, "polycubes": polycubes}
BASE = RunRecord(
    run_id="0", campaign="made-up", family="squares", instance="sq4-first", instance_sha256="0" * 64,
    formulation="cp_made", formulation_sha256="1" * 64, solver="gecode", solver_version="6.3.0", options="",
    goal="first", seed=1, repetition=1, threads=1, wall_limit_s=LIMIT_S, cpu_limit_s=LIMIT_S,
    mem_limit_mb=4000, limit_backend="cgroup", answer="sat", check="valid", solutions=1, wall_s=1.2, cpu_s=1.1,
    encode_s=0.4, solve_s=0.6, peak_mb=50.0, mem_method="cgroup", host="alpha", cpu_model="Example CPU", cores="2",
    started_at="2025-11-20T10:00:00+00:00", git_commit="abcdef123456",
)  # fmt: skip
CUT_OFF = {"answer": "none", "check": "unchecked", "ended": "wall", "encode_s": None, "solve_s": None, "wall_s": 60.0}


def write(folder, records):
    """A results folder that holds the records, and no more."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "runs-1of1.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *map(to_row, records)])
    return folder


def outcome(record, goal, sense, expected_s, number):
    """The record of a run that would take the expected seconds, or of the limit or failure that ends it."""
    unsolved = {"answer": "none", "check": "unchecked", "solutions": None, "encode_s": None, "solve_s": None}
    if record.solver == "cbc" and number > 9:
        return record._replace(**unsolved, ended="memory", phase="solve", signal=9, wall_s=31.0, peak_mb=4000.0)
    if record.solver == "dlx" and goal == "optimum" and number == 3:
        message = "std::bad_alloc #[typst] $markup$ *bold* _x_ <label> @ref \\"
        return record._replace(**unsolved, ended="crash", phase="encode", exit_code=1, wall_s=0.3, message=message)
    if expected_s > LIMIT_S:
        record = record._replace(**unsolved, ended="wall", wall_s=LIMIT_S + 0.05)
        incumbent = 3 if sense == "max" else 5
        feasible = {"answer": "feasible", "check": "valid", "sense": sense, "objective": incumbent}
        return record._replace(**feasible) if goal == "optimum" else record
    answer = {"first": "sat", "count": "counted", "optimum": "optimal"}[goal]
    return record._replace(answer=answer, wall_s=expected_s + 0.2, encode_s=0.2 * expected_s, solve_s=0.8 * expected_s,
        sense=sense, objective=4 if goal == "optimum" else None, solutions=number + 1,
    )  # fmt: skip


def make_campaign(folder, goals=GOALS, instances=12):
    """The made-up campaign in a folder, or a part of it."""
    rng = random.Random(1)
    records, solutions = [], {}
    for family in goals:
        for goal, number in product(goals[family], range(instances)):
            data, solution = MAKERS[family](number, goal)
            name = data["name"]
            dump(folder / "instances" / family / f"{name}.json", data)
            for solver, language, options, start, growth in SETTINGS:
                if goal == "count" and language == "mip":
                    continue
                expected = start * math.exp(growth * number / 11 + rng.gauss(0, 0.4))
                run = len(records)
                record = BASE._replace(run_id=f"{run:016x}", family=family, instance=name,
                    instance_sha256=name.rjust(64, "0"),
                    goal=goal, solver=solver, formulation=f"{language}_made", options=options,
                    started_at=f"2025-11-20T10:{run // 60:02}:{run % 60:02}+00:00",
                )  # fmt: skip
                record = outcome(record, goal, "max" if family == "triominoes" else "min", expected, number)
                records.append(record)
                if record.answer in ("sat", "optimal", "feasible"):
                    about = {"run_id": record.run_id, "family": family, "instance": name, "goal": goal}
                    solutions[record.run_id] = about | {"solution": solution}
    write(folder, records)
    for run_id, content in solutions.items():
        dump(folder / "solutions" / f"{run_id}.json", content)
    known = {"host": "alpha", "cpu_model": "Example CPU", "core_count": 2, "memory_mb": 8000, "kernel": "6.1"}
    dump(folder / "machine.json", known | {"os": "Debian 12", "python": "3.11.2"})
    return folder


# By solver, formulation language and paradigm, on boards of side 4, 6, …: seconds, or how the run ended without answer.
CLIMBS = {
    ("cpsat", "cpsat", "CP-SAT"): "0.2 skipped 0.4 skipped skipped skipped 2 5 9 wall 20 33 wall wall given_up",
    ("clingo", "asp", "ASP"): "0.02 skipped 0.1 skipped skipped skipped 7 30 wall wall given_up",
    ("cbc", "mip", "MIP"): "5 16 52 wall wall given_up",
}
FINAL = {"cpsat": "5", "clingo": "30", "cbc": "wall"}  # the same of each run in the final, on boards of side 16
PAIRS = 6


def make_climbed_campaign(folder):
    """A campaign in which three configurations climb one ladder and meet in its final."""
    records = []
    for (solver, language, paradigm), runs in CLIMBS.items():
        climb = [(number, told, None) for number, told in enumerate(runs.split())]
        for number, told, pair in [*climb, *((6, FINAL[solver], pair) for pair in range(1, PAIRS + 1))]:
            data, solution = squares(number, "first")
            data["name"] += f"~{pair}" if pair else ""
            dump(folder / "instances" / "squares" / f"{data['name']}.json", data)
            record = BASE._replace(
                run_id=f"{len(records):016x}", campaign="climbed", instance=data["name"], solver=solver,
                instance_sha256=data["name"].rjust(64, "0"), formulation=f"{language}_made", paradigm=paradigm,
                ladder="even/sat", rung=float(data["width"]), pair=pair,
            )  # fmt: skip
            if told in ("skipped", "given_up", "wall"):
                took = LIMIT_S if told == "wall" else None
                record = record._replace(**CUT_OFF | {"ended": told, "wall_s": took}, cpu_s=took, solutions=None)
            else:
                took = float(told)
                record = record._replace(wall_s=took, cpu_s=took, encode_s=0.1 * took, solve_s=0.8 * took)
                about = {"run_id": record.run_id, "family": "squares", "instance": data["name"], "goal": "first"}
                dump(folder / "solutions" / f"{record.run_id}.json", about | {"solution": solution})
            records.append(record)
    dump(folder / "machine.json", {"host": "alpha", "cpu_model": "Example CPU", "core_count": 2, "os": "Debian 12"})
    return write(folder, records)


def dump(path, content):
    """Write a JSON file, and its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))


@pytest.fixture(scope="session")
def campaign(tmp_path_factory):
    """The folder of one family and goal of the made-up campaign. Tests only read it."""
    return make_campaign(tmp_path_factory.mktemp("results") / "made-up", {"squares": ("optimum",)})


@pytest.fixture(scope="session")
def all_families(tmp_path_factory):
    """The folder of the made-up campaign with two instances for each family and goal. Tests only read it."""
    return make_campaign(tmp_path_factory.mktemp("results") / "made-up", instances=2)


@pytest.fixture(scope="session")
def climbed(tmp_path_factory):
    """The folder of a campaign whose ladder was climbed. Tests only read it."""
    return make_climbed_campaign(tmp_path_factory.mktemp("results") / "climbed")


@pytest.fixture
def one_process(monkeypatch):
    """Reports are made in this process, since each fork would import anew and take a core from other tests."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0})


@pytest.fixture
def undrawn(monkeypatch, one_process):
    """Figures are made but not drawn: their files are empty pictures. Tests of the text alone use it to save time."""

    def print_svg(canvas, file, **_):
        width, height = 72 * canvas.figure.get_size_inches()
        size = f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" {size}/>')

    monkeypatch.setattr("matplotlib.backends.backend_svg.FigureCanvasSVG.print_svg", print_svg)
    monkeypatch.setattr("matplotlib.layout_engine.ConstrainedLayoutEngine.execute", lambda *_: None)


@pytest.fixture
def base():
    """A run that reached its goal in one second; to be varied with dataclasses.replace."""
    return BASE


@pytest.fixture
def folder_of(tmp_path):
    """Writes records to a new results folder and returns it."""
    return lambda *records: write(tmp_path / "results", records)


@pytest.fixture
def broken(folder_of, base):
    """The folder of one run whose stored solution breaks a rule."""
    folder = folder_of(base)
    (folder / "instances" / "squares").mkdir(parents=True)
    (folder / "instances" / "squares" / "sq4-first.json").write_text(
        '{"family":"squares","name":"sq4-first","width":4,"height":4,"max_copies":4}'
    )
    (folder / "solutions").mkdir()
    (folder / "solutions" / "0.json").write_text('{"solution": [[0, 0, 1]]}')
    return folder
