"""A solver in one file: Knuth's Algorithm X on plain Python lists, for the exact covers of dlx_*.py."""

from collections import Counter
from collections.abc import Iterator

from tilings.models.problem import Cover, NotApplicable
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit
from tilings.runners.solvers.interface.events import Found, Measured, SearchComplete


def solve(task: Task) -> None:
    """Search for one cover, or for all; this runs in a child process, under the run's limits."""
    cover, effort = task.build(), Counter[str]()
    if not isinstance(cover, Cover):
        raise NotApplicable("algorithm_x takes plain exact covers only, such as --formulation dlx_cover")
    task.encoded(variables=len(cover.options), constraints=cover.primary)
    free = [1] * cover.primary + list(cover.capacities)
    for chosen in covers(cover, list(range(len(cover.options))), free, effort):
        emit(Found(tuple(cover.atoms[option] for option in chosen)))
        if task.job.goal == "first":
            break
    else:
        emit(SearchComplete())
    emit(Measured({"effort": effort["nodes"], "effort_unit": "nodes"}))


def covers(cover: Cover, fitting: list[int], free: list[int], effort: Counter[str]) -> Iterator[tuple[int, ...]]:
    """All ways to cover what is free by options that fit; the item with the fewest ways comes first."""
    effort["nodes"] += 1
    ways = Counter(item for option in fitting for item in cover.options[option])
    item = min((item for item in range(cover.primary) if free[item]), key=lambda item: ways[item], default=None)
    for option in [option for option in fitting if item in cover.options[option]]:
        left = [space - (other in cover.options[option]) for other, space in enumerate(free)]
        still = [other for other in fitting if all(left[item] for item in cover.options[other])]
        yield from ((option, *rest) for rest in covers(cover, still, left, effort))
    if item is None:
        yield ()


DLX = ChildSolver("algorithm_x", "dlx", package="", solve=solve, parallel=False, colour="#7A5195")
