"""Assembles the report's content from a campaign: words, tables and SVG figures, as data for template.typ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from models import parts
from models.claims import contradictions, of_record
from reports import published as elsewhere
from reports import tables
from reports.chapters import certified, family, multiplicity, native, scoring, sequence, triominoes, worth
from reports.findings import findings
from reports.load import OUTCOMES, Results
from reports.style import context
from reports.words import count

if TYPE_CHECKING:
    pass

_JOINED = ("host", "git_commit")  # of the parts of one search, with " + " between them


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
        homes = {name: published if name in present else results.folder for name in ("squares", "polycubes")}
        content["certified"] = sequence.chapter(certified.load(results.folder, homes["squares"]), folder)
        if runs.empty:
            return content
        by_family = runs.groupby("family", sort=True)
        chapters = [family.chapter(results, name, part, folder) for name, part in by_family]
        ablations = [elsewhere.campaign(published / f"{name}-ablation", results) for name in sorted(present)]
        worths = worth.chapters(results, ablations, folder)
        boards_of_tiles = triominoes.chapter(results, folder, published)
        engine = native.chapter(native.load(results.folder, homes["polycubes"]), folder)
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
        "scoring": scoring.chapter(results),
        "worth": worths,
        "multiplicity": multiplicity.chapter(results, elsewhere.campaign(homes["squares"] / "squares", results)),
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
