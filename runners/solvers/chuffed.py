"""Chuffed, through MiniZinc."""

from runners.solvers.interface.minizinc import MiniZincSolver

CP = MiniZincSolver("chuffed", parallel=False)
