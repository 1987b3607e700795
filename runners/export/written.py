"""The texts of an exported model, and the files that they are written into."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.problem import Problem, UserError
from runners.export import formats
from runners.export.formats import FORMATS
from runners.export.statement import Statement


def texts(
    problem: Problem,
    instance: Any,
    ending: str,
    formulation: str | None = None,
    goal: str | None = None,
    options: Mapping[str, str] | None = None,
    library: str = "",
) -> dict[str, str]:
    """The text of each file of a model by its ending, the model's first.

    ending: one of FORMATS. formulation, goal: None for the preferred one that the format can state. library: see
    Statement. Raises UserError for what cannot be written so.
    """
    if ending not in FORMATS:
        raise UserError(f"a model is written as a file in {', '.join(f'.{each}' for each in FORMATS)}, not '.{ending}'")
    goal = formats.goal(problem, instance, goal, ending)
    stated = formats.formulation(problem, instance, formulation, ending, goal)
    settings = stated.settings(options or {})
    if stated.stepwise(goal, settings):
        raise UserError(
            "optimum=levels asks for several models, one after the other; --option optimum=model states one"
        )
    model = Statement(problem, instance, stated, goal, stated.own(settings), library)
    return FORMATS[ending].writers[stated.language](model)


def store(texts: Mapping[str, str], out: Path) -> list[Path]:
    """Writes the first text into a file, and the others beside it, with their own endings; the files' paths."""
    paths = [out.with_suffix(own) if number else out for number, own in enumerate(texts)]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
