"""Runs a command, or a function in a fork, so that its whole process tree is counted, limited and ended.

In: a command line and limits. Out: the lines of its output with their times, and its usage.

The backend is a cgroup where one can be made, else sampling of /proc: see command.Backend.
"""

from tilings.runners.confine.allowances import require
from tilings.runners.confine.cgroup import allowed
from tilings.runners.confine.choice import choose, sweep, tried
from tilings.runners.confine.command import CALLED_AT, Backend, Command, Execution, Limits, Usage
from tilings.runners.confine.output_reader import Line
from tilings.runners.confine.stopping import STOPPING, Stop, StopRequest, adopt_orphans, deferred_signals
from tilings.runners.confine.supervise import supervise

__all__ = [
    "CALLED_AT", "STOPPING", "Backend", "Execution", "Limits", "Line", "Stop", "StopRequest", "Command",
    "Usage", "adopt_orphans", "allowed", "choose", "deferred_signals", "require", "run", "sweep", "tried",
]  # fmt: skip


def run(command: Command, backend: Backend | None = None) -> Execution[Line]:
    """Run a command under a backend (None: the best usable one), and yield the lines of its output.

    This process must have no other children, and be the child subreaper. Raises OSError, once iterated over, where the
    command cannot be started.
    """
    return Execution(supervise(command, backend or choose()))
