"""CPMpy for the formulations written with it, imported without the libraries of its back ends.

CPMpy imports OR-Tools and HiGHS where both are installed, but they cannot be loaded into one process (in one order of
the two the second one lacks a symbol). So they are hidden from this import, unless the process has loaded them already:
whoever solves by one of them imports it before this module.
"""

from tilings.models.hiding import hidden

with hidden("highspy", "ortools"):
    import cpmpy as cp

__all__ = ["cp"]
