"""The command ``python -m runners.status``: the state of a campaign, for every user who may read its folder."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.terminal import ansi
from tilings.models.terminal.arguments import positive
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run, show

if TYPE_CHECKING:
    from tilings.runners.status.state import State

_REST = 4  # times as long as a look at many rows takes, so that following costs a fifth of a core at most
_CLEAR = "\x1b[H\x1b[2J"


def main() -> int:
    """The command ``python -m runners.status``."""
    from tilings.runners.status import words
    from tilings.runners.status.state import look

    given = parser().parse_args()
    value: State | None = None
    while True:
        started = time.monotonic()
        try:
            value = look(given.results)
        except OSError as error:  # of a network's file system: a watcher of a week outlives it
            if value is None:
                raise
            print(f"{error.filename or given.results}: {error.strerror}; looking again", file=sys.stderr)
        over = value.state in ("done", "unknown")
        screen = given.follow and not given.json and sys.stdout.isatty()
        if given.follow and not screen:
            text = "\n".join([*words.alarms(value), words.headline(value)])
        else:
            lines = list(words.lines(value, ansi.colours(sys.stdout)))
            text = "\n".join(_fitting(lines) if screen else lines)
        read = show(given, value.json, _CLEAR * screen + text)
        if over or not given.follow or not read:
            break
        time.sleep(max(given.every, _REST * (time.monotonic() - started)))
    if value.wrong or value.contradictions:
        return WRONG_ANSWER
    return UNANSWERED if value.state in ("silent", "stopped") else ANSWERED


def _fitting(lines: list[str]) -> list[str]:
    """As many of the lines as the screen has, the first ones: wrong answers are at the top."""
    most = shutil.get_terminal_size().lines - 1
    return lines if len(lines) <= most else [*lines[: most - 1], f"… {len(lines) - most + 1} more lines"]


def parser() -> Parser:
    """The command's arguments."""
    made = Parser(
        "python -m runners.status",
        "Report the state of a campaign: the runs made, running and left, by solver and family, and the expected end; "
        "wrong answers first. Its folder is only read, so that every user who may read it can ask while it is made.",
        [
            "results/default",
            "results/default --follow",
            "results/default --json",
        ],
        "docs/campaigns.md",
        {
            ANSWERED: "it is done, or at work",
            UNANSWERED: "runs are left, and no shard is known to be at work",
            WRONG_ANSWER: "an answer was wrong, or answers contradict each other",
        },
    )
    made.add_argument("results", type=Path, metavar="RESULTS", help="the campaign's folder")
    made.add_argument("--follow", action="store_true", help="look again and again, until it is done")
    made.add_argument("--every", type=positive, default=5.0, metavar="S", help="seconds between looks (%(default)g)")
    return made


if __name__ == "__main__":
    run(main)
