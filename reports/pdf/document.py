"""Assembles the report's content from a campaign: text, tables and SVG figures, as data for template.typ.

The document has a summary, where and how runs were made, the results that hold on any machine, then, for each kind of
machine, the chapters on its seconds, and last the results of other commands than a campaign's.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from reports.chapters import (
    failures,
    family,
    machines,
    multiplicity,
    native,
    scoring,
    sequence,
    tables,
    triominoes,
    why,
    worth,
)
from reports.chapters.abstract import findings, ranking
from reports.chapters.caveats import clashes, notices
from reports.chapters.clocks import clocks
from reports.data import certified
from reports.data.load import OUTCOMES, Results
from reports.data.published import campaign as published_campaign
from reports.figures import standing
from reports.figures.drawing import within, written
from reports.pdf import parallel
from reports.plot.style import context

Tasks = dict[tuple[Any, ...], Callable[[], Any]]


def assemble(results: Results, folder: Path, published: Path) -> dict[str, Any]:
    """The content of the report; its figures are written to `folder` as SVG and named in it. published: see `build`."""
    runs = results.runs
    exclusive = clashes(results.records)
    days = sorted(time[:10] for time in runs["started_at"] if time)
    kinds = machines.kinds(results)
    content: dict[str, Any] = {
        "campaign": results.name,
        "dates": " to ".join(dict.fromkeys(days[:1] + days[-1:])),
        "empty": bool(runs.empty),
        "notices": notices(results, [name for name, _ in kinds]),
    }
    with context(text=True):
        # Published results stand in only for families that the campaign has; the report on a folder without runs
        # holds what was certified in it, or nothing.
        present = set(runs["family"])
        homes = {name: published if name in present else results.folder for name in ("squares", "polycubes")}
        book = partial(sequence.chapter, certified.load(results.folder, homes["squares"]), folder)
        if runs.empty:
            return content | {"certified": book()}
        # The findings come first: the scores that they need are then computed once, for all chapters.
        leads = [ranking(part.tasks) for _, part in kinds]
        engine = partial(native.chapter, native.load(results.folder, homes["polycubes"]), folder)
        tasks: Tasks = {("certified",): book, ("native",): engine}
        for number, (_, part) in enumerate(kinds):
            place = folder / _place(number)
            place.mkdir(exist_ok=True)
            alone = len(kinds) == 1
            tasks |= {(number, *key): task for key, task in chapters(part, place, published, alone).items()}
        found = dict(zip(tasks, parallel.made(list(tasks.values())), strict=True))
        measured = []
        for number, (name, part) in enumerate(kinds):
            said = leads[number] if number else []  # the summary has those of the first kind
            words = {"machine": name, "runs": len(part.runs), "findings": said}
            own = {key[1:]: chapter for key, chapter in found.items() if key[0] == number}
            told = {key[0]: chapter for key, chapter in own.items() if key[0] != "families"}
            told["families"] = [chapter for key, chapter in own.items() if key[0] == "families"]
            measured.append(words | within(_place(number), told))
    return content | {
        "findings": findings(leads[0], runs, len(exclusive)),
        "measured": measured,
        "machine": machines.machine(results),
        "hosts": machines.hosts(results),
        "coverage": tables.coverage(runs),
        "versions": tables.versions(runs),
        "limits": machines.limits(runs),
        "repeated": bool((runs.groupby(["family", "instance", "goal", "configuration"]).size() > 1).any()),
        "clocks": clocks(kinds[0][1].median),
        "assumed": tables.assumed(results.median),
        "outcomes": [[name, meaning] for name, meaning in OUTCOMES.items()],
        "totals": tables.totals(runs),
        "contradictions": exclusive,
        "refuted": int(runs["check"].isin(["invalid", "contradicts_known"]).sum()),
        "definitions": scoring.definitions(),
        "certified": found["certified",],
        "native": found["native",],
        "failures": failures.failures(runs),
        "cut_off": failures.cut_off(runs),
        "solvers": sorted(runs["solver"].unique()),
    }


def chapters(results: Results, folder: Path, published: Path, alone: bool) -> Tasks:
    """The functions that make the chapters of one kind of machine, the slowest first; figures are written to `folder`.

    alone: whether no other kind has runs in the campaign, so that published campaigns may stand in.
    """
    runs = results.runs
    present = sorted(set(runs["family"]))
    ablations = [published_campaign(published / f"{name}-ablation", results) for name in present if alone]
    bounds = published_campaign(published / "squares", results) if alone and "squares" in present else None
    seeds = published_campaign(published / "seeds", results) if alone else None
    boards = alone or set(runs["campaign"]) & set(triominoes.CAMPAIGNS)
    return {
        **{("families", name): partial(family.chapter, results, name, folder) for name in present},
        ("triominoes",): lambda: triominoes.chapter(results, folder, published) if boards else None,
        ("scoring",): lambda: scoring.chapter(results),
        ("why",): lambda: why.chapter(results, seeds, folder),
        ("worth",): lambda: worth.chapters(results, ablations, folder),
        ("standing",): lambda: written(standing.draw(results.tasks), folder, "standing"),
        ("paradigms",): lambda: tables.paradigms(results.tasks),
        ("multiplicity",): lambda: multiplicity.chapter(results, bounds),
    }


def _place(number: int) -> str:
    """The folder of the figures of a kind of machine."""
    return f"machine-{number + 1}"
