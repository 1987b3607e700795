"""Chuffed, through MiniZinc, which CPMpy calls as well."""

from tilings.runners.solvers.interface.cpmpy import MiniZincInCpmpy
from tilings.runners.solvers.interface.minizinc import MiniZincSolver
from tilings.runners.solvers.interface.presets import Preset

_LIST = "minizinc --solvers-json"
PRESETS = {
    "free": Preset(
        "Free search. Alternates between user-specified and activity-based search when search is restarted. Restart "
        "base is set to 100.", "fzn-chuffed --help", ("--free-search",),
    ),
    "activity": Preset("Use activity-based search on the Boolean variables", _LIST, ("--vsids",)),
    "restarts": Preset("Restart sequence type: luby", _LIST, ("--restart", "luby", "--restart-scale", "100")),
    "fifo": Preset("Use FIFO queues for propagation", _LIST, ("--prop-fifo",)),
}  # fmt: skip
CP = MiniZincSolver("chuffed", parallel=False, presets=PRESETS)
CP.largest = 500_000_000
CPMPY = MiniZincInCpmpy("chuffed")
