"""Chuffed, through MiniZinc."""

from runners.solvers.interface.minizinc import MiniZincSolver

SOLVER = MiniZincSolver("chuffed", parallel=False)
