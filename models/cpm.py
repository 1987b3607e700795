"""CPMpy for the formulations written with it, imported without the libraries of its back ends.

CPMpy imports OR-Tools and HiGHS where both are installed, but they cannot be loaded into one process (in one order of
the two the second one lacks a symbol). So they are hidden from this import, unless the process has loaded them already:
whoever solves by one of them imports it before this module.
"""

import sys

_hidden = [name for name in ("highspy", "ortools") if name not in sys.modules]
for name in _hidden:
    sys.modules[name] = None  # type: ignore[assignment]  # so that importing it raises ModuleNotFoundError
try:
    import cpmpy as cp
finally:
    for name in _hidden:
        del sys.modules[name]

__all__ = ["cp"]
