"""Gecode, through MiniZinc."""

from runners.solvers._minizinc import MiniZincSolver

SOLVER = MiniZincSolver("gecode", parallel=True)
