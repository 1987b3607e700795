"""CPMpy for the formulations written with it, imported without the libraries of its back ends.

CPMpy imports OR-Tools and HiGHS where both are installed, but one process cannot load both: in one order the second
lacks a symbol. So they are hidden from this import unless they are loaded already; code that solves by one of them
imports it before this module.
"""

from tilings.models.hidden_imports import hidden

with hidden("highspy", "ortools"):
    import cpmpy as cp

__all__ = ["cp"]
