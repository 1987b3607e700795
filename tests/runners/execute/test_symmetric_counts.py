"""Solutions that symmetries take to each other count once, as long as all their images fit into memory."""

import pytest

from tests.models import solving
from tilings.generators.covers import matrices
from tilings.models import classes, registry
from tilings.models.covers import PROBLEM
from tilings.models.covers.instance import CoversInstance, parse, to_json
from tilings.models.problem import Solution
from tilings.runners.confine import Usage
from tilings.runners.execute.judge import RunVerdict
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import Transcript
from tilings.runners.solvers.interface.events import Found, SearchComplete


def exchanged(n: int) -> CoversInstance:
    """Matrices up to exchanges of rows and of columns, by permutations that generate all of them."""
    cycles = [{f"{line}{i}": f"{line}{(i + 1) % n}" for i in range(n)} for line in "rc"]
    swaps = [{f"{line}0": f"{line}1", f"{line}1": f"{line}0"} for line in "rc"]
    return parse(to_json(matrices(n)) | {"symmetries": cycles + swaps})


def recorded(instance: CoversInstance, solutions: list[Solution]) -> dict[str, object]:
    said = Transcript()
    said.add(0.1, [Found(solution) for solution in solutions])
    said.add(0.2, [SearchComplete()])
    columns, _ = RunVerdict(SolutionChecks.of(PROBLEM, instance, "count", said), said).columns(
        Usage("finished", 0, None, 0.3, 0.3, 1.0), 10.0
    )
    return columns


def test_a_group_of_any_size_is_known_by_permutations_that_generate_it() -> None:
    instance = exchanged(4)
    found = solving.solve(registry.formulation("covers", "dlx_general"), instance, "count")
    columns = recorded(instance, [tuple(("option", (item[1],)) for item in solution) for solution in found])
    assert (columns["answer"], columns["solutions"], columns["count_check"]) == ("counted", 2, "enumerated")


def test_what_does_not_fit_into_memory_is_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = exchanged(4)
    found = solving.solve(registry.formulation("covers", "dlx_general"), instance, "count")
    monkeypatch.setattr(classes, "MOST_IMAGES", 80)
    columns = recorded(instance, [tuple(("option", (item[1],)) for item in solution) for solution in found])
    assert (columns["answer"], columns["ended"], columns["check"]) == ("none", "memory", "valid")
    assert columns["solutions"] < 2
    assert columns["message"].startswith("the solutions have more than 80 images under the symmetries")
