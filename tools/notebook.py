"""Executes the notebook of examples/, and writes it with its outputs: ``python -m tools.notebook``.

Content that differs between executions is left out: identifiers, times of cells, and a picture that the HTML of the
same output contains as well.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "examples" / "first-hour.ipynb"
LONGEST_S = 60


def read() -> Any:
    """The stored notebook."""
    return nbformat.read(NOTEBOOK, as_version=4)


def executed() -> Any:
    """The notebook, executed in its folder by a fresh kernel; raises nbclient's CellExecutionError with the cell."""
    notebook = read()
    where = {"metadata": {"path": str(NOTEBOOK.parent)}}
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setenv("PYTHONPATH", str(ROOT))
        for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(variable, folder)
        NotebookClient(notebook, timeout=LONGEST_S, resources=where).execute()
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", ()):
                output.data.pop("image/svg+xml", None)
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


def kinds(notebook: Any) -> list[list[str]]:
    """The kinds of output of each code cell."""
    return [
        sorted(kind for output in cell.outputs for kind in output.get("data", [output.output_type]))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


if __name__ == "__main__":
    nbformat.write(executed(), NOTEBOOK)
    print(f"{NOTEBOOK}: {NOTEBOOK.stat().st_size:,} bytes")
