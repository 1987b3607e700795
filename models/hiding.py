"""Hides packages from an import that would load them for nothing, or in vain."""

import contextlib
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def hidden(*packages: str) -> Iterator[None]:
    """Imports within find none of these packages, but for those that the process has loaded already."""
    absent = [name for name in packages if name not in sys.modules]
    for name in absent:
        sys.modules[name] = None  # type: ignore[assignment]  # so that importing it raises ModuleNotFoundError
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
