"""Opens the engine for the model that an exact-cover formulation builds.

Engines are imported when they are needed, since the extension may not be built.
"""

from collections.abc import Sequence
from typing import Protocol

from models.parts import WHOLE, Part
from models.problem import Atom, ColouredCover, Cover, EdgeMatchingModel, NotApplicable, Packing, SquareTilingModel

_THREADED = ("auto", "bits")
EngineModel = Cover | ColouredCover | Packing | SquareTilingModel | EdgeMatchingModel


class Search(Protocol):
    """The interface that all engines share; see ``runners.native.dlx.Search``."""

    @property
    def finished(self) -> bool: ...
    @property
    def solutions(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]: ...


def opened(model: EngineModel, threads: int = 1, listing: bool = False, part: Part = WHOLE) -> Search:
    """A new search of a model by its engine; listing: solutions are wanted, not only their number.

    Raises NotApplicable for more threads than the engine can use, and for a part if the search cannot be divided;
    UserError for invalid settings.
    """
    engine = model.engine if isinstance(model, Packing) else ""
    if threads > 1 and engine not in _THREADED:
        advice = "; dlx_bits has one" if isinstance(model, Packing) else ""
        raise NotApplicable(f"this engine has no parallel search{advice}")
    if not part.whole and (isinstance(model, EdgeMatchingModel) or engine not in ("", "auto", "bits")):
        raise NotApplicable(f"this engine's search cannot be divided, so there is no part {part}")
    share = {"part": part.number - 1, "parts": part.of}
    split = share | {"depth": -1 if part.depth is None else part.depth}
    if isinstance(model, Packing):
        if engine == "classic":
            from runners.native.classic import search

            return search(model)
        if engine == "states":
            from runners.native.states import StatesSearch

            return StatesSearch(model)
        if engine == "holes":
            from runners.native.holes import Holes

            return Holes(model)
        if engine == "auto" and not listing and part.whole:
            from runners.native.auto import Auto

            return Auto(model, threads)
        from runners.native.bits import Bits

        return Bits(model, threads, **split)
    if isinstance(model, ColouredCover) and not _plain(model):
        from runners.native.general import Covers

        best = 1 if model.costs else 0
        return Covers(
            model.bounds, model.secondary, model.options,
            colours=model.colours, costs=model.costs, best=best, symmetries=model.symmetries, **split,
        )  # fmt: skip
    if isinstance(model, SquareTilingModel):
        from runners.native.skyline import Tilings

        return Tilings(model, **share)
    if isinstance(model, EdgeMatchingModel):
        from runners.native.budget import Boards

        return Boards(model)
    from runners.native.dlx import Search

    if isinstance(model, ColouredCover):
        return Search(len(model.bounds), [1] * model.secondary, model.options, **split)
    return Search(model.primary, model.capacities, model.options, **split)


def _plain(model: ColouredCover) -> bool:
    """Whether dancing links suffice, which search the same tree faster: no bounds, colours, costs or symmetries."""
    plain = all(bounds == (1, 1) for bounds in model.bounds) and not any(model.colours)
    return plain and not model.costs and not model.symmetries


def computes(search: Search) -> bool:
    """Whether a search counts by states, so that it does not enumerate the solutions."""
    return getattr(search, "engine", "") == "states"


def atoms(model: EngineModel, solution: Sequence[int]) -> tuple[Atom, ...]:
    """What the options of a solution stand for."""
    if isinstance(model, ColouredCover):
        solution = [option for option in solution if option < len(model.atoms)]
    return tuple(model.atoms[option] for option in solution)


def size(model: EngineModel) -> dict[str, int]:
    """The numbers of options and items, as the record's variables and constraints."""
    if isinstance(model, Packing):
        return {"variables": len(model.piece), "constraints": len(model.cells) + len(model.names)}
    if isinstance(model, ColouredCover):
        return {"variables": len(model.options), "constraints": len(model.bounds) + model.secondary}
    if isinstance(model, SquareTilingModel):
        return {"variables": sum(model.copies), "constraints": model.width * model.height + len(model.copies)}
    if isinstance(model, EdgeMatchingModel):
        cells = model.rows * model.cols
        return {"variables": 2 * cells * len(model.layouts), "constraints": cells + len(model.budgets)}
    return {"variables": len(model.options), "constraints": model.primary + len(model.capacities)}


def digest(engine: str) -> str:
    """The digest of the sources that an engine was built from."""
    from runners.native._engine import digests

    return digests[engine]
