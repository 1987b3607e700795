"""The independent checker. It shares no code with any formulation."""

from typing import Any

from tilings.models.langford.instance import LangfordInstance
from tilings.models.problem import Solution, Violation


def check(instance: LangfordInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules that a solution breaks; all goals ask for the same. Never raises."""
    del goal
    malformed = [item for item in solution if not _well_formed(item)]
    if malformed:
        return [Violation("form", f"{item!r} is not (number, place)") for item in malformed]
    broken = []
    if sorted(k for k, _ in solution) != list(range(1, instance.pairs + 1)):
        broken.append(Violation("numbers", f"not each of 1 to {instance.pairs} once"))
    row: dict[int, int] = {}
    for k, place in solution:
        for taken in (place, place + k + 1):
            if not 0 <= taken < 2 * instance.pairs:
                broken.append(Violation("row", f"{k} stands at {taken}, outside the row"))
            elif taken in row:
                broken.append(Violation("place", f"{k} and {row[taken]} both stand at {taken}"))
            row[taken] = k
    return broken


def _well_formed(item: Any) -> bool:
    return isinstance(item, tuple | list) and len(item) == 2 and all(type(number) is int for number in item)
