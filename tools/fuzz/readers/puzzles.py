"""The readers of user-written puzzles and models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.own import dzn
from tilings.models.terminal.command import ROOT
from tilings.models.triominoes import text
from tilings.runners.plan import instance_files
from tools.fuzz.reader import Reader, blocks, files


def load(path: Path) -> tuple[Any, Any]:
    """The family and the instance of a puzzle in any format, as the commands read it."""
    source = instance_files.source(str(path), path.parent)
    return source.problem, source.instance


def _puzzle(path: Path) -> None:
    """Loads an instance, which is written and read again."""
    problem, instance = load(path)
    again = registry.parse_instance(registry.instance_json(problem, instance), "written")[1]
    assert again == instance, "an instance differs after it was written and read"
    problem.goals(instance)


def _triominoes(path: Path) -> None:
    """As a file of one instance, and of several."""
    content = registry.read_text(path)
    if text.looks_like(content):
        text.read(content, str(path), "several")
    _puzzle(path)


def _tiles() -> list[bytes]:
    several = (ROOT / "tools/blocks/reader/input3.txt").read_bytes()
    return [several, *several.splitlines(keepends=True), b"# of Tam's\nid;difficulty;tiles;n\n(3;'easy';[(1;2;3)];4)\n"]


READERS = (
    Reader(
        "instance.json",
        _puzzle,
        files(
            "instances/squares/*.json",
            "instances/triominoes/*.json",
            "instances/polycubes/*.json",
            "instances/covers/*.json",
        ),
    ),
    Reader("drawn.txt", _puzzle, blocks("text")),
    Reader("definition.txt", _puzzle, files("generators/definitions/*.txt")),
    Reader("puzzle.xmpuzzle", _puzzle, files("tools/blocks/reader/*.xmpuzzle")),
    Reader("knuth.dlx", _puzzle, files("tools/blocks/reader/*.dlx")),
    Reader("triominoes.txt", _triominoes, _tiles),
    Reader("model.mzn", _puzzle, files("examples/tutorial/*.mzn", "models/squares/cp_*.mzn")),
    Reader("model.lp", _puzzle, files("examples/tutorial/*.lp", "models/*/asp_*.lp")),
    Reader(
        "data.dzn", lambda path: dzn.read(registry.read_text(path)), files("examples/*/*.dzn", "examples/*/*/*.dzn")
    ),
)
