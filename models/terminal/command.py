"""The frame of all commands: arguments, help, start, exit and the printing of results.

A command runs in the project's own Python; an error is one line and sets the exit code.
"""

import argparse
import errno
import importlib
import importlib.util
import io
import json
import math
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from tilings.models import plugins
from tilings.models.problem import UserError
from tilings.models.terminal import ansi
from tilings.models.terminal.phrases import MOST_DIGITS

ROOT = Path(__file__).resolve().parents[2]  # the repository; where a wheel is installed, the package `tilings`
IN_REPOSITORY = (ROOT / "pyproject.toml").exists()
# The folder for results and generated instances; of an installed package, the current folder.
WORKPLACE = ROOT if IN_REPOSITORY else Path.cwd()
SHIPPED = ROOT / "instances"  # the instances known by name
ANSWERED, UNANSWERED, BAD_INPUT, WRONG_ANSWER, INTERRUPTED = 0, 1, 2, 3, 130
EXIT_CODES = {
    ANSWERED: "done",
    UNANSWERED: "not everything was answered within the limits",
    BAD_INPUT: "bad input or usage: one line names the error",
    WRONG_ANSWER: "a wrong answer was caught",
    INTERRUPTED: "interrupted; recorded runs are kept",
}
# Commands whose imports need prctl, pidfds and /proc of Linux; on other systems they end with one line. Other commands
# that make runs call need_linux().
MAKE_RUNS = ("runners.all", "runners.doctor", "runners.solve", "runners.verify")
_NAMES = {"darwin": "macOS", "win32": "Windows"}
# The command that installs the solvers that are programs.
INSTALL_PROGRAMS = (
    "make solvers"
    if IN_REPOSITORY
    else "apt-get install minizinc gecode-flatzinc chuffed-flatzinc coinor-cbc kissat cadical drat-trim (Debian 13)"
)
OptionGroup = argparse._ArgumentGroup


class Parser(argparse.ArgumentParser):
    """The arguments of a command, and its help: description, examples, options in groups, exit codes, document.

    prog: the command as `python -m` starts it in the repository.
    description: a sentence.
    examples: argument lists as typed, the most frequent one first.
    docs: the path of the document.
    exits: the meanings of the command's exit codes beside 0 and 2.

    Every command has the options --json (see `show`), --plugins, and --help-all, which shows the rare groups as well.
    An error is one line, without the usage text.
    """

    def __init__(
        self,
        prog: str,
        description: str,
        examples: Sequence[str] = (),
        docs: str = "docs/commands.md",
        exits: Mapping[int, str] | None = None,
    ) -> None:
        if sys.argv[0].startswith("tilings "):
            prog = sys.argv[0]
        elif (module := _started()).removeprefix("tilings.") == prog.removeprefix("python -m "):
            prog = f"python -m {module}"
        super().__init__(prog, description=description, add_help=False, formatter_class=_formatter)
        self.color = False  # Python 3.14 would colour a part of the page
        self._positionals.title = "arguments"
        self.examples, self.docs = examples, docs
        self.exits = {code: EXIT_CODES[code] for code in (ANSWERED, BAD_INPUT)} | dict(exits or {})
        self._rare: list[OptionGroup] = []
        self._everywhere = self.add_argument_group("in every command")
        add = self._everywhere.add_argument
        add("--json", action="store_true", help="print the result as one line of JSON")
        add("--plugins", type=plugins.add, default=argparse.SUPPRESS, metavar="DIR",
            help="your own solvers and models (docs/plugins.md)")  # fmt: skip
        add("-h", "--help", action=_Help, help="print the help")
        add("--help-all", action=_Help, help="print the help with all options")

    def group(self, title: str, rare: bool = False) -> OptionGroup:
        """A new group of options; a rare one is shown by --help-all only."""
        group = self.add_argument_group(title)
        if rare:
            self._rare.append(group)
        return group

    def error(self, message: str) -> NoReturn:
        """Raises UserError."""
        raise UserError(f"{message.removeprefix('argument ')} (see {self.prog} --help)")

    def format_help(self, rare: bool = False) -> str:
        """The help. rare: with the rare groups."""
        usage, options = _formatter(self.prog), _formatter(self.prog)
        needed = [action for action in self._actions if action.required or not action.option_strings]
        usage.add_usage(None, needed, [])
        for group in sorted(self._action_groups, key=lambda group: group is self._everywhere):
            if group._group_actions and (rare or group not in self._rare):
                options.start_section(group.title)
                options.add_arguments([action for action in group._group_actions if not isinstance(action, _Help)])
                options.end_section()
        hidden = "" if rare else ", ".join(group.title or "" for group in self._rare)
        codes = [_wrapped(f"  {code}  {meaning}") for code, meaning in sorted(self.exits.items())]
        blocks = [
            _wrapped(self.description or ""),
            "\n".join(["examples:", *(f"  {self.prog} {words}".rstrip() for words in self.examples)]),
            usage.format_help().replace(self.prog, f"{self.prog} [options]", 1),
            options.format_help(),
            _wrapped(f"--help-all shows more options: {hidden}") if hidden else "",
            "\n".join(["exit codes:", *codes, f"documentation: {documentation(self.docs)}"]),
        ]
        return "\n\n".join(text.strip("\n") for text in blocks if text)


class _Help(argparse.Action):
    """Prints the help and ends the command."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        assert isinstance(parser, Parser)
        page = parser.format_help(rare="--help-all" in self.option_strings)
        if ansi.colours(sys.stdout):
            title = re.compile(r"^(usage:|documentation:|\w.*:$)", re.MULTILINE)
            page = title.sub(lambda match: ansi.paint(match[0], bold=True), page)
        print_text(page)
        parser.exit()


def documentation(path: str) -> str:
    """A document's path from the current folder, or else its full path; without a repository, its path there."""
    return path if Path(path).is_file() or not IN_REPOSITORY else str(ROOT / path)


def _wrapped(text: str) -> str:
    import textwrap

    return textwrap.fill(text, _width(), subsequent_indent="     " if text.startswith("  ") else "")


def _width() -> int:
    """The width of a help page: that of the terminal, or 100 columns, longer lines being hard to read."""
    import shutil

    return min(100, shutil.get_terminal_size().columns) - 2


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=_width())


def run(main: Callable[[], int]) -> None:
    """Run a command's main function and exit with its code; turn bad input and Ctrl-C into one line."""
    closed = _open_streams()
    use_project_python()
    sys.set_int_max_str_digits(MOST_DIGITS)
    for name in ("stdout", "stderr"):
        if isinstance(stream := getattr(sys, name), io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × shows ?
            setattr(sys, name, ansi.Printable(stream))
    try:
        if "stdout" in closed:
            raise UserError("standard output is closed: redirect it to /dev/null instead (>/dev/null, not >&-)")
        plugins.make_absolute()
        code = main()
        sys.stdout.flush()
    except UserError as error:
        code = _complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        code = _complain(EXIT_CODES[INTERRUPTED], INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        code = ANSWERED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        remedy = ": allow more with ulimit -n 256" if error.errno == errno.EMFILE else ""
        code = _complain(f"{where}{error.strerror or error}{remedy}", BAD_INPUT)
    except MemoryError:
        code = _complain("out of memory; recorded runs are kept", UNANSWERED)
    except ModuleNotFoundError as error:
        if sys.platform != "linux" and error.name in sys.stdlib_module_names:
            sys.exit(_complain(f"this command needs Linux, for Python's module {error.name}", BAD_INPUT))
        remedy = f"run 'make setup extras' in {ROOT}" if IN_REPOSITORY else "reinstall tilings with its dependencies"
        code = _complain(f"the package {error.name} is missing; {remedy}", BAD_INPUT)
    except Exception as error:
        if not (complaint := plugins.error_message(error)):
            raise
        code = _complain(complaint, BAD_INPUT)
    sys.exit(code)


def _open_streams() -> list[str]:
    """Open the null device in place of closed standard streams, so that no other file gets their numbers; returns the
    streams' names."""
    closed = []
    for number, (name, mode) in enumerate([("stdin", "r"), ("stdout", "w"), ("stderr", "w")]):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets the lowest free number, this one
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
            closed.append(name)
    return closed


def command_module(name: str) -> ModuleType:
    """The module of the command ``python -m NAME``; raises UserError for one that needs Linux on another system."""
    check_system(name)
    spec = importlib.util.find_spec(name)
    is_package = spec is not None and spec.submodule_search_locations
    return importlib.import_module(f"{name}.__main__" if is_package else name)


def show(given: argparse.Namespace, value: object, text: str) -> bool:
    """Print a command's result: the text, or with --json the value in one line. Returns False if the pipe is closed.

    In JSON paths become text, infinite numbers null, and letters that cannot be printed are escaped.
    """
    return print_text(_json(value) if given.json else text)


def progress_output(given: argparse.Namespace) -> AbstractContextManager[Any]:
    """A context whose output is progress, not the result: with --json it goes to standard error."""
    return redirect_stdout(sys.stderr) if given.json else nullcontext()


def print_text(text: str) -> bool:
    """Print a text; returns False if the reader, such as `| head`, has closed the pipe."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        _discard_output()
        return False
    return True


def _json(value: object) -> str:
    text = json.dumps(_finite(value), default=str, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int) -> int:
    print(f"{ansi.alarm('error:', sys.stderr)} {message}" if code == BAD_INPUT else message, file=sys.stderr)
    return code


def use_project_python() -> None:
    """Restart in the project's .venv if the command was called with another Python."""
    python = ROOT / ".venv" / "bin" / "python"
    if sys.prefix == sys.base_prefix and python.exists():
        os.execv(python, [str(python), *sys.orig_argv[1:]])


def need_linux() -> None:
    """Raises UserError on other systems."""
    if sys.platform != "linux":
        system = _NAMES.get(sys.platform, sys.platform)
        raise UserError(f"runs need Linux, and this is {system}: use the Containerfile (see README)")


def check_system(module: str) -> None:
    """Raises UserError for the module of a command that makes runs, on other systems than Linux."""
    if module.removeprefix("tilings.") in MAKE_RUNS:
        need_linux()


def _started() -> str:
    """The module started by ``python -m``; empty if Python was started otherwise."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec.name.removesuffix(".__main__") if spec else ""


def install_command(*names: str, target: str = "") -> str:
    """The command that installs packages of PyPI. target: the Makefile's target for them, if any."""
    if not IN_REPOSITORY:
        return f"pip install {' '.join(names)}"
    return f"make {target}" if target else f".venv/bin/python -m pip install {' '.join(names)}"


# Not in `run`, which comes after a command's imports: some of these fail on other systems.
try:
    check_system(_started())
except UserError as error:
    sys.exit(_complain(str(error), BAD_INPUT))
