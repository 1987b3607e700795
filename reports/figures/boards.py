"""Solutions as pictures, checked again before they are drawn, and films of searches as strips of boards.

The films lie in the campaign's folder; ``tilings solve INSTANCE --solver dlx --film DIR/films/NAME.json``
makes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import files, registry
from tilings.models.problem import UserError
from tilings.reports.data.campaign import stored
from tilings.reports.english import seconds
from tilings.reports.figures.drawing import Drawing
from tilings.runners.drawing import film
from tilings.runners.record.schema import PROVEN
from tilings.runners.record.stored_instances import StoredInstances
from tilings.runners.record.support import WORD

if TYPE_CHECKING:
    from tilings.models.problem import Problem
    from tilings.reports.data.campaign import Results

_GOAL_RANK = {"optimum": 0, "first": 1, "count": 2}
_COLUMNS = ["run_id", "family", "instance", "goal", "solver", "formulation", "answer", "proof", "time_s", "size"]


def boards(results: Results) -> Iterator[Drawing]:
    """A board of each installed family (`board`), in their order."""
    present = set(results.runs["family"]) & set(registry.families())
    order = sorted(present, key=lambda family: (registry.problem(family).place, family))
    drawn = (board(results, family) for family in order)
    return (each for each in drawn if each is not None)


def board(results: Results, family: str) -> Drawing | None:
    """The solution of the largest instance; of the smallest in a family whose pictures of large ones are illegible.

    Of an instance's runs a proven one before others, then the fastest. Where a stored solution cannot be read, breaks a
    rule or is empty, the next smaller instance is drawn; None where no solution is left.
    """
    draw = registry.drawing(family)
    found = _by_size(results, family)
    for row in reversed(found if registry.legible_if_large(family) else found[:1]):
        if solution := stored(results, row):
            problem, instance = results.instances[family, row.instance]
            caption = _caption(problem, row, draw.words(instance, solution))
            return Drawing(row.instance, draw.figure(instance, solution, bare=True), caption)
    return None


def _by_size(results: Results, family: str) -> list[Any]:
    """A run with a stored solution for each instance, its row and claim, by size; of those without one, by time."""
    runs = results.runs
    valid = (runs["family"] == family) & (runs["check"] == "valid")
    own = runs[_COLUMNS].assign(claim=results.claims)[valid & runs["run_id"].isin(results.solutions.run_ids)]
    own = own.assign(open=~own["answer"].isin(PROVEN), rank=own["goal"].map(_GOAL_RANK))
    own = own.sort_values(["open", "rank", "time_s"], kind="stable")
    best: dict[str, int] = {}
    for place, instance in enumerate(own["instance"]):
        if instance not in best and (family, instance) in results.instances:
            best[instance] = place
    rows = own.iloc[list(best.values())].itertuples()
    return sorted(rows, key=lambda row: (row.size, row.instance) if row.size == row.size else (0.0, ""))


def _caption(problem: Problem, row: Any, words: str) -> str:
    """Instance, what is drawn, who found it, and whether that is the optimum."""
    who = f"{row.solver}/{row.formulation} in {seconds(row.time_s)} s"
    if row.goal != "optimum":
        return f"{row.instance}: {words}. Goal {row.goal}: {who}."
    least = "least" if problem.sense == "min" else "most"
    best = f"the {least} by {'a verified proof' if row.proof == 'verified' else WORD}"
    value = f"{row.claim.value}, {best if row.answer == 'optimal' else 'not proven optimal'}"
    return f"{row.instance}: {words}. Objective {value}: {who}."


def films(folder: Path, family: str = "") -> Iterator[Drawing]:
    """The strips of the films in a results folder, by default of all families.

    Left out: files without a film, films of unknown instances, and films whose last board is
    marked as a solution and is not valid.
    """
    kept = StoredInstances(folder)
    for path in sorted((folder / "films").glob("*.json")):
        try:
            found = film.read(files.inside(folder, path))
            problem, instance = kept.load(found.family, found.instance)
        except UserError:
            continue
        boards = [frame.board for _, frame in found]
        holds = boards and (not found.solved or not problem.check(instance, boards[-1], "first"))
        if holds and family in ("", found.family):
            words = f"{found.caption()} The number of a board is that of the nodes visited before."
            yield Drawing(found.instance, film.strip(found, instance), words)
