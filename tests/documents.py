"""Executes the code blocks of a document, as `python -m tools.blocks` does."""

from __future__ import annotations

from pathlib import Path

from tools.blocks.document import execute


def executed(document: Path, repository: Path, folder: Path) -> Path:
    """The folder in which the blocks of a document were executed without a fault.

    repository: a copy of the repository (the fixture of this name); folder: an empty one.
    """
    faults = [
        f"{step.place}: {step.text}\n{step.fault}" for step in execute(document, repository, folder) if step.fault
    ]
    assert not faults, "\n\n".join(faults)
    return folder / "home"
