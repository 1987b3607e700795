"""The command ``python -m runners.status``: the state of a campaign, for every user who may read its folder."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING

from tilings.models.terminal import ansi, arguments
from tilings.models.terminal.arguments import seconds
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run, show

if TYPE_CHECKING:
    from tilings.runners.status.state import State

_PAUSE = 4  # pause after each reading, in durations of that reading: --follow uses a fifth of a core at most
_CLEAR = "\x1b[H\x1b[2J"


def main() -> int:
    """The command ``python -m runners.status``."""
    from tilings.runners.status import words
    from tilings.runners.status.state import look

    given = arguments.parsed(parser())
    folder = given.results
    state: State | None = None
    while True:
        started = time.monotonic()
        try:
            state = look(folder)
        except OSError as error:  # a temporary error of a network file system does not end --follow
            if state is None:
                raise
            print(f"{error.filename or folder}: {error.strerror}; looking again", file=sys.stderr)
        screen = given.follow and not given.json and sys.stdout.isatty()
        if given.follow and not screen:
            lines = [*words.alarms(state), words.headline(state)]
        else:
            lines = list(words.lines(state, ansi.colours(sys.stdout)))
        most = shutil.get_terminal_size().lines - 1
        if screen and len(lines) > most:  # wrong answers are at the top
            lines = [*lines[: most - 1], f"… {len(lines) - most + 1} more lines"]
        if screen:
            ansi.unfiltered(sys.stdout).write(_CLEAR)
        is_read = show(given, state.json, "\n".join(lines))
        if state.state in ("done", "unknown") or not given.follow or not is_read:
            break
        time.sleep(max(given.every, _PAUSE * (time.monotonic() - started)))
    if state.wrong or state.contradictions:
        return WRONG_ANSWER
    return UNANSWERED if state.state in ("silent", "stopped") else ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    parser = Parser(
        "python -m runners.status",
        "Report the progress of a campaign: wrong answers first, then completed, running and remaining runs by solver "
        "and family, and the expected end. It only reads the folder, so any user may call it at any time.",
        ["results/default", "results/default --follow", "results/default --json"],
        "docs/campaigns.md",
        {
            ANSWERED: "it is done or running",
            UNANSWERED: "runs remain, and no shard is active",
            WRONG_ANSWER: "an answer was wrong, or answers contradict each other",
        },
    )
    arguments.folder(parser)
    parser.add_argument("--follow", action="store_true", help="repeat until it is done")
    parser.add_argument(
        "--every", type=seconds, default=5.0, metavar="S", help="seconds between readings (%(default)g)"
    )
    return parser


if __name__ == "__main__":
    run(main)
