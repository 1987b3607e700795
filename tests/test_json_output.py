"""With --json every command prints one JSON value on standard output and nothing else there; complaints stay a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.called import called
from tests.test_help import commands

ROOT = Path(__file__).parent.parent
SUITE = ["--suite", "smoke", "--instance", "dominoes4x4", "--formulation", "dlx_cover", "--goal", "count"]

# For each command, arguments that make it do its work in a moment, and a key of its value. {campaign}: a folder with a
# recorded run; {out}: an empty folder.
WORK: dict[str, list[tuple[str, str]]] = {
    "tilings.generators.all": [("", "instances")],
    "tilings.generators.covers": [("--classic queens 4 --out {out}", "written")],
    "tilings.generators.polycubes": [("--box 3 3 1 --out {out}", "written")],
    "tilings.generators.squares": [("--width 4 --height 4 --out {out}", "written")],
    "tilings.generators.triominoes": [("--rows 3 --out {out}", "written"), ("--batch 0 --text {out}/t.txt", "written")],
    "tilings.runners.all": [
        ("--suite smoke --dry-run", "kinds"),
        ("--suite smoke --shard 9999999/9999999", "runs"),
        (f"{' '.join(SUITE)} --results {{campaign}}", "answer"),
    ],
    "tilings.runners.binding": [("instances/squares/moron33x32.json {out}/empty.cnf", "clauses")],
    "tilings.runners.doctor": [("", "solvers")],
    "tilings.runners.export": [("h04 --format opb", "text"), ("h04 --out {out}/h04.opb", "written")],
    "tilings.runners.export.dataset": [("--results {campaign} --up-to 1 --jobs 1 --out {out}/dataset", "files")],
    "tilings.runners.solve": [("h04", "solution")],
    "tilings.runners.status": [("{campaign}", "by_solver")],
    "tilings.runners.verify": [("{campaign}", "folders")],
    "tilings.reports.boards": [("--results {campaign} --out {out}", "boards")],
    "tilings.reports.build": [("--results {campaign} --findings", "findings")],
    "tilings.reports.compare": [("{campaign} {campaign}", "cases")],
    "tilings.reports.export": [("{campaign} --format csv --out {out}/runs.csv", "written")],
    "tilings.reports.importing": [("examples/own-table/random-3-SAT.csv --limit 5 --out {out}/imported", "runs")],
    "tilings.reports.page": [("--results {campaign} --out {out}/page.html", "written")],
    "tilings.studies": [("--results results/published/certify --out {out}/studies.pdf", "written")],
    "tilings.studies.busche": [("--rows OP-2 --results {out}", "rows")],
    "tilings.studies.busche.search": [("pentominoes3x20 --estimate 5", "estimate")],
    "tilings.studies.gallery": [("--results {campaign} --out {out}", "written")],
    "tilings.studies.hn": [
        ("squares --to 6 --results {out}/c --certificates {out}/c/files", "certified"),
        ("squares --to 5 --plain --results {out}/p", "decided"),
    ],
    "tilings.studies.peers": [("--instance soma-raw --ours true --repetitions 1 --out {out}/peers.csv", "timings")],
    "tilings.studies.tam": [("", "conclusions")],
    "tilings.sequence": [("hn --from 2 --to 3", "terms")],
    "tilings.completion": [("bash", "script")],
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    assert called("tilings.runners.all", *SUITE, "--attempts", "1", "--results", folder).returncode == 0
    return folder


@pytest.fixture(autouse=True)
def _no_long_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Spare the minute in which all shipped instances are written, and the seconds in which documents are set."""
    from tilings.reports.pdf import typeset

    monkeypatch.setattr("tilings.generators.all.families", list)
    monkeypatch.setattr("tilings.generators.emit.INSTANCES", tmp_path)
    monkeypatch.setattr("tilings.studies.gallery.__main__.sections", lambda folder: [])
    monkeypatch.setattr(typeset, "typeset", lambda assemble: typeset.Document(b"", {}))


def value(text: str) -> Any:
    """The one value in a text of one line, as strict JSON."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    assert text.count("\n") == 1
    return json.loads(text, parse_constant=refuse)


def test_the_json_of_every_command_is_tested() -> None:
    assert set(WORK) == set(commands())


@pytest.mark.parametrize(
    ("command", "words", "key"), [(command, *case) for command, cases in WORK.items() for case in cases]
)
def test_the_output_is_one_json_value(command: str, words: str, key: str, campaign: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.cnf").write_text("p cnf 1 0\n", encoding="ascii")
    done = called(command, *words.format(campaign=campaign, out=tmp_path).split(), "--json")
    assert done.returncode in (0, 1), done.stderr
    assert key in value(done.stdout)


@pytest.mark.parametrize("command", commands())
def test_a_complaint_with_json_is_one_line_on_standard_error(command: str) -> None:
    done = called(command, "--json", "--no-such-option")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("error: ")
