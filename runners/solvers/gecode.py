"""Gecode, through MiniZinc."""

from runners.solvers.interface.minizinc import MiniZincSolver

CP = MiniZincSolver("gecode", parallel=True)
