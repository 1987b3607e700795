"""CaDiCaL, a SAT solver: the program, whose refutations leave an LRAT proof; and through CPMpy and PySAT."""

from tilings.runners.solvers.interface import preprocess
from tilings.runners.solvers.interface.cpmpy import PySatInCpmpy
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.sat import SatProgram
from tilings.runners.solvers.interface.solver import Job


def _options(job: Job) -> list[str]:
    return [f"--seed={job.seed}", "--lrat", "--no-binary", "-f"]


_HELP = "cadical --help"
PRESETS = {
    "sat": Preset("set internal options to target satisfiable instances", _HELP, ("--sat",)),
    "unsat": Preset("set internal options to target unsatisfiable instances", _HELP, ("--unsat",)),
    "plain": Preset("disable all internal preprocessing options", _HELP, ("--plain",)),
} | preprocess.PRESETS
SAT = SatProgram("cadical", _options, "lrat", PRESETS)
CPMPY = PySatInCpmpy("cadical", "cadical195", limited=False)
