"""Gecode, through MiniZinc."""

from runners.solvers.interface.minizinc import MiniZincSolver

SOLVER = MiniZincSolver("gecode", parallel=True)
