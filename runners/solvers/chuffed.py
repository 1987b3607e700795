"""Chuffed, through MiniZinc, which CPMpy calls as well."""

from tilings.runners.solvers.interface.cpmpy import MiniZincInCpmpy
from tilings.runners.solvers.interface.minizinc import MiniZincSolver

CP = MiniZincSolver("chuffed", parallel=False)
CPMPY = MiniZincInCpmpy("chuffed")
