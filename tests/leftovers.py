"""Processes that outlive the session of tests in which they were started."""

from __future__ import annotations

import os
from pathlib import Path

from tilings.runners.confine.process_table import descendants

# Every process inherits this variable from the session, also one that left its session and was adopted by init.
MARK = "TILINGS_TEST_SESSION"


def survivors(session: str) -> dict[int, str]:
    """The living processes of a session other than this one, each with its command line and the test it comes from."""
    found = {}
    below = {process.pid for process in descendants(os.getpid()) if not process.dead}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            environment = dict(
                item.partition("=")[::2] for item in (entry / "environ").read_text(errors="replace").split("\0")
            )
            command = (entry / "cmdline").read_text(errors="replace").replace("\0", " ").strip()
        except OSError:  # it has ended, or belongs to another user
            continue
        if int(entry.name) in below or environment.get(MARK) == session:
            found[int(entry.name)] = f"{command} ({environment.get('PYTEST_CURRENT_TEST', 'outside of any test')})"
    return found
