"""bash, zsh and fish complete what follows ``tilings``; each is asked as the script for it asks."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.called import called, script
from tilings.models.terminal.command import ROOT

CASES = [
    ("tilings sol", {"solve"}),
    ("tilings solve h04 --form", {"--formulation"}),
    ("tilings solve h04 --formulation sat_", {"sat_cover", "sat_order"}),
    ("tilings solve h04 --goal o", {"optimum"}),
    ("tilings solve h04 --solver cli", {"clingo"}),
    ("tilings solve h04 --solver clingo,cps", {"clingo,cpsat"}),
    ("tilings solve tetris-", {"tetris-cube"}),
    ("tilings bench --suite smo", {"smoke"}),
    ("tilings export h04 --format op", {"opb"}),
    ("tilings solve generators/definitions/tetris-", {"generators/definitions/tetris-cube.txt"}),
]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a shell that finds the command; its home is empty."""
    command = script(tmp_path / "bin" / "tilings", f'exec {sys.executable} -m tilings "$@"')
    path = f"{command.parent}:{os.environ['PATH']}"
    return os.environ | {"PATH": path, "HOME": str(tmp_path), "TERM": "dumb", "PYTHONPATH": str(ROOT)}


def shell(name: str) -> str:
    """The path of a shell; skips the test where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def printed(name: str, script: str, environment: dict[str, str]) -> list[str]:
    done = subprocess.run(
        [shell(name), "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.split("\n")


def test_bash_completes(environment: dict[str, str]) -> None:
    ask = "".join(
        f'COMP_LINE="{line}" COMP_POINT={len(line)} COMP_TYPE=9; _python_argcomplete tilings; echo "${{COMPREPLY[@]}}";'
        for line, _ in CASES
    )
    words = printed("bash", f'eval "$(tilings completion bash)"\n{ask}', environment)
    assert [set(line.split()) for line in words[:-1]] == [expected for _, expected in CASES]


@pytest.mark.parametrize(("line", "expected"), CASES)
def test_fish_completes(line: str, expected: set[str], environment: dict[str, str]) -> None:
    lines = printed("fish", f"tilings completion fish | source; complete -C '{line}'", environment)
    assert {line.split("\t")[0] for line in lines} - {""} == expected


def test_zsh_completes_on_a_terminal(environment: dict[str, str]) -> None:
    zsh = shell("zsh")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(zsh, ["zsh", "-f", "-i"], environment)
    try:
        _type(terminal, 'autoload -U compinit; compinit -u -D; eval "$(tilings completion zsh)"; echo re""ady\n')
        _wait_for(terminal, "ready")
        for line, (word,) in [case for case in CASES if len(case[1]) == 1]:
            _type(terminal, f"{line}\t")
            _wait_for(terminal, word)
            _type(terminal, "\x15")  # deletes the line
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


def _type(terminal: int, text: str) -> None:
    os.write(terminal, text.encode())


def _wait_for(terminal: int, word: str) -> None:
    """Read what the terminal shows until the word is there."""
    shown, deadline = "", time.monotonic() + 120
    while word not in shown:
        ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"{word} is not in {shown!r}"
        shown += os.read(terminal, 4096).decode(errors="replace")


def test_a_shell_that_is_not_known_is_refused() -> None:
    done = called("tilings", "completion", "tcsh")
    assert done.returncode == 2 and re.search("bash.*zsh.*fish", done.stderr)
