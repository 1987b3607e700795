"""When the times of a run are not to be trusted.

A run is disturbed if one of these holds:

- in the half second or more before it started, others kept more than half a core busy: other programs, or other
  machines by the hypervisor;
- while it was made they did so on average;
- they took more of the time of its own cores than 5 % of its wall time and 50 ms, which is what the kernel's counts can
  tell;
- for as long as that it could not go on because processors or memory were short, by the kernel's pressure stall
  information;
- it waited: for more than 0.3 s and a fifth of its wall time no processor worked for it, because a disk was slow or
  the machine was taken away. Counts, which also wait for the reader of their solutions, and runs with several threads
  are not asked, nor is a run after its second attempt: a solver may wait by itself. (MiniZinc 2.9.2 does: where its
  memory is corrupted while it flattens, it waits for ever for a lock of its own.)
- it was upset from outside: stopped, put to sleep with the machine, or killed (see runners.confine.distortion).

What this harness and its other runs use counts nowhere.
"""

from dataclasses import replace

from tilings.runners.record.schema import RunRecord

DISTURBING_CORES = 0.5  # a run that shares its core with that much loses about a third of its speed
TAKEN, TAKEN_S = 0.05, 0.05
WAITED, WAITED_S = 0.2, 0.3
LAST_ASKED = 2  # the attempt after which waiting is the solver's own


def judged(record: RunRecord, others_s: float, passed_s: float) -> RunRecord:
    """The record of a run with `disturbed` settled. others_s: the CPU seconds that other programs and the hypervisor
    took on any core in the `passed_s` seconds in which it was made."""
    busy = others_s > DISTURBING_CORES * passed_s + TAKEN_S
    return replace(record, disturbed=record.disturbed or busy or _robbed(record) or _stalled(record) or waited(record))


def waited(record: RunRecord) -> bool:
    """Whether a run waited for a processor, or for a disk."""
    if record.goal == "count" or record.threads > 1 or record.wall_s is None or record.cpu_s is None:
        return False
    if (record.attempt or 1) > LAST_ASKED:
        return False
    lost = record.wall_s - record.cpu_s
    return lost > WAITED_S and lost > WAITED * record.wall_s


def _robbed(record: RunRecord) -> bool:
    """Whether others took too much of the time of the run's cores."""
    return _long((record.foreign_s or 0.0) + (record.stolen_s or 0.0), record)


def _stalled(record: RunRecord) -> bool:
    """Whether a run could not go on for too long. (/proc/stat does not show that a group above it is throttled.)"""
    return _long(record.stalled_s or 0.0, record)


def _long(lost_s: float, record: RunRecord) -> bool:
    return lost_s > TAKEN * (record.wall_s or 0.0) + TAKEN_S
