"""The engine for what an exact-cover formulation builds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from models.parts import WHOLE, Part
from models.problem import Atom, ColouredCover, Cover, Laying, NotApplicable, Packing, Squaring

Stated = Cover | ColouredCover | Packing | Squaring | Laying


class Search(Protocol):
    """What all engines have in common; see ``runners.native.dlx.Search``."""

    @property
    def finished(self) -> bool: ...
    @property
    def solutions(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]: ...


def opened(stated: Stated, threads: int = 1, listing: bool = False, part: Part = WHOLE) -> Search:
    """A search of the engine that is meant, at its start; listing: it must find the solutions, not only count them.

    Raises NotApplicable for more threads than the engine can use, and for a part where it cannot be divided; UserError
    for settings that make no sense.
    """
    engine = stated.engine if isinstance(stated, Packing) else ""
    if threads > 1 and engine not in _THREADED:
        advice = "; dlx_bits has one" if isinstance(stated, Packing) else ""
        raise NotApplicable(f"this engine has no parallel search{advice}")
    if not part.whole and (isinstance(stated, Laying) or engine not in ("", "bits")):
        raise NotApplicable(f"this engine's search cannot be divided, so there is no part {part}")
    share = {"part": part.number - 1, "parts": part.of}
    split = share | {"depth": -1 if part.depth is None else part.depth}
    if isinstance(stated, Packing):
        if engine == "bits" or (listing and engine == "auto"):
            from runners.native.bits import Bits

            return Bits(stated, threads, **split)
        return _PACKINGS[engine](stated, threads)
    if isinstance(stated, ColouredCover):
        from runners.native.general import Covers

        best = 1 if stated.costs else 0
        return Covers(
            stated.bounds, stated.secondary, stated.options,
            colours=stated.colours, costs=stated.costs, best=best, **split,
        )  # fmt: skip
    if isinstance(stated, Squaring):
        from runners.native.skyline import Tilings

        return Tilings(stated, **share)
    if isinstance(stated, Laying):
        from runners.native.budget import Boards

        return Boards(stated)
    from runners.native.dlx import Search

    return Search(stated.primary, stated.capacities, stated.options, **split)


def atoms(stated: Stated, solution: Sequence[int]) -> tuple[Atom, ...]:
    """What the options of a solution stand for."""
    if isinstance(stated, ColouredCover):
        solution = [option for option in solution if option < len(stated.atoms)]
    return tuple(stated.atoms[option] for option in solution)


def size(stated: Stated) -> dict[str, int]:
    """The numbers of options and items, as the record's variables and constraints."""
    if isinstance(stated, Packing):
        return {"variables": len(stated.piece), "constraints": len(stated.cells) + len(stated.names)}
    if isinstance(stated, ColouredCover):
        return {"variables": len(stated.options), "constraints": len(stated.bounds) + stated.secondary}
    if isinstance(stated, Squaring):
        return {"variables": sum(stated.copies), "constraints": stated.width * stated.height + len(stated.copies)}
    if isinstance(stated, Laying):
        cells = stated.rows * stated.cols
        return {"variables": 2 * cells * len(stated.layouts), "constraints": cells + len(stated.budgets)}
    return {"variables": len(stated.options), "constraints": stated.primary + len(stated.capacities)}


def _classic(packing: Packing, threads: int) -> Search:
    from runners.native.classic import search

    del threads
    return search(packing)


def _states(packing: Packing, threads: int) -> Search:
    from runners.native.states import StatesSearch

    del threads
    return StatesSearch(packing)


def _auto(packing: Packing, threads: int) -> Search:
    from runners.native.auto import Auto

    return Auto(packing, threads)


_THREADED = ("auto", "bits")
_PACKINGS: dict[str, Callable[[Packing, int], Any]] = {
    "auto": _auto,
    "classic": _classic,
    "states": _states,
}
