"""Lists families, their formulations, shipped instances, and solvers."""

from __future__ import annotations

from tilings.models import registry
from tilings.models.formulation import Formulation


def families() -> list[str]:
    """The names of the families of puzzles, also those of plug-ins.

    Documentation: docs/python.md
    """
    return registry.families()


def formulations(family: str) -> dict[str, Formulation]:
    """The formulations of a family by name, each with its ``language``, ``goals``, ``options`` and ``path``.

    Raises UserError for a family that does not exist.

    Documentation: docs/python.md
    """
    registry.package(family)  # raises UserError
    return registry.formulations(family)


def instances(family: str | None = None) -> list[str]:
    """The names of the shipped instances, of one family or all; each can be given to `load` and `solve`.

    Raises UserError for an unknown family, and if the instances have not been written.

    Documentation: docs/python.md
    """
    from tilings.runners.plan import manifest

    if family is not None:
        registry.package(family)  # as above
    wanted = {} if family is None else {"family": family}
    return [entry.name for entry in manifest.shipped(**wanted)]


def solvers() -> dict[str, str | None]:
    """The version of each solver by its name; None: not installed (`tilings doctor` prints how to install it).

    Documentation: docs/python.md
    """
    from tilings.runners.solvers.interface import solver

    versions: dict[str, str | None] = {}
    for adapter in solver.adapters():
        versions[adapter.name] = versions.get(adapter.name) or solver.version(adapter)
    return versions
