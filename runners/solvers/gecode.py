"""Gecode, through MiniZinc, which CPMpy calls as well."""

from tilings.runners.solvers.interface.cpmpy import MiniZincInCpmpy
from tilings.runners.solvers.interface.minizinc import MiniZincSolver
from tilings.runners.solvers.interface.presets import Preset

_HELP = "fzn-gecode --help"
_LUBY = ("--restart", "luby")
PRESETS = {
    "free": Preset("free search, no need to follow search-specification", _HELP, ("--free-search",)),
    "restarts": Preset("restart sequence type: luby", _HELP, _LUBY),
    "nogoods": Preset(
        "restart sequence type: luby; whether to use no-goods from restarts", _HELP, (*_LUBY, "--nogoods")
    ),
    "free-restarts": Preset(
        "free search, no need to follow search-specification; restart sequence type: luby", _HELP,
        ("--free-search", *_LUBY),
    ),
}  # fmt: skip
CP = MiniZincSolver("gecode", parallel=True, presets=PRESETS)
CPMPY = MiniZincInCpmpy("gecode")
