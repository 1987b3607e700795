"""Rows by other authors do not control the terminal of the user who checks them."""

from pathlib import Path

import pytest

from tests.called import called
from tests.reports.conftest import make_climbed_campaign
from tests.runners.recorded import table, write

CODES = "\x1b[8mhidden\x1b]0;title\x07\x9b2J\u202e"


@pytest.mark.parametrize("colours", ["", "1"])
@pytest.mark.parametrize("words", [["verify"], ["verify", "--json"], ["status"], ["status", "--json"]], ids=" ".join)
def test_control_characters_of_no_column_reach_the_terminal(
    words: list[str], colours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", colours)
    folder = make_climbed_campaign(tmp_path / "received")
    rows = table(folder)
    write(folder, rows + [rows[0] | {column: rows[0][column] + CODES} for column in rows[0]])
    done = called(f"tilings.runners.{words[0]}", folder, *words[1:])
    shown = [line for line in (done.stdout + done.stderr).splitlines() if "hidden" in line]
    assert shown and all(line.replace("\x1b[0m", "").replace("\x1b[1m", "").isprintable() for line in shown)
