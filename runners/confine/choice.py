"""Chooses the backend that holds a run's limits."""

import argparse
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from models.problem import UserError
from runners.confine import cgroup_v1, cgroup_v2, procfs
from runners.confine.task import Backend

CHOICES = ("auto", "cgroup", "procfs")
Kind = TypeVar("Kind")
Cgroups = cgroup_v1.CgroupV1 | cgroup_v2.CgroupV2


def choose(name: str = "auto") -> Backend:
    """A backend by the name that a user gives; raises UserError that says why it cannot be used here.

    auto: a cgroup where one can be made, else procfs.
    """
    if name == "procfs":
        return procfs.Procfs()
    groups = cgroups()
    if groups:
        return groups[0]
    if name == "auto":
        return procfs.Procfs()
    reasons = "; ".join(f"{kind}: {found}" for kind, found in _found())
    raise UserError(f"--confine cgroup cannot be used here: {reasons}")


def cgroups() -> list[Cgroups]:
    """The usable ways of making cgroups, the best first."""
    return [found for _, found in _found() if not isinstance(found, str)]


def usable() -> list[tuple[str, str]]:
    """(backend, why it cannot be used here; empty where it can) for each."""
    return [(name, found if isinstance(found, str) else "") for name, found in tried()]


def tried() -> list[tuple[str, Backend | str]]:
    """Each backend, or why it cannot be used here."""
    return [*_found(), ("procfs", procfs.Procfs())]


def confinement(parser: argparse._ActionsContainer) -> None:
    """Add the option that says what holds a run's limits; its value is for ``choose``."""
    meaning = "what holds a run's limits: a cgroup, or sampling /proc (procfs); auto: a cgroup if possible, else procfs"
    parser.add_argument("--confine", choices=CHOICES, default="auto", help=meaning)


@cache
def _found() -> list[tuple[str, Cgroups | str]]:
    """Each version of cgroups with its backend, or why there is none; cached, because the trial takes some time."""
    return [("cgroup_v2", _tried(cgroup_v2.find)), ("cgroup_v1", _tried(cgroup_v1.find))]


def _tried(find: Callable[[], Kind]) -> Kind | str:
    try:
        return find()
    except OSError as error:
        return ": ".join(filter(None, (error.filename, error.strerror)))
