"""Finds the backends that can enforce a run's limits here, and chooses one."""

import argparse
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tilings.models.problem import UserError
from tilings.runners.confine import cgroup_v1, cgroup_v2
from tilings.runners.confine.command import Backend
from tilings.runners.confine.procfs import Procfs

CHOICES = ("auto", "cgroup", "procfs")


class Trial(NamedTuple):
    """A backend by name; if it cannot be used here, None and the reason."""

    name: str
    backend: Backend | None
    reason: str = ""


def choose(name: str = "auto") -> Backend:
    """A backend by its name in CHOICES, of which auto is a cgroup where one can be made, else procfs.

    Raises UserError, with the reason, where it cannot be used here.
    """
    if name != "procfs":
        for trial in _cgroups():
            if trial.backend:
                return trial.backend
    if name == "cgroup":
        reasons = "; ".join(f"{trial.name}: {trial.reason}" for trial in _cgroups())
        raise UserError(f"--confine cgroup cannot be used here: {reasons}")
    return Procfs()


def tried() -> list[Trial]:
    """All backends, the best first."""
    return [*_cgroups(), Trial("procfs", Procfs())]


def sweep() -> int:
    """End and remove the groups and processes that killed harnesses left behind; returns their number.

    Called at a harness's start, and when a worker has died. It reads the environment of each process of this user.
    """
    return sum(trial.backend.sweep() for trial in tried() if trial.backend)


def confinement(parser: argparse._ActionsContainer) -> None:
    """Add the option --confine, whose value is for ``choose``."""
    meaning = "enforce a run's limits by a cgroup, or by sampling /proc (procfs); auto: a cgroup if possible"
    parser.add_argument("--confine", choices=CHOICES, default="auto", help=meaning)


@cache
def _cgroups() -> list[Trial]:
    """Each version of cgroups; cached, because the trial takes some time."""
    return [_tried("cgroup_v2", cgroup_v2.find), _tried("cgroup_v1", cgroup_v1.find)]


def _tried(name: str, find: Callable[[], Backend]) -> Trial:
    try:
        return Trial(name, find())
    except OSError as error:
        return Trial(name, None, ": ".join(filter(None, (error.filename, error.strerror))))
