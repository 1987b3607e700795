"""The notebook of examples/ runs from its first cell to its last, and what it shows is kept in it."""

from __future__ import annotations

import pytest

pytest.importorskip("nbclient", reason="nbclient is not installed (the extra `notebook`)")
pytest.importorskip("ipykernel", reason="ipykernel is not installed (the extra `notebook`)")

from tools import notebook  # noqa: E402

LARGEST = 250_000  # bytes


def test_the_notebook_runs_and_what_it_shows_is_kept_in_it() -> None:
    kept, made = notebook.read(), notebook.executed()
    assert notebook.kinds(kept) == notebook.kinds(made), "make notebook keeps what the cells show"
    assert notebook.NOTEBOOK.stat().st_size < LARGEST
    shown = [kind for kinds in notebook.kinds(made) for kind in kinds]
    assert "error" not in shown and shown.count("text/html") >= 6
    first = made.cells[1].outputs[0].data["text/html"]
    assert first.startswith('<figure><img src="data:image/svg+xml,') and "no tiling uses fewer than 3" in first
