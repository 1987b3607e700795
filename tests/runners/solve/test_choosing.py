"""What is not named for a run is chosen: the goal, the solver that is installed and reaches it, the formulation."""

from typing import Any

import pytest

from tilings.models.problem import UserError
from tilings.runners.plan import manifest
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.solve import choosing
from tilings.runners.solve.choosing import choose
from tilings.runners.solvers.interface import solver as solvers


def shipped(name: str) -> InstanceFile:
    (entry,) = manifest.shipped(name=name)
    return manifest.read_instance(entry.path)


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of solvers that are to count as not installed."""
    names: set[str] = set()
    find = solvers.find

    class Missing:
        def __init__(self, adapter: Any) -> None:
            self._adapter = adapter

        def __getattr__(self, name: str) -> Any:
            return getattr(self._adapter, name)

        def version(self, _: object = None) -> None:
            return None

    monkeypatch.setattr(
        solvers, "find", lambda name, language: Missing(find(name, language)) if name in names else find(name, language)
    )
    return names


@pytest.mark.parametrize(
    ("name", "goal", "formulation"), [("h04", "optimum", "dlx_skyline"), ("soma-raw", "first", "dlx_auto")]
)
def test_without_names_the_preferred_solver_takes_the_familys_goal(name: str, goal: str, formulation: str) -> None:
    run = choose(shipped(name))
    assert (run.solver, run.goal, run.formulation.name) == ("dlx", goal, formulation)


def test_a_named_formulation_decides_the_solver() -> None:
    assert choose(shipped("h04"), formulation="cpsat_nooverlap").solver == "cpsat"


def test_the_next_solver_is_chosen_where_the_preferred_one_is_missing(absent: set[str]) -> None:
    absent.add("dlx")
    assert choose(shipped("h04")).solver == "clingo"


def test_where_no_solver_is_installed_the_way_to_get_one_is_named(absent: set[str]) -> None:
    absent.update(solvers.names())
    with pytest.raises(UserError, match="no solver of the family squares is installed; to install dlx: "):
        choose(shipped("h04"))
    with pytest.raises(UserError, match="clingo is not installed; to install: "):
        choose(shipped("h04"), "clingo")


@pytest.mark.parametrize("solver", [None, "dlx"])
def test_a_formulation_without_the_goal_is_refused_with_the_goal_to_add(solver: str | None) -> None:
    complaint = "dlx_states: the formulation does not state the goal first, but count; add --goal count"
    with pytest.raises(UserError, match=complaint):
        choose(shipped("soma-raw"), solver, "dlx_states")


def test_a_solver_is_chosen_that_has_what_is_asked_for_beside_the_answer() -> None:
    assert choose(shipped("soma-raw"), goal="count", outputs=["film"]).formulation.name == "dlx_auto"
    with pytest.raises(UserError, match="no solver reaches the goal 'optimum' of asp_placement with --film"):
        choose(shipped("h04"), formulation="asp_placement", outputs=["film"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"goal": "count"}, "this instance has no goal 'count'; its goals are optimum"),
        ({"solver": "klingo"}, "unknown solver 'klingo'; there are: "),
        ({"formulation": "asp_gone"}, "unknown formulation 'asp_gone' of squares; there are "),
        ({"solver": "clingo", "formulation": "cp_diffn"}, "clingo takes formulations in asp; cp_diffn is in cp"),
        ({"solver": "chuffed", "threads": 2}, "chuffed has no parallel search"),
        ({"options": {"colour": "red"}}, "squares/dlx_skyline has no option 'colour'"),
    ],
)
def test_what_cannot_be_followed_is_refused_in_one_line(words: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UserError) as error:
        choose(shipped("h04"), **words)
    assert complaint in str(error.value) and "\n" not in str(error.value)


def test_the_solvers_that_a_race_of_all_leaves_out_are_named_with_the_reason(absent: set[str]) -> None:
    absent.add("clingo")
    left_out = choosing.left_out(shipped("soma-rotations"), "count", None, 1)
    assert any("highs" in words and words.endswith("(cannot enumerate solutions)") for words in left_out)
    assert any("clingo" in words and "(not installed: " in words for words in left_out)
    assert not any(name in words.split(" (")[0].split(", ") for words in left_out for name in ("dlx", "cpsat"))
