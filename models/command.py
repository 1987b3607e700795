"""Starts and ends every command: uses the project's own Python, prints an error as one line, sets the exit code.

The module is in the lowest layer because the commands of all layers use it.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from models import loading, plugins
from models.problem import UserError

ROOT = Path(__file__).resolve().parent.parent
IN_REPOSITORY = (ROOT / "pyproject.toml").exists()
# The folder that results and generated instances are written into; for an installed package, the current one.
WORKPLACE = ROOT if IN_REPOSITORY else Path.cwd()
# The instances that are known by name. A wheel has them inside of the package `tilings`.
SHIPPED = ROOT / "instances" if IN_REPOSITORY else ROOT / "tilings" / "instances"
ANSWERED, UNANSWERED, BAD_INPUT, WRONG_ANSWER, INTERRUPTED = 0, 1, 2, 3, 130


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line, without the usage text, and knows the option --plugins."""

    def __init__(self, *words: Any, **settings: Any) -> None:
        super().__init__(*words, **settings)
        what = "a folder with solvers, models, suites or instances of your own (docs/plugins.md); repeatable"
        self.add_argument("--plugins", type=plugins.add, default=argparse.SUPPRESS, metavar="DIR", help=what)

    def error(self, message: str) -> NoReturn:
        """Raises UserError."""
        raise UserError(f"{message.removeprefix('argument ')} (see {self.prog} --help)")


def run(main: Callable[[], int]) -> None:
    """Run a command's main function and exit with its code; turn bad input and Ctrl-C into one line."""
    _use_project_python()
    try:
        plugins.make_absolute()
        code = main()
        sys.stdout.flush()
    except UserError as error:
        code = _complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        code = _complain("interrupted; what was recorded is kept", INTERRUPTED)
    except BrokenPipeError:
        _print_to_nobody()
        code = ANSWERED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        code = _complain(f"{where}{error.strerror or error}", BAD_INPUT)
    except ModuleNotFoundError as error:
        code = _complain(f"the package {error.name} is missing; run 'make setup' in {ROOT}", BAD_INPUT)
    except Exception as error:
        if not (complaint := loading.complaint(error)):
            raise
        code = _complain(complaint, BAD_INPUT)
    sys.exit(code)


def tell(text: str) -> None:
    """Print a text; a reader that closes the pipe early, such as `| head`, does not change the exit code."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        _print_to_nobody()


def _print_to_nobody() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int) -> int:
    print(f"error: {message}" if code == BAD_INPUT else message, file=sys.stderr)
    return code


def _use_project_python() -> None:
    """Start again in the project's .venv if a command was called with another Python, as `python -m …` often is."""
    python = ROOT / ".venv" / "bin" / "python"
    if sys.prefix == sys.base_prefix and python.exists():
        os.execv(python, [str(python), *sys.orig_argv[1:]])
