"""The console script ``tilings``."""

import sys

from tilings import HOME


def command() -> None:
    """Runs the command, with the project's own packages first on the path.

    Python puts the script's folder there, in which PySAT installs an example named ``models.py``.
    """
    sys.path.insert(0, str(HOME))
    from tilings.__main__ import main
    from tilings.models.terminal.command import run

    run(main)
