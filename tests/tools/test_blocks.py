"""Every code block of the documents works: it is executed or read, in a copy of the repository.

tools/blocks/__init__.py describes the blocks and the comments that choose their mode.
"""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pytest

from tests.called import called
from tests.documents import executed
from tests.test_help import commands, parser
from tools.blocks import reading
from tools.blocks.document import execute
from tools.blocks.modes import Mode, mode
from tools.blocks.reading import Block, Command

DOCUMENTS = [path for path in reading.documents() if reading.blocks(path)]
ELSEWHERE = {reading.ROOT / "examples" / name / "README.md" for name in ("class", "own-benchmark")}  # tests/examples
LEAST_IN_FULL = 90  # commands that are executed as they stand
PARSE = "<!-- test: parse | a test -->\n"


@pytest.mark.parametrize(
    "document",
    [path for path in DOCUMENTS if path not in ELSEWHERE],
    ids=lambda path: str(path.relative_to(reading.ROOT)),
)
def test_every_block_of_a_document_works(document: Path, repository: Path, tmp_path: Path) -> None:
    executed(document, repository, tmp_path)


# Options that sentences name of other programs (MiniZinc, Gecode, clingo, CaDiCaL, podman, systemd-run, GNU parallel,
# pytest), and of the developers' command `tools.soak`.
FOREIGN = {
    "--all-solutions", "--configuration", "--hypothesis-profile", "--lemma-out", "--lratveripb", "--minutes",
    "--nogoods", "--opt-strategy", "--output-mode", "--restart", "--resume", "--resume-failed", "--rm", "--runs",
    "--sat-prepro", "--scope", "--solvers", "--tag", "--user",
}  # fmt: skip
SPANS = sorted({span for document in reading.documents() for span in reading.spans(document)})
COMMANDS = [span for span in SPANS if re.match(r"(python -m (?!\S*NAME)|tilings )\S", span)]


def test_every_option_that_a_sentence_names_is_one_of_a_command() -> None:
    known = {name for command in commands() for action in parser(command)._actions for name in action.option_strings}
    named = {word for span in SPANS for word in re.findall(r"(?<![\w-])--[a-z][\w-]*", span)}
    assert named - known == FOREIGN


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_in_a_sentence_is_read_by_its_parser(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, *words = shlex.split(command.partition(r" \|")[0].removeprefix("python -m "))
    read = ArgumentParser.parse_args

    def and_end(self: ArgumentParser, *given: Any, **settings: Any) -> None:
        read(self, *given, **settings)
        sys.exit(0)

    monkeypatch.setattr(ArgumentParser, "parse_args", and_end)
    if len(words) == (module == "tilings"):  # it is named, not shown
        words.append("--help")
    done = called(module, *words)
    assert done.returncode == 0, done.stderr


def shell(text: str, *notes: str, language: str = "sh") -> Block:
    return Block(reading.ROOT / "README.md", 1, language, text, notes)


def test_most_commands_are_executed_as_they_stand() -> None:
    modes = [
        mode(block, command.text).name
        for document in DOCUMENTS
        for block in reading.blocks(document)
        if block.language in reading.SHELLS
        for command in reading.commands(block)
    ]
    assert modes.count("run") >= LEAST_IN_FULL
    assert modes.count("run") > len(modes) / 2


def test_a_command_takes_all_of_its_lines() -> None:
    text = "export A=1\n# a remark\n\nprintf x \\\n    y\nfor i in 1 2; do\n  echo $i\ndone\ncat <<END\n# text\nEND\n"
    loop, here = "for i in 1 2; do\n  echo $i\ndone", "cat <<END\n# text\nEND"
    assert [command.text for command in reading.commands(shell(text))] == [
        "export A=1",
        "printf x \\\n    y",
        loop,
        here,
    ]


def test_a_console_block_shows_what_its_commands_print() -> None:
    block = shell("$ echo a\na\n$ cat <<END\n> b\n> END\nb\n", language="console")
    assert reading.commands(block) == [Command("echo a", "a\n"), Command("cat <<END\nb\nEND", "b\n")]


@pytest.mark.parametrize(
    ("command", "notes", "expected"),
    [
        ("echo a", (), Mode("run", "echo a")),
        ("make bench  # a remark", (), Mode("add", "make bench -n")),
        ("make bench", ("run",), Mode("run", "make bench")),
        ("x --to 9 | head", ("add --to 2 | hours",), Mode("add", "x --to 9 --to 2 | head")),
        ("x", ("add in y --to 2 | hours",), Mode("run", "x")),
        ("podman build --tag tilings .", ("parse | a",), Mode("parse", "test -f Containerfile")),
        (
            "podman run --rm tilings solve h9",
            ("parse | a",),
            mode(shell("", "parse | a"), "tilings solve h9"),
        ),
    ],
)
def test_the_mode_of_a_command_is_a_rule_or_a_comment(command: str, notes: tuple[str, ...], expected: Mode) -> None:
    assert mode(shell(command, *notes), command) == expected


@pytest.mark.parametrize("note", ["add --to 2", "parse", "skip | too long"])
def test_a_comment_without_a_reason_or_of_another_kind_is_an_error(note: str) -> None:
    with pytest.raises(ValueError, match=note.partition(" ")[0]):
        mode(shell("x", note), "x")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("```sh\nfalse\n```", "exit code 1"),
        ("```sh\ncd docs\n```\n\n```sh\ntest -e plugins.md && export A=1\n```\n\n```sh\ntest $A = 1\n```", ""),
        ("```python\na = 1\n```\n\n```python\nassert a == 1\n```", ""),
        ("```python\nassert False\n```", "AssertionError"),
        ("```console\n$ echo took 1.23 s; echo b\ntook 0.50 s\n...\n```", ""),
        ("```console\n$ echo a\nb\n```", "printed\na"),
        ("```sh\necho a\n```\n<!-- test: output -->\n```\nb\n```", "printed\na"),
        ("```sh\npython -m runners.solve h04 --timeout no\n```", "--timeout"),
        (f"{PARSE}```sh\npython -m runners.solve h04 --solver clingo\n```", ""),
        (
            "<!-- test: parse | a test -->\n```sh\npython -m runners.solve h04 --solver clingo --no-such-option\n```",
            "--no-such-option",
        ),
        ("<!-- test: file README.md -->\n```\n[a]\n```\n\n```sh\ncat README.md\n```", "README.md differs"),
        ("<!-- test: file a.toml -->\n```toml\n[a]\n```\n\n```sh\ngrep -q a a.toml\n```", ""),
        ('```toml\n[[runs]]\nfamily = "spheres"\n```', "spheres"),
        ("```\nanything\n```", "there is no test for a block"),
        ("```fortran\nanything\n```", "there is no test for a block"),
    ],
)
def test_a_fault_of_a_block_is_found(text: str, fault: str, repository: Path, tmp_path: Path) -> None:
    document = tmp_path / "document.md"
    document.write_text(f"{text}\n", encoding="utf-8")
    faults = "".join(step.fault for step in execute(document, repository, tmp_path))
    assert fault in faults if fault else not faults
