"""Assembles the report's content from a campaign: words, tables and SVG figures, as data for template.typ."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from models.claims import contradictions, of_record
from models.registry import HOME
from reports import native, tables
from reports.figures import (
    boards,
    cactus,
    effort,
    outcome_matrix,
    peers,
    time_by_difficulty,
    time_by_size,
    time_by_tiles,
    time_distribution,
)
from reports.findings import findings
from reports.load import OUTCOMES, Results
from reports.style import context, svg
from reports.words import count

if TYPE_CHECKING:
    from pandas import DataFrame

TIMES = (cactus, time_by_difficulty, time_distribution, time_by_size, time_by_tiles)


def assemble(results: Results, folder: Path, published: Path) -> dict[str, Any]:
    """The content of the report; its figures are written to `folder` as SVG and named in it. published: see `build`."""
    runs = results.runs
    clashes = [
        f"{clash.instance}, goal {clash.goal}: {clash.one}, but {clash.other}."
        for clash in contradictions(filter(None, map(of_record, results.records)))
    ]
    campaigns = sorted({campaign for campaign in runs["campaign"] if campaign})
    content: dict[str, Any] = {
        "campaign": ", ".join(campaigns) or results.folder.name,
        "date": max(runs["started_at"], default="")[:10],
        "empty": bool(runs.empty),
        "notices": _notices(results),
    }
    if runs.empty:
        return content
    with context():
        by_family = runs.groupby("family", sort=True)
        chapters = [_family(results, family, part, folder) for family, part in by_family]
        engine = _native(native.load(results.folder, published), folder)
    return content | {
        "findings": findings(runs, len(clashes)),
        "paradigms": tables.paradigms(runs),
        "machine": tables.machine(results),
        "hosts": tables.hosts(runs),
        "coverage": tables.coverage(runs),
        "versions": tables.versions(runs),
        "limits": tables.limits(runs),
        "repeated": bool((runs.groupby(["family", "instance", "goal", "configuration"]).size() > 1).any()),
        "outcomes": [[name, meaning] for name, meaning in OUTCOMES.items()],
        "totals": tables.totals(runs),
        "contradictions": clashes,
        "refuted": int(runs["check"].isin(["invalid", "contradicts_known"]).sum()),
        "families": chapters,
        "native": engine,
        "failures": tables.failures(runs),
        "cut_off": tables.cut_off(runs),
        "solvers": sorted(runs["solver"].unique()),
    }


def _notices(results: Results) -> list[str]:
    """What a reader must know before believing a number: several machines, several commits, missing parts."""
    runs, found = results.runs, []
    hosts = sorted({host for host in runs["host"] if host})
    if len(hosts) > 1:
        found.append(
            f"These runs were made on {len(hosts)} machines ({', '.join(hosts)}). Seconds of different "
            "machines are not comparable, and the scores and figures below do not separate them."
        )
    if (commits := runs["git_commit"].nunique()) > 1:
        found.append(f"These runs were made with {commits} different commits of the software.")
    if runs["wall_limit_s"].nunique() > 1:
        found.append("Runs had different wall limits: an unsolved run is charged its own limit.")
    if results.superseded:
        rows = count(results.superseded, "recorded row")
        found.append(f"Left out: {rows} of runs that were made again or completed later.")
    if results.unreadable:
        found.append(
            f"Of {count(len(results.unreadable), 'instance')} the results folder has no readable copy: their "
            f"sizes are unknown and their boards are not drawn. The first: {results.unreadable[0]}."
        )
    if not results.machine and not runs.empty:
        found.append("machine.json is missing: what is known of the machine comes from the runs themselves.")
    return found


def _family(results: Results, family: str, runs: DataFrame, folder: Path) -> dict[str, Any]:
    goals = [_goal(family, goal, part, folder) for goal, part in runs.groupby("goal", sort=True)]
    drawn, bad = boards.boards(results, family) if (HOME / family / "draw.py").exists() else ([], 0)
    pictures: list[dict[str, Any]] = []
    for number, board in enumerate(drawn):
        name, drawing = f"{family}-board-{number}.svg", svg(board.figure, trim=True)
        (folder / name).write_text(drawing, encoding="utf-8")
        pictures.append({"file": name, "caption": board.caption, "aspect": _aspect(drawing)})
    return {
        "family": family,
        "goals": goals,
        "boards": pictures,
        "columns": _columns([picture["aspect"] for picture in pictures]),
        "boards_sentence": boards.sentence(drawn, bad),
    }


def _aspect(drawing: str) -> float:
    """Width by height of an SVG."""
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
    return float(box[1]) / float(box[2]) if box else 1.0


def _columns(aspects: list[float]) -> int:
    """How many drawings stand side by side: the wider they are, the fewer."""
    widest = max(aspects, default=1)
    return 3 if widest < 1.5 else 2 if widest < 3 else 1


def _goal(family: str, goal: str, runs: DataFrame, folder: Path) -> dict[str, Any]:
    ran, stem = runs[runs["ran"]], f"{family}-{goal}"
    pages = outcome_matrix.pages(runs[runs["ended"] != "not_applicable"])
    figures = [_figure(outcome_matrix, page, folder, f"{stem}-matrix-{i}") for i, page in enumerate(pages, 1)]
    for part, figure in enumerate(figures, 1):
        figure["title"] += f" (part {part} of {len(pages)})" if len(pages) > 1 else ""
    if not ran.empty:
        figures += [_figure(module, ran, folder, f"{stem}-{_short(module)}") for module in TIMES]
    return {
        "goal": goal,
        "scores": tables.scores(runs),
        "figures": [figure for figure in figures if figure["file"]],
        "missing": [figure["sentence"] for figure in figures if not figure["file"]],
    }


def _native(found: native.Native, folder: Path) -> dict[str, Any] | None:
    """The chapter on the native engine, None where nothing is there for it; a part without data is missing in it."""
    if not found:
        return None
    chapter: dict[str, Any] = {"elsewhere": found.elsewhere}
    if found.table2 is not None:
        chapter |= {
            "agreement": native.agreement(found.table2),
            "complete": native.complete(found.table2),
            "sampled": native.sampled(found.table2),
        }
    if found.effort is not None:
        chapter["effort"] = _figure(effort, found.effort, folder, "native-effort")
    if found.peers is not None:
        chapter |= {"peers": native.peers(found.peers), "commands": native.commands(found.peers)}
        chapter["timings"] = _figure(peers, found.peers, folder, "native-peers")
    return chapter


def _figure(module: ModuleType, runs: DataFrame, folder: Path, stem: str) -> dict[str, str]:
    """A figure's file (empty where the data do not support it), title and sentence."""
    made = module.figure(runs)
    if made is not None:
        (folder / f"{stem}.svg").write_text(svg(made), encoding="utf-8")
    file = f"{stem}.svg" if made is not None else ""
    return {"file": file, "title": module.TITLE, "sentence": module.sentence(runs)}


def _short(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]
