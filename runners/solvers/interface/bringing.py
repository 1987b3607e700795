"""The command that installs a missing solver. Adapters name targets of the Makefile, which only a clone has."""

from models.terminal import installing
from models.terminal.command import IN_REPOSITORY
from runners.solvers.interface.solver import Solver


def bringing(adapter: Solver) -> str:
    """The command that installs what a solver lacks: the packages of PyPI among it, or else the programs."""
    if IN_REPOSITORY or not adapter.bring.startswith("make "):
        return adapter.bring
    from runners.record.machine import package_version

    needed = ["cpmpy"] if adapter.accepts == "cpmpy" else []
    needed += [adapter.package] if hasattr(adapter, "package") else []
    missing = [package for package in needed if package_version(package) is None]
    return installing.packages(*missing) if missing else installing.PROGRAMS
