"""The MiniZinc models declare their data, goals and options as MiniZinc's own analysis reports them."""

import subprocess
from pathlib import Path

import minizinc
import pytest

from tests.models.solving import installed
from tilings.generators.all import families
from tilings.models import encoding, registry

MODELS = [
    formulation
    for family in families()
    for formulation in registry.formulations(family).values()
    if formulation.language == "cp"
]
every_model = pytest.mark.parametrize(
    "formulation", MODELS, ids=lambda formulation: f"{formulation.family}/{formulation.name}"
)


# Small instances in which every option of every model leaves something out or says something else.
SMALL = {
    "covers": {"name": "t", "primary": ["a"], "secondary": [], "options": [["a"]]},
    "polycubes": {
        "name": "t",
        "box": [2, 2, 1],
        "pieces": [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 2}],
    },
    "squares": {"name": "t", "width": 5, "height": 5, "max_copies": 2},
    "triominoes": {"name": "t", "rows": 5, "cols": 5, "tiles": [[1, 2, 3], [1, 2, 3], [1, 1, 2]]},
}


def data(family: str) -> str:
    """The MiniZinc data of the family's small instance."""
    assert family in SMALL, f"add a small instance of {family} to SMALL"
    problem = registry.problem(family)
    return encoding.dzn(problem.parameters(problem.parse(SMALL[family])))


@every_model
def test_a_model_requires_its_data_and_accepts_a_goal_and_its_options(formulation: registry.Formulation) -> None:
    driver = minizinc.Driver(Path(installed("minizinc")))
    gecode, model = minizinc.Solver.lookup("gecode", driver), minizinc.Model(formulation.path)
    known = minizinc.Instance(gecode, model, driver).input
    given = {line.split(" = ")[0] for line in data(formulation.family).splitlines()}
    assert set(known) == given | set(formulation.own(formulation.settings({}))) | {"goal"}


@every_model
def test_an_option_that_is_not_given_has_the_first_value_of_the_models_header(
    tmp_path: Path, formulation: registry.Formulation
) -> None:
    path = tmp_path / "data.dzn"
    path.write_text(data(formulation.family), encoding="utf-8")
    goal = registry.problem(formulation.family).sense if "optimum" in formulation.goals else "first"

    def constraints(options: dict[str, str]) -> list[str]:
        """The lines of the FlatZinc, sorted: MiniZinc does not always write them in one order."""
        words = [word for name, value in options.items() for word in ("-D", f'{name}="{value}"')]
        files = [str(formulation.path), str(registry.HOME / "goals" / f"goal_{goal}.mzn"), str(path)]
        flat = ["--compile", "--output-fzn-to-stdout", "--no-output-ozn"]
        command = [installed("minizinc"), "--solver", "gecode", *flat, *words, *files]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return sorted(done.stdout.splitlines())

    plain = constraints({})
    for name, default in formulation.own(formulation.settings({})).items():
        assert constraints({name: default}) == plain
        assert any(constraints({name: other}) != plain for other in formulation.options[name][1:]), name
