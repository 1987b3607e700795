"""Kissat, a SAT solver: the program, whose refutations leave a DRAT proof; and through CPMpy and PySAT.

In CPMpy it has no time limit, and is called once per formula.
"""

from tilings.runners.solvers.interface import preprocess
from tilings.runners.solvers.interface.cpmpy import PySatInCpmpy
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.sat import SatProgram
from tilings.runners.solvers.interface.solver import Job


def _options(job: Job) -> list[str]:
    return [f"--seed={job.seed}", "--no-binary", "--force"]


_HELP = "kissat --help"
PRESETS = {
    "sat": Preset("target satisfiable instances ('--target=2 --restartint=50')", _HELP, ("--sat",)),
    "unsat": Preset("target unsatisfiable instances ('--stable=0')", _HELP, ("--unsat",)),
    "plain": Preset("plain CDCL solving without advanced techniques", _HELP, ("--plain",)),
} | preprocess.PRESETS
SAT = SatProgram("kissat", _options, "drat", PRESETS)
CPMPY = PySatInCpmpy("kissat", "kissat404", limited=False, incremental=False)
