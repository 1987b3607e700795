"""Decides whether the times of a run are reliable.

A run is disturbed if one of these holds:

- in the half second or more before it started, other programs, or other machines by the hypervisor, kept more than half
  a core busy;
- during the run they did so on average;
- they took more time of its own cores than 5 % of its wall time and 50 ms, the accuracy of the kernel's counts;
- for that long it made no progress because processors or memory were short, by the kernel's pressure stall information;
- it waited: for more than 0.3 s and a fifth of its wall time no processor worked for it, because of a slow disk or a
  paused virtual machine. This is not tested for counts, which also wait for the reader of their solutions, for runs
  with several threads, and after the second attempt, because a solver may wait by itself. (MiniZinc 2.9.2 does: if its
  memory is corrupted while it flattens, it waits forever for its own lock.)
- it was stopped, put to sleep with the machine, or killed from outside (see runners.confine.distortion).

The load of this harness and its other runs does not count.
"""

from tilings.runners.record.schema import RunRecord

DISTURBING_CORES = 0.5  # a run that shares its core with half a core of other work loses about a third of its speed
TAKEN, TAKEN_S = 0.05, 0.05
WAITED, WAITED_S = 0.2, 0.3
NOISE = 1.1  # times with a lower ratio count as alike: runs differ by as much on an idle machine
LAST_DOUBTED = 2  # in later attempts, waiting is attributed to the solver


def judged(record: RunRecord, others_s: float, passed_s: float) -> RunRecord:
    """The record of a run with its final `disturbed`. others_s: the CPU seconds of other programs and the hypervisor on
    any core in the `passed_s` seconds of the run."""
    busy = others_s > DISTURBING_CORES * passed_s + TAKEN_S
    taken = _long((record.foreign_s or 0.0) + (record.stolen_s or 0.0), record)
    stalled = _long(record.stalled_s or 0.0, record)  # /proc/stat does not show that a group above it is throttled
    return record._replace(disturbed=record.disturbed or busy or taken or stalled or waited(record))


def waited(record: RunRecord) -> bool:
    """Whether a run waited for a processor, or for a disk."""
    if record.goal == "count" or record.threads > 1 or record.wall_s is None or record.cpu_s is None:
        return False
    if (record.attempt or 1) > LAST_DOUBTED:
        return False
    lost = record.wall_s - record.cpu_s
    return lost > WAITED_S and lost > WAITED * record.wall_s


def _long(lost_s: float, record: RunRecord) -> bool:
    return lost_s > TAKEN * (record.wall_s or 0.0) + TAKEN_S
