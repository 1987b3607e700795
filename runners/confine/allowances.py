"""The limits that the system or a shell sets on this process and its children, compared with the needs of runs."""

import os
import resource

from tilings.models.problem import UserError
from tilings.runners.confine.command import Limits

_OWN_FILES, _RUN_FILES = 48, 8  # open files; two runs at a time took at most 14 in a measurement, and solvers open some
_OWN_PROCESSES, _RUN_PROCESSES = 16, 16
_FILE_BYTES = Limits(1, 1, 1).file_mb * 1_000_000


def require(jobs: int) -> None:
    """Raises UserError where the hard limits are too low for so many runs at a time; raises the soft ones to the need.

    Without enough of them every run would fail for a reason that is not its solver's.
    """
    needs = [
        (resource.RLIMIT_NOFILE, _OWN_FILES + _RUN_FILES * jobs, "open files", "ulimit -n", 1),
        (resource.RLIMIT_FSIZE, _FILE_BYTES, "bytes in a file", "ulimit -f", 1024),
    ]
    if os.geteuid():  # the kernel does not count those of root
        needs.append((resource.RLIMIT_NPROC, _OWN_PROCESSES + _RUN_PROCESSES * jobs, "processes", "ulimit -u", 1))
    for kind, need, noun, command, unit in needs:
        soft, hard = resource.getrlimit(kind)
        if hard not in (resource.RLIM_INFINITY, max(hard, need)):
            least = -(-need // unit)
            at_a_time = f"{jobs} runs at a time need" if jobs > 1 else "a run needs"
            raise UserError(
                f"{hard} {noun} are allowed here, and {at_a_time} {need}: allow them with {command} {least}"
            )
        if soft not in (resource.RLIM_INFINITY, max(soft, need)):
            resource.setrlimit(kind, (need, hard))
