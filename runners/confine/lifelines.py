"""What ties processes together when one of them dies: who adopts orphans, and who ends with its parent. Linux only."""

import ctypes
import signal

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_LIBC = ctypes.CDLL(None, use_errno=True)


def adopt_orphans() -> None:
    """Make this process the child subreaper: a descendant whose parent dies becomes its child."""
    if _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl refused: the process tree cannot be confined")


def follow_parent(number: int = signal.SIGKILL) -> None:
    """Have this process sent a signal when its parent dies. (It may have died before: ask os.getppid.)"""
    if _LIBC.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl refused: the process would outlive its parent")
