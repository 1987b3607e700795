"""A row that is edited after it was recorded is found, though no rule on its values is broken."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runners.recorded import faults
from tilings.runners.campaign.campaign import Campaign
from tilings.runners.record import csv_log
from tilings.runners.record.schema import COLUMNS, SESSION_COLUMNS

Table = list[list[str]]


def edit(path: Path, change: Callable[[Table], Table]) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(change(lines))


def setting(column: str, line: int, text: str) -> Callable[[Table], Table]:
    def change(lines: Table) -> Table:
        lines[line - 1][lines[0].index(column)] = text
        return lines

    return change


def resume(folder: Path) -> None:
    campaign = Campaign(folder)
    campaign.describe("small")
    campaign.close()


def test_the_rows_of_a_campaign_fit_also_after_it_was_resumed(campaign: Path) -> None:
    assert faults(campaign) == []
    resume(campaign)
    assert faults(campaign) == []


@pytest.mark.parametrize("column", ["wall_s", "disturbed", "nodes", "stalled_s", "solutions"])
def test_an_edited_cell_is_found_by_its_line_also_after_the_campaign_was_resumed(campaign: Path, column: str) -> None:
    path = campaign / "runs-1of1.csv"
    edit(path, setting(column, 3, {"disturbed": "", "wall_s": "0.25"}.get(column, "2")))
    assert f"{path}:3: its chain does not fit" in faults(campaign)[0]
    resume(campaign)
    assert f"{path}:3: its chain does not fit" in faults(campaign)[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[:-2], r"it has 8 chained rows, and its last session left 10"),
        (lambda lines: [line[:-1] for line in lines], r"it has 0 chained rows, and its last session left 10"),
    ],
)
def test_rows_missing_at_the_end_and_a_missing_chain_are_found(
    campaign: Path, change: Callable[[Table], Table], words: str
) -> None:
    edit(campaign / "runs-1of1.csv", change)
    assert re.search(words, "\n".join(faults(campaign)))
    edit(campaign / "sessions-1of1.csv", setting("rows_after", 2, ""))  # as of a harness that was killed
    assert not re.search(words, "\n".join(faults(campaign)))


def test_rows_missing_between_two_sessions_are_found(campaign: Path) -> None:
    edit(campaign / "runs-1of1.csv", lambda lines: lines[:-2])
    resume(campaign)
    words = "runs-1of1.csv was changed before this session: the one before it left 10 rows, and this one found 8"
    assert f"{campaign}/sessions-1of1.csv:3: {words}" in faults(campaign)


def test_a_killed_session_leaves_no_end_and_its_rows_fit(campaign: Path) -> None:
    edit(campaign / "sessions-1of1.csv", setting("rows_after", 2, ""))
    assert faults(campaign) == []
    resume(campaign)
    assert faults(campaign) == []


def test_a_folder_of_an_earlier_version_has_nothing_to_compare(campaign: Path) -> None:
    edit(campaign / "runs-1of1.csv", lambda lines: [line[: len(COLUMNS)] for line in lines])
    edit(campaign / "sessions-1of1.csv", lambda lines: [line[: SESSION_COLUMNS.index("rows_before")] for line in lines])
    assert faults(campaign) == []
    assert len(list(csv_log.rows(campaign / "runs-1of1.csv", COLUMNS))) == 10
