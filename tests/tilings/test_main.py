"""The command ``tilings``: each of its words is one of the project's commands."""

from __future__ import annotations

import importlib.util

from tests.called import called
from tilings.__main__ import COMMANDS


def test_each_word_names_a_module_and_says_what_it_does() -> None:
    shown = called("tilings").stdout
    for word, (module, what) in COMMANDS.items():
        assert importlib.util.find_spec(module) is not None
        assert f"{word} " in shown and what in shown


def test_a_word_passes_its_arguments_on() -> None:
    done = called("tilings", "solve", "h04", "--solver", "dlx")
    assert (done.returncode, done.stderr) == (0, "") and "no tiling uses fewer than 4 copies" in done.stdout
    words = ("h04", "--format", "lp")
    assert called("tilings", "export", *words).stdout == called("tilings.runners.export", *words).stdout


def test_an_unknown_word_is_refused_with_the_nearest_one() -> None:
    done = called("tilings", "slove")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: unknown command 'slove'") and "did you mean 'solve'?" in done.stderr
