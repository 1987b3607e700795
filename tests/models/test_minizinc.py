"""The MiniZinc models as MiniZinc's Python interface sees them."""

from __future__ import annotations

import minizinc
import pytest

from models import registry
from runners import manifest
from tests.models.solving import minizinc_environment

MODELS = [
    formulation
    for family in registry.families()
    for formulation in registry.formulations(family).values()
    if formulation.language == "cp"
]


@pytest.mark.parametrize("formulation", MODELS, ids=lambda formulation: f"{formulation.family}/{formulation.name}")
def test_a_model_asks_for_what_its_data_and_its_head_give(
    monkeypatch: pytest.MonkeyPatch, formulation: registry.Formulation
) -> None:
    for name, value in minizinc_environment().items():
        monkeypatch.setenv(name, value)
    model = minizinc.Model([formulation.path, registry.HOME / "goals" / "satisfy.mzn"])
    asked = set(minizinc.Instance(minizinc.Solver.lookup("gecode"), model).input)
    entry = next(entry for entry in manifest.shipped() if entry.family == formulation.family)
    problem, instance = registry.load_instance(entry.path)
    assert asked == set(problem.parameters(instance)) | set(formulation.own(formulation.settings({}))) | {"goal"}
