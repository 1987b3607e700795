"""The public names: puzzles, solvers and campaigns from Python.

    import tilings

    answer = tilings.solve("h19")            # a board in a notebook; answer.objective, answer.solution, answer.record
    tilings.count("soma-rotations", convention="reflections")
    runs = tilings.results("results/published")

The commands, `python -m tilings`, offer the same from a shell. A name is imported on first use.

Documentation: docs/python.md
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilings.campaigns import results, run_suite
    from tilings.catalogue import families, formulations, instances, solvers
    from tilings.models.problem import UserError
    from tilings.puzzles import check, draw, export
    from tilings.runners.solve.puzzle import Puzzle, load
    from tilings.runners.solve.racing import Race
    from tilings.runners.solve.solving import Answer
    from tilings.solving import count, race, solutions, solve

__all__ = [
    "Answer", "Puzzle", "Race", "UserError", "check", "count", "draw", "export", "families", "formulations",
    "instances", "load", "race", "results", "run_suite", "solutions", "solve",
    "solvers",
]  # fmt: skip
_HOMES = {
    "tilings.models.problem": ("UserError",),
    "tilings.runners.solve.puzzle": ("Puzzle", "load"),
    "tilings.runners.solve.racing": ("Race",),
    "tilings.runners.solve.solving": ("Answer",),
    "tilings.campaigns": ("results", "run_suite"),
    "tilings.catalogue": ("families", "formulations", "instances", "solvers"),
    "tilings.puzzles": ("check", "draw", "export"),
    "tilings.solving": ("count", "race", "solutions", "solve"),
}
# `python -m tilings` puts the current folder before Python's own: a json.py or random.py in it would be imported.
_STARTED = sys.orig_argv[sys.orig_argv.index("-m") + 1] if sys.argv[:1] == ["-m"] and "-m" in sys.orig_argv else ""
if _STARTED.partition(".")[0] == "tilings" and not sys.flags.safe_path:
    del sys.path[0]
# These functions run solvers; importing their modules fails on other systems than Linux.
_RUN = ("count", "race", "run_suite", "solutions", "solve")
# In the repository, the packages are siblings of this folder; no installation is needed.
_REPOSITORY = Path(__file__).resolve().parent.parent
if (_REPOSITORY / "runners").is_dir():
    __path__.append(str(_REPOSITORY))


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            if name in _RUN:
                from tilings.models.terminal.command import need_linux

                need_linux()
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'tilings' has no attribute '{name}'", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return __all__
