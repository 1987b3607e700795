"""A process tree that resists being ended: python _tree.py KIND.

Its harm is bounded if it is not ended: a fork bomb makes at most FORKS processes, and every process ends after LIFE_S
seconds.
"""

from __future__ import annotations

import os
import signal
import sys
import time

CHILDREN, ZOMBIES, FORKS, LIFE_S = 20, 50, 150, 20.0
BORN = time.monotonic()


def main() -> None:
    """Misbehave until the process is ended."""
    kinds[sys.argv[1]]()
    sleep()


def sleep() -> None:
    """Sleep for longer than any limit."""
    time.sleep(max(0.0, BORN + LIFE_S - time.monotonic()))


def burn() -> None:
    """A busy loop."""
    while time.monotonic() < BORN + LIFE_S:
        pass


def defy() -> None:
    """Ignore all signals that can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)


def scatter() -> None:
    """Children in separate sessions."""
    for _ in range(CHILDREN):
        if not os.fork():
            os.setsid()
            return


def explode() -> None:
    """A fork bomb, which continues after a failed fork. A byte from a pipe for each fork bounds their number."""
    defy()
    reading, writing = os.pipe()
    os.write(writing, bytes(FORKS))
    os.close(writing)
    os.set_blocking(reading, False)
    while time.monotonic() < BORN + LIFE_S:
        try:
            if not os.read(reading, 1):
                return
            os.fork()
        except OSError:
            time.sleep(0.001)


def flood() -> None:
    """Output without an end."""
    while time.monotonic() < BORN + LIFE_S:
        os.write(1, b"no event\n" * 1000)


def halt() -> None:
    """Stop itself: a stopped process takes no SIGTERM."""
    os.kill(os.getpid(), signal.SIGSTOP)


def fall_silent() -> None:
    """Close the output and continue."""
    os.close(1)
    os.close(2)


def neglect() -> None:
    """Children that ended without being waited for."""
    for _ in range(ZOMBIES):
        if not os.fork():
            os._exit(0)


kinds = {
    "sleepers": sleep, "busy loops": burn, "SIGTERM-ignorers": defy, "children in sessions of their own": scatter,
    "fork bombs": explode, "output floods": flood, "stopped by themselves": halt, "silent": fall_silent,
    "zombie makers": neglect,
}  # fmt: skip


if __name__ == "__main__":
    main()
