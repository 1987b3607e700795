"""Measures how long a report and a page take: `python -m tests.reports.scale [ROWS …]` prints a row for each size.

The campaigns are made up from the published one: more instances (under other names) and more seeds, times scattered.
It takes minutes and is no test. Run it on an idle machine.
"""

from __future__ import annotations

import csv
import json
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from models.terminal.command import ROOT
from runners.record.schema import COLUMNS, RunRecord, read_runs
from tests.runners.recorded import to_row

PUBLISHED = ROOT / "results" / "published"
SIZES = (200, 2_000, 100_000)
SEEDS = 10


def campaign(folder: Path, rows: int) -> None:
    """Write a campaign of the given number of rows: SEEDS runs of each published one, then again on other instances."""
    rng = random.Random(rows)
    originals = read_runs(PUBLISHED / "runs-1of1.csv")
    with (PUBLISHED / "trace-1of1.csv").open() as file:
        header, *traces = csv.reader(file)
    traced: dict[str, list[list[str]]] = {}
    for run_id, *rest in traces:
        traced.setdefault(run_id, []).append(rest)
    (folder / "instances").symlink_to(PUBLISHED / "instances") if rows <= len(originals) * SEEDS else None
    (folder / "solutions").symlink_to(PUBLISHED / "solutions")
    (folder / "machine.json").symlink_to(PUBLISHED / "machine.json")
    (folder / "machines").symlink_to(PUBLISHED / "machines")
    with (folder / "runs-1of1.csv").open("w") as runs, (folder / "trace-1of1.csv").open("w") as told:
        write, tell = (csv.writer(file, lineterminator="\n").writerow for file in (runs, told))
        write(COLUMNS)
        tell(header)
        for number in range(rows):
            original = originals[number % len(originals)]
            variant, seed = divmod(number // len(originals), SEEDS)
            made = _varied(original, variant, seed, number, rng)
            write(to_row(made))
            for rest in traced.get(original.run_id, ()):
                tell([made.run_id, *rest])
            if rows > len(originals) * SEEDS and seed == 0:
                _instance(folder, original, made.instance)


def _varied(run: RunRecord, variant: int, seed: int, number: int, rng: random.Random) -> RunRecord:
    if not variant and not seed:
        return run
    name = f"{run.instance}-v{variant}" if variant else run.instance
    times = {}
    if run.proven:
        factor = rng.lognormvariate(0, 0.4)
        times = {key: value * factor for key in ("wall_s", "cpu_s", "encode_s", "solve_s")
                 if (value := getattr(run, key)) is not None}  # fmt: skip
    if times.get("wall_s", 0) > run.wall_limit_s:
        times = {}
    return replace(run, run_id=f"{number:016x}", instance=name, seed=seed + 1, **times)


def _instance(folder: Path, run: RunRecord, name: str) -> None:
    path = folder / "instances" / run.family / f"{name}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        data = json.loads((PUBLISHED / "instances" / run.family / f"{run.instance}.json").read_text())
        path.write_text(json.dumps(data | {"name": name}))


def measure(rows: int) -> list[str]:
    """Build the report of a campaign of the given number of rows; return its cost."""
    from pypdf import PdfReader

    from reports.data.campaign import read_results
    from reports.page.build import assemble as page_of
    from reports.pdf.document import assemble
    from reports.pdf.typeset import typeset

    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        source, pdf = Path(name) / "campaign", Path(name) / "report.pdf"
        source.mkdir()
        campaign(source, rows)
        moments = [time.perf_counter()]
        results = read_results(source)
        moments.append(time.perf_counter())

        def content(folder: Path) -> dict[str, Any]:
            found = assemble(results, folder)
            moments.append(time.perf_counter())
            return found

        typeset(content).save(pdf)
        moments.append(time.perf_counter())
        took = [f"{after - before:.1f}" for before, after in zip(moments, moments[1:], strict=False)]
        pages = len(PdfReader(pdf).pages)
        cost = [str(rows), *took, f"{moments[-1] - moments[0]:.1f}", str(pages), f"{pdf.stat().st_size / 1e6:.1f}"]
        page = Path(name) / "index.html"
        moments = [time.perf_counter()]
        page.write_text(page_of(results), encoding="utf-8")
        moments.append(time.perf_counter())
        return [*cost, f"{moments[1] - moments[0]:.1f}", f"{page.stat().st_size / 1e6:.1f}", f"{opened(page):.2f}"]


def opened(page: Path) -> float:
    """Seconds from the call until the page is drawn, the median of five, in headless Chromium."""
    from statistics import median

    from playwright.sync_api import sync_playwright

    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for _ in range(5):
            tab = browser.new_page()
            tab.goto(f"file://{page}")
            tab.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)
            found.append(tab.evaluate("performance.now()") / 1000)
            tab.close()
    return median(found)


def main() -> None:
    """Print the table."""
    import matplotlib.figure  # noqa: F401
    import pandas  # noqa: F401
    import typst  # noqa: F401

    print("| rows | load s | figures s | typst s | all s | pages | MB | page s | MB | opens in s |")
    print("|" + "--:|" * 10)
    for rows in map(int, sys.argv[1:] or map(str, SIZES)):
        print("| " + " | ".join(measure(rows)) + " |", flush=True)


if __name__ == "__main__":
    main()
