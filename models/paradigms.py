"""The paradigms that are compared, by their names, and that of a language where it has just one.

A formulation's head may name another in a line ``Paradigm: native search``. In the languages of SEVERAL the solver
decides: one model runs on solvers of several paradigms, each of whose adapters names its own.
"""

from collections.abc import Iterable

EXACT_COVER, NATIVE = "exact cover", "native search"
# In the order in which they are shown. Native searches are a reference outside every ranking.
PARADIGMS = ("CP", "CP-SAT", "ASP", "MIP", "SAT", "PB", "SMT", EXACT_COVER, NATIVE)
OF_LANGUAGE = {"asp": "ASP", "cpsat": "CP-SAT", "mip": "MIP", "dlx": EXACT_COVER}
SEVERAL = ("cp", "cpmpy", "sat")
OF_OLD_ROWS = "CP"  # of those in a language of SEVERAL, which are older than the record's column


def in_order(names: Iterable[str]) -> list[str]:
    """Paradigms in the order in which they are shown; those of plug-ins come last, by their names."""
    present = set(names)
    return [name for name in PARADIGMS if name in present] + sorted(present.difference(PARADIGMS))
