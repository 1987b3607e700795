"""The independent checker of covers. It shares no code with any formulation."""

from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import Solution, Violation


def check(instance: CoversInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules that a solution breaks: unknown or repeated options, multiplicities, colours. Never raises."""
    del goal  # all goals ask for a cover
    if not isinstance(solution, tuple | list):
        return [Violation("form", f"{solution!r} is not a sequence of options")]
    chosen = set()
    for item in solution:
        if not _is_option(instance, item):
            return [Violation("form", f"{item!r} is not ('option', number below {len(instance.options)})")]
        if item in chosen:
            return [Violation("once", f"option {item[1]} is chosen twice")]
        chosen.add(item)
    colours: dict[str, list[str]] = {}
    for _, number in sorted(chosen):
        for name, colour in instance.options[number].items:
            colours.setdefault(name, []).append(colour)
    broken = []
    for primary in instance.primary:
        times = len(colours.get(primary.name, []))
        if not primary.least <= times <= primary.most:
            broken.append(
                Violation("times", f"{primary.name} is covered {times} times, not {primary.least} to {primary.most}")
            )
    for name in instance.secondary:
        given = colours.get(name, [])
        if len(given) > 1 and (len(set(given)) > 1 or "" in given):
            broken.append(
                Violation("colour", f"{name} is covered {len(given)} times in different colours, or without one")
            )
    return broken


def objective(instance: CoversInstance, solution: Solution) -> int:
    """The total cost of the chosen options."""
    return sum(instance.options[number].cost for _, number in solution)


def _is_option(instance: CoversInstance, item: object) -> bool:
    return (
        isinstance(item, tuple)
        and len(item) == 2
        and item[0] == "option"
        and type(item[1]) is int
        and 0 <= item[1] < len(instance.options)
    )
