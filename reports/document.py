"""Assembles the report's content from a campaign: words, tables and SVG figures, as data for template.typ."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from models import parts
from models.claims import contradictions, of_record
from models.registry import HOME
from reports import certified, multiplicity, native, sequence, tables, triominoes, worth
from reports.drawings import figure, paged, shelf
from reports.figures import (
    boards,
    book,
    cactus,
    effort,
    outcome_matrix,
    peers,
    refutation_cost,
    time_by_difficulty,
    time_by_size,
    time_by_tiles,
    time_distribution,
)
from reports.figures import worth as worth_figure
from reports.findings import findings
from reports.load import OUTCOMES, Results, load
from reports.scores import best_settings, median_runs
from reports.style import context
from reports.words import count

if TYPE_CHECKING:
    from pandas import DataFrame

_JOINED = ("host", "git_commit")  # of the parts of one search, with " + " between them
MOST_DRAWN = 24  # configurations: more cannot be told apart in one figure
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
    with context():
        # Of what is published only that of the campaign's own families stands in for what the campaign lacks; a
        # folder without runs is the book of what was certified in it, or nothing.
        present = set(runs["family"])
        homes = {family: published if family in present else results.folder for family in ("squares", "polycubes")}
        content["certified"] = _certified(certified.load(results.folder, homes["squares"]), folder)
        if runs.empty:
            return content
        by_family = runs.groupby("family", sort=True)
        chapters = [_family(results, family, part, folder) for family, part in by_family]
        ablations = [_published(published / f"{family}-ablation", results) for family in sorted(present)]
        worths = _worths(results, ablations, folder)
        boards_of_tiles = triominoes.chapter(results, folder, published)
        engine = _native(native.load(results.folder, homes["polycubes"]), folder)
    return content | {
        "findings": findings(runs, len(clashes)),
        "paradigms": tables.paradigms(runs),
        "machine": tables.machine(results),
        "hosts": tables.hosts(results),
        "coverage": tables.coverage(runs),
        "versions": tables.versions(runs),
        "limits": tables.limits(runs),
        "repeated": bool((runs.groupby(["family", "instance", "goal", "configuration"]).size() > 1).any()),
        "outcomes": [[name, meaning] for name, meaning in OUTCOMES.items()],
        "totals": tables.totals(runs),
        "contradictions": clashes,
        "refuted": int(runs["check"].isin(["invalid", "contradicts_known"]).sum()),
        "families": chapters,
        "worth": worths,
        "multiplicity": _multiplicity(results, _published(homes["squares"] / "squares", results)),
        "triominoes": boards_of_tiles,
        "native": engine,
        "failures": tables.failures(runs),
        "cut_off": tables.cut_off(runs),
        "solvers": sorted(runs["solver"].unique()),
    }


def _notices(results: Results) -> list[str]:
    """What a reader must know before believing a number: machines, commits, disturbed runs, missing parts."""
    runs, found = results.runs, []
    hosts, commits = ({part for cell in runs[name] if cell for part in cell.split(" + ")} for name in _JOINED)
    if len(hosts) > 1:
        found.append(
            f"These runs were made on {len(hosts)} machines ({', '.join(sorted(hosts))}). Seconds of different "
            "machines are not comparable, and the scores and figures below do not separate them."
        )
    if len(commits) > 1:
        found.append(f"These runs were made with {len(commits)} different commits of the software.")
    if (disturbed := int(runs["disturbed"].sum())) > 0:
        found.append(
            f"{disturbed} of {count(int(runs['ran'].sum()), 'run')} started while other programs, or the hypervisor, "
            "kept cores from them (column disturbed): their seconds are not to be trusted. None is left out."
        )
    if len(held := tables.backends(runs)) > 1:
        by = " and ".join(f"{name} ({count(number, 'run')})" for name, number in held.items())
        found.append(f"Limits were held by {by}: what these measure as memory is not the same.")
    if runs["wall_limit_s"].nunique() > 1:
        found.append("Runs had different wall limits: an unsolved run is charged its own limit.")
    if searches := [record for record in results.records if parts.divided(record)]:
        found.append("A search that was made in parts is one run, with the sums of their seconds, nodes and limits.")
        found += [
            f"{record.family}/{record.instance}, {record.solver}/{record.formulation} [{record.options}]: "
            f"{record.message}, and what they found is no count."
            for record in searches
            if record.answer != "counted"
        ]
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
    pictures = shelf(drawn, folder, f"{family}-board")
    return {
        "family": family,
        "goals": goals,
        "boards": pictures,
        "columns": _columns([picture["aspect"] for picture in pictures]),
        "boards_sentence": boards.sentence(drawn, bad),
    }


def _columns(aspects: list[float]) -> int:
    """How many drawings stand side by side: the wider they are, the fewer."""
    widest = max(aspects, default=1)
    return 3 if widest < 1.5 else 2 if widest < 3 else 1


def _goal(family: str, goal: str, runs: DataFrame, folder: Path) -> dict[str, Any]:
    shown, stem = _shown(runs), f"{family}-{goal}"
    pages = outcome_matrix.pages(shown[shown["ended"] != "not_applicable"])
    figures = paged(outcome_matrix, pages, folder, f"{stem}-matrix")
    ran = shown[shown["ran"]]
    if not ran.empty:
        figures += [figure(module, ran, folder, f"{stem}-{_short(module)}") for module in TIMES]
    return {
        "goal": goal,
        "scores": tables.scores(runs),
        "drawn": _selection(runs, shown),
        "figures": [each for each in figures if each["file"]],
        "missing": [each["sentence"] for each in figures if not each["file"]],
    }


def _shown(runs: DataFrame) -> DataFrame:
    """The runs that figures show: all, or where they have too many configurations, those with the best settings."""
    if runs["configuration"].nunique() <= MOST_DRAWN:
        return runs
    return runs[runs["configuration"].isin(best_settings(median_runs(runs)))]


def _selection(runs: DataFrame, shown: DataFrame) -> str:
    """In words: what the figures leave out; empty where nothing is."""
    every, drawn = (part["configuration"].nunique() for part in (runs, shown))
    if drawn == every:
        return ""
    return (
        f"Of {every} configurations the figures show {drawn}: each solver and formulation with its best setting, of "
        "those that ran on the most cases."
    )


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
        chapter["effort"] = figure(effort, found.effort, folder, "native-effort")
    if found.peers is not None:
        chapter |= {"peers": native.peers(found.peers), "commands": native.commands(found.peers)}
        chapter["timings"] = figure(peers, found.peers, folder, "native-peers")
    return chapter


def _published(home: Path, results: Results) -> Results | None:
    """A published campaign, for chapters to which the campaign itself has nothing to say."""
    if not home.is_dir() or home.resolve() == results.folder.resolve():
        return None
    return load(home)


def _worths(results: Results, others: list[Results | None], folder: Path) -> list[dict[str, Any]]:
    """What options are worth, by family and goal, where runs differ in one alone: of the campaign, else the others."""
    parts: dict[tuple[str, str], dict[str, Any]] = {}
    for source in filter(None, (results, *others)):
        for (family, goal), runs in source.runs.groupby(["family", "goal"], sort=True):
            if (family, goal) not in parts and (found := worth.worths(runs)):
                parts[family, goal] = _worth(family, goal, found, folder) | {"elsewhere": _elsewhere(source, results)}
    return [parts[cases] for cases in sorted(parts)]


def _elsewhere(source: Results, results: Results) -> str:
    return "" if source is results else f"results/{source.folder.parent.name}/{source.folder.name}"


def _worth(family: str, goal: str, found: list[worth.Worth], folder: Path) -> dict[str, Any]:
    return {
        "title": f"{family}, goal {goal}",
        "table": worth.table(found),
        "reservations": worth.reservations(found),
        "figures": paged(worth_figure, worth_figure.pages(found), folder, f"{family}-{goal}-worth"),
    }


def _multiplicity(results: Results, other: Results | None) -> dict[str, Any] | None:
    """The bounds on h(n) of the campaign, or of the other where that has more boards."""
    found = [(multiplicity.boards(source), source) for source in (results, other) if source]
    rows, source = max(found, key=lambda each: each[0]["instance"].nunique())
    if rows.empty:
        return None
    return {
        "sentence": multiplicity.sentence(rows),
        "tables": multiplicity.tables(rows),
        "elsewhere": _elsewhere(source, results),
    }


def _certified(found: certified.Certified | None, folder: Path) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "elsewhere": found.elsewhere,
        "summary": sequence.summary(found),
        "sources": sequence.sources(found),
        "faults": found.faults,
        "table": sequence.table(found),
        "cost": figure(refutation_cost, found, folder, "certified-cost"),
        "book": book.sentence(found),
        "shelves": [
            {"columns": columns, "boards": shelf(boards, folder, f"certified-{columns}")}
            for columns, boards in book.shelves(found)
        ],
    }


def _short(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]
