"""Hides installed packages from imports that would load them needlessly or fail with them."""

import contextlib
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def hidden(*packages: str) -> Iterator[None]:
    """Imports within raise ModuleNotFoundError for these packages, except those that are loaded already."""
    absent = [name for name in packages if name not in sys.modules]
    for name in absent:
        sys.modules[name] = None  # type: ignore[assignment]  # so that importing it raises ModuleNotFoundError
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
