"""The command that installs what is missing: of the Makefile in a clone, elsewhere of pip or of Debian."""

from models.terminal.command import IN_REPOSITORY

# The solvers that are programs, by the names of Debian 13's packages.
PROGRAMS = (
    "make solvers"
    if IN_REPOSITORY
    else "apt-get install minizinc gecode-flatzinc chuffed-flatzinc coinor-cbc kissat cadical drat-trim (Debian 13)"
)


def packages(*names: str, target: str = "") -> str:
    """The command that installs packages of PyPI. target: of the Makefile, where one installs them."""
    if not IN_REPOSITORY:
        return f"pip install {' '.join(names)}"
    return f"make {target}" if target else f".venv/bin/python -m pip install {' '.join(names)}"
