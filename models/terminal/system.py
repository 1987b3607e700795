"""Runs need what only Linux has: prctl, pidfds, /proc. Elsewhere a command that makes runs is refused in one line."""

import sys

from models.problem import UserError

MAKE_RUNS = (
    "runners.all", "runners.doctor", "runners.solve", "runners.verify", "studies.busche", "studies.hn", "studies.peers",
)  # fmt: skip
_NAMES = {"darwin": "macOS", "win32": "Windows"}


def need_linux() -> None:
    """Raises UserError elsewhere."""
    if sys.platform != "linux":
        here = _NAMES.get(sys.platform, sys.platform)
        raise UserError(f"runs need Linux, and this is {here}: use the Containerfile (see README)")


def check(module: str) -> None:
    """Raises UserError where a command, by the name of its module, makes runs and cannot."""
    if module.removesuffix(".__main__") in MAKE_RUNS:
        need_linux()


def started() -> str:
    """The module that ``python -m`` has started; empty where Python was started otherwise."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec.name if spec else ""
