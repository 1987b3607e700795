"""ortools and highspy cannot share a process if highspy, which PuLP imports, comes first: ortools goes first."""

import ortools.sat.python.cp_model  # noqa: F401
