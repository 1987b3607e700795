"""Opens the engine for the model of an exact-cover formulation.

Engines are imported on demand, since the extension may not be built.
"""

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tilings.models.problem import (
    Atom,
    Choice,
    ColouredCover,
    Cover,
    EdgeMatchingModel,
    NotApplicable,
    Packing,
    SquareTilingModel,
)
from tilings.models.search_parts import WHOLE, Part

_THREADED = ("auto", "bits", "states")
_DIVIDED = ("bits", "dlx", "general", "skyline")
EngineModel = Choice | Cover | ColouredCover | Packing | SquareTilingModel | EdgeMatchingModel


class EngineSearch(Protocol):
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


def opened(model: EngineModel, threads: int = 1, listing: bool = False, part: Part = WHOLE) -> EngineSearch:
    """A new search of a model by its engine. listing: whether solutions are wanted, not only their number.

    Raises NotApplicable for more threads than the engine can use, and for a part if the search cannot be divided;
    UserError for invalid settings.
    """
    if isinstance(model, Choice) and (listing or not part.whole):
        model = model.search
    engine = _engine(model)
    if threads > 1 and engine not in _THREADED:
        advice = "; dlx_bits has one" if isinstance(model, Packing) else ""
        raise NotApplicable(f"this engine has no parallel search{advice}")
    if not part.whole and engine not in _DIVIDED:
        raise NotApplicable(f"this engine's search cannot be divided, so there is no part {part}")
    package = importlib.import_module(f"tilings.runners.native.{engine}")
    return _SEARCHES[engine](package, model, threads, part)


def _engine(model: EngineModel) -> str:
    """The package of the engine that searches a model."""
    if isinstance(model, Packing):
        return model.engine
    if isinstance(model, ColouredCover):
        return "dlx" if _plain(model) else "general"
    return {Choice: "auto", Cover: "dlx", SquareTilingModel: "skyline", EdgeMatchingModel: "budget"}[type(model)]


def _share(part: Part) -> dict[str, int]:
    return {"part": part.number - 1, "parts": part.of}


def _split(part: Part) -> dict[str, int]:
    return _share(part) | {"depth": -1 if part.depth is None else part.depth}


def _dancing_links(dlx: Any, model: Cover | ColouredCover, threads: int, part: Part) -> EngineSearch:
    if isinstance(model, ColouredCover):
        primary, capacities = len(model.bounds), (1,) * model.secondary
    else:
        primary, capacities = model.primary, model.capacities
    search: EngineSearch = dlx.Search(primary, capacities, model.options, **_split(part))
    return search


def _general(general: Any, model: ColouredCover, threads: int, part: Part) -> EngineSearch:
    search: EngineSearch = general.Covers(
        model.bounds, model.secondary, model.options,
        colours=model.colours, costs=model.costs, best=1 if model.costs else 0, symmetries=model.symmetries,
        **_split(part),
    )  # fmt: skip
    return search


# By engine, a function that makes a search from its package, the model, the threads and the part.
_SEARCHES: dict[str, Callable[[Any, Any, int, Part], EngineSearch]] = {
    "auto": lambda auto, model, threads, part: auto.Auto(model, threads),
    "bits": lambda bits, model, threads, part: bits.Bits(model, threads, **_split(part)),
    "budget": lambda budget, model, threads, part: budget.Boards(model),
    "dlx": _dancing_links,
    "general": _general,
    "skyline": lambda skyline, model, threads, part: skyline.Tilings(model, **_share(part)),
    "states": lambda states, model, threads, part: states.StatesSearch(model, threads),
}


def _plain(model: ColouredCover) -> bool:
    """Whether dancing links, which search the same tree faster, suffice: no bounds, colours, costs or symmetries."""
    plain = all(bounds == (1, 1) for bounds in model.bounds) and not any(model.colours)
    return plain and not model.costs and not model.symmetries


def computes(search: EngineSearch) -> bool:
    """Whether a search counts by states, without enumerating the solutions."""
    return getattr(search, "engine", "") == "states"


def atoms(model: EngineModel, solution: Sequence[int]) -> tuple[Atom, ...]:
    """The atoms that the options of a solution stand for."""
    if isinstance(model, ColouredCover):
        solution = [option for option in solution if option < len(model.atoms)]
    atom = model.atom if isinstance(model, SquareTilingModel | EdgeMatchingModel) else model.atoms.__getitem__
    return tuple(map(atom, solution))


def size(model: EngineModel) -> dict[str, int]:
    """The numbers of options and items, as the record's variables and constraints."""
    variables, constraints = _SIZES[type(model)](model)
    return {"variables": variables, "constraints": constraints}


_SIZES: dict[type, Callable[[Any], tuple[int, int]]] = {
    Choice: lambda model: _SIZES[type(model.search)](model.search),
    Cover: lambda model: (len(model.options), model.primary + len(model.capacities)),
    ColouredCover: lambda model: (len(model.options), len(model.bounds) + model.secondary),
    EdgeMatchingModel: lambda model: (
        2 * model.rows * model.cols * len(model.layouts), model.rows * model.cols + len(model.budgets)
    ),
    Packing: lambda model: (len(model.piece), len(model.cells) + len(model.names)),
    SquareTilingModel: lambda model: (sum(model.copies), model.width * model.height + len(model.copies)),
}  # fmt: skip
