"""CPMpy for the formulations written with it, imported without the libraries of its back ends.

CPMpy imports OR-Tools and HiGHS if both are installed, but one process cannot load both: in one of the two orders the
second lacks a symbol. So both are hidden from this import, unless they are loaded already. Code that solves by one of
them imports it before this module.
"""

from tilings.models.hidden_imports import hidden

with hidden("highspy", "ortools"):
    import cpmpy as cp

__all__ = ["cp"]
