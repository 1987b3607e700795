"""The command that installs what a solver lacks. Adapters name targets of the Makefile, which only a clone has."""

from models.formulation import Formulation
from models.terminal.command import IN_REPOSITORY, INSTALL_PROGRAMS, install_command
from runners.solvers.interface.solver import Solver, lacking


def bringing(adapter: Solver, formulation: Formulation | None = None) -> str:
    """The command that installs what a solver lacks for a formulation: packages of PyPI, or else the programs."""
    if not adapter.bring.startswith("make "):
        return adapter.bring
    if missing := lacking(adapter, formulation):
        target = "extras" if adapter.bring == "make extras" and set(missing) <= set(lacking(adapter)) else ""
        return install_command(*missing, target=target)
    return adapter.bring if IN_REPOSITORY else INSTALL_PROGRAMS
