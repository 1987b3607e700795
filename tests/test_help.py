"""The help of every command: what it does, examples that can be typed, a screen at most, exit codes, the document."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.called import called, typed
from tilings.models import plugins
from tilings.models.terminal.ansi import plain
from tilings.models.terminal.command import BAD_INPUT, EXIT_CODES, Parser, command_module

ROOT = Path(__file__).parent.parent
LAYERS = ("generators", "runners", "reports", "tilings", "studies")
MOST_LINES, MOST_COLUMNS = 42, 80


def commands() -> list[str]:
    """The modules that are started as commands, by their last lines."""
    files = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
    ending = '\nif __name__ == "__main__":\n    run(main)\n'
    mine = [path for path in files if path.read_text(encoding="utf-8").endswith(ending)]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in mine]
    return [f"tilings.{name.removeprefix('tilings.').removesuffix('.__main__')}" for name in names]


def short(command: str) -> str:
    """A command's module by its folder, as it is started in the repository."""
    inner = command.removeprefix("tilings.")
    return inner if inner.partition(".")[0] in LAYERS else command


def parser(command: str) -> Parser:
    made = command_module(command).parser()
    assert isinstance(made, Parser)
    return made


def arguments(example: str) -> list[str]:
    """The argument list of an example: without its comment, and what follows for the shell."""
    words = shlex.split(example.replace("\\\n", " "), comments=True)
    shell = [at for at, word in enumerate(words) if word in ("<", ">", "|")]
    return words[: shell[0]] if shell else words


@pytest.mark.parametrize("command", commands())
def test_help_fits_a_screen(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(MOST_COLUMNS))
    lines = called(command, "--help").stdout.splitlines()
    assert len(lines) <= MOST_LINES
    assert not [line for line in lines if len(line) > MOST_COLUMNS]


@pytest.mark.parametrize("command", commands())
def test_help_says_what_the_command_does_then_shows_examples_and_ends_with_exit_codes_and_the_document(
    command: str,
) -> None:
    what, examples, usage, *_, end = called(command, "--help").stdout.split("\n\n")
    assert what.rstrip().endswith(".")
    first, *lines = examples.splitlines()
    assert first == "examples:"
    assert all(line.startswith((f"  python -m {short(command)}", "    ")) for line in lines)
    assert usage.startswith(f"usage: python -m {short(command)} [options]")
    assert end.startswith("exit codes:\n  0  ") and f"\n  {BAD_INPUT}  " in end
    documentation = re.search(r"^documentation: (.+)$", end, re.MULTILINE)
    assert documentation and (ROOT / documentation[1]).is_file()


@pytest.mark.parametrize("command", commands())
def test_every_example_of_a_help_can_be_typed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "add", lambda folder: folder)
    made = parser(command)
    assert 1 <= len(made.examples) <= 4
    for example in made.examples:
        made.parse_args(arguments(example))


@pytest.mark.parametrize("command", commands())
def test_all_options_are_in_the_help_with_all_options(command: str) -> None:
    text = parser(command).format_help(rare=True)
    options = {name for action in parser(command)._actions for name in action.option_strings if name.startswith("--")}
    assert not {name for name in options - {"--help"} if name not in text} - {"--help-all"}


@pytest.mark.parametrize("command", commands())
def test_a_command_names_only_exit_codes_of_the_one_table(command: str) -> None:
    assert set(parser(command).exits) <= set(EXIT_CODES)


def test_the_document_on_commands_has_the_one_table_of_exit_codes() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"^\| (\d+) \| (.+) \|$", text, re.MULTILINE)) == {
        str(code): meaning for code, meaning in EXIT_CODES.items()
    }


def test_titles_are_bold_where_colours_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    page = called("tilings.runners.doctor", "--help").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    bold = called("tilings.runners.doctor", "--help").stdout
    assert plain(bold) == page
    assert "\x1b[1mexamples:\x1b[0m\n" in bold and "\x1b[1musage:\x1b[0m python" in bold


@pytest.mark.parametrize("command", ["tilings.runners.solve", "tilings.runners.export"])
def test_only_what_is_needed_is_called_missing(command: str) -> None:
    done = called(command)
    assert (
        done.stderr
        == f"error: the following arguments are required: INSTANCE (see python -m {short(command)} --help)\n"
    )


def test_an_unknown_option_is_one_line_that_names_the_help() -> None:
    done = called("tilings.runners.doctor", "--colour")
    assert done.stderr == "error: unrecognized arguments: --colour (see python -m runners.doctor --help)\n"


@pytest.mark.parametrize("module", ["runners.doctor", "tilings.runners.doctor"])
def test_the_usage_names_the_command_as_it_was_started(module: str) -> None:
    assert f"usage: python -m {module} [options]" in typed(module, "--help").stdout


def test_the_document_is_found_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    end = called("tilings.runners.doctor", "--help").stdout.splitlines()[-1]
    assert Path(end.removeprefix("documentation: ")).is_file()
