"""The versions of installed Python packages."""

from __future__ import annotations

from functools import cache


@cache
def package_version(package: str) -> str | None:
    """The installed version of a Python package, None where it is missing."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
