"""Chuffed, through MiniZinc."""

from runners.solvers._minizinc import MiniZincSolver

SOLVER = MiniZincSolver("chuffed", parallel=False)
