"""Writing files whole, or not at all."""

from __future__ import annotations

import tempfile
from pathlib import Path


def replace(path: Path, content: bytes) -> None:
    """Put a file in place in one step, so that a stop in between leaves the old one."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
