"""Assembles the report on a campaign, a first page and chapters, as data for template.typ.

A chapter is a module in one of HOMES with a PLACE, by which the chapters are ordered, and the function
`chapter(results, findings)`; one without blocks is left out. Its file's name is that of the chapter, which links carry.
"""

from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from tilings.reports import chapters as home
from tilings.reports import reach
from tilings.reports.chapters import caveats, experiment, own_models
from tilings.reports.chapters.chapter import Block, Chapter, set_in
from tilings.reports.chapters.machines import kind, kinds
from tilings.reports.data.campaign import Results
from tilings.reports.english import count
from tilings.reports.pdf import parallel
from tilings.reports.plot.style import adopt, context
from tilings.reports.reach import front, sentences, solver_by_model
from tilings.reports.reach.findings import Findings, findings

HOMES = (home, reach)
NO_RUNS = "The results folder holds no runs: its files have their header, but no row."
LONGEST = "presets"  # the chapter that takes longest begins first, so that no core waits for it


def chapters() -> dict[str, ModuleType]:
    """The modules of the chapters by name, in the order of the document."""
    names = [f"{each.__name__}.{module.name}" for each in HOMES for module in iter_modules(each.__path__)]
    placed = [module for module in map(import_module, names) if hasattr(module, "PLACE")]
    ordered = sorted(placed, key=attrgetter("PLACE"))
    return {module.__name__.rpartition(".")[2].replace("_", "-"): module for module in ordered}


def assemble(results: Results, folder: Path, machine: int = 1) -> dict[str, Any]:
    """The content of the report; its figures and long tables are written to `folder` and named in it.

    machine: the number of the kind of machine that it reports on, 1 for the kind with the most runs. Raises UserError
    where there are fewer kinds.
    """
    part, names = kind(results, machine), [name for name, _ in kinds(results)]
    content: dict[str, Any] = {
        "title": f"Tilings: {results.name}",
        "about": f"Campaign {results.name}",
        "author": "Tilings, tilings report",
        "description": "Constraint, answer set and integer programming and exact cover on tiling puzzles",
        "keywords": ["tiling puzzles", "constraint programming", *sorted(results.runs["solver"].unique())],
        "notices": _notices(results, names, machine),
        "alarms": caveats.alarms(results),
        "sentences": [NO_RUNS],
        "opening": [],
        "chapters": [],
    }
    if results.runs.empty:
        return content
    content["about"] = _about(part)
    adopt(results.colours)
    with context(text=True):
        found, made = findings(part), chapters()
        said = sentences.opening(found)  # before the fork, so that what it needs is computed once
        if found.reaches:  # so are the packages that draw them
            import matplotlib.figure  # noqa: F401
            import scipy.optimize  # noqa: F401
        tasks = [
            partial(
                _chapter, name, made[name], results if hasattr(made[name], "OF_ALL_MACHINES") else part, found, folder
            )
            for name in sorted(made, key=lambda name: name != LONGEST)
        ]
        opening, *done = parallel.results([partial(_opening, part, found, said, folder), *tasks])
    order = list(made)
    done.sort(key=lambda chapter: order.index(chapter["name"]))
    return content | opening | {"chapters": [chapter for chapter in done if chapter["blocks"]]}


def _chapter(name: str, module: ModuleType, results: Results, found: Findings, folder: Path) -> dict[str, Any]:
    return set_in(module.chapter(results, found), folder, name)


def _opening(results: Results, found: Findings, said: list[str], folder: Path) -> dict[str, Any]:
    """The first page: its title, the first finding, the sentences below it, and what follows these.

    The reaches and boards as large as the leaders got follow; without ladders of several sizes the tables of solver by
    model, or of the user's own models, which may take more than the page.
    """
    first, *others = said or [""]
    about: dict[str, Any] = {"sentences": others} | ({"title": first.removesuffix(".")} if first else {})
    if results.own_models:
        about = {
            "title": own_models.title(results), "subject": own_models.subject(results), "sentences": said,
        }  # fmt: skip
    blocks: list[Block] = [*own_models.tables(results)]
    if found.reaches:
        blocks += front.opening(results, found)
    else:
        blocks += [*solver_by_model.tables(found.tasks), *experiment.boards(results)]
    return about | {"opening": set_in(Chapter("", blocks), folder, "front")["blocks"], "flows": not found.reaches}


def _about(results: Results) -> str:
    """The campaign in a line: its name, its days, its machine or the number of kinds of machines."""
    days = sorted({time[:10] for time in results.runs["started_at"] if time})
    parts = [f"Campaign {results.name}", " to ".join(dict.fromkeys(days[:1] + days[-1:]))]
    where = sorted(set(results.kinds))
    parts += where if len(where) == 1 else [f"{count(len(where), 'kind')} of machines"]
    return " · ".join(filter(None, parts))


def _notices(results: Results, names: list[str], machine: int) -> list[str]:
    """The caveats, a sentence or two each.

    names: the names of all kinds of machines.
    machine: the number, from 1, of the kind that this document covers.
    """
    found = caveats.notices(results, names)
    if len(names) > 1:
        own, other = names[machine - 1], 1 if machine > 1 else 2
        found.insert(
            0, f"This report covers the runs on {own}; `--machine {other}` covers those on {names[other - 1]}."
        )
    return found
