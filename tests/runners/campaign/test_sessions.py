"""A campaign's folder records on which machines and by which commands it was made."""

from __future__ import annotations

import json
import multiprocessing
import shlex
import sys
from pathlib import Path

import pytest

from tilings.runners.campaign.campaign import Campaign
from tilings.runners.record import machine
from tilings.runners.record.csv_log import rows
from tilings.runners.record.schema import SESSION_COLUMNS


def session(home: Path, number: int, count: int, solvers: dict[str, str]) -> str:
    campaign = Campaign(home, (number, count))
    campaign.describe("smoke", solvers=solvers)
    campaign.close()
    return campaign.machine


def sessions(home: Path) -> list[dict[str, str]]:
    return [row for path in sorted(home.glob("sessions-*.csv")) for row in rows(path, SESSION_COLUMNS)]


def test_a_session_records_its_machine_and_its_command(tmp_path: Path) -> None:
    here = session(tmp_path, 1, 1, {"s": "1"})
    known = json.loads((tmp_path / "machine.json").read_text(encoding="utf-8"))
    assert (known["machine"], known["suite"], known["solvers"]) == (here, "smoke", {"s": "1"})
    assert shlex.split(known["command"]) == sys.orig_argv
    described = json.loads((tmp_path / "machines" / f"{here}.json").read_text(encoding="utf-8"))
    assert machine.identity(described) == here
    (row,) = sessions(tmp_path)
    assert (row["machine"], row["shard"], row["command"]) == (here, "1of1", known["command"])


def test_each_start_is_a_row_and_each_machine_a_file(tmp_path: Path) -> None:
    names = [session(tmp_path, 1, 1, {"s": version}) for version in ("1", "2", "1")]
    assert names[0] == names[2] != names[1]
    assert [row["machine"] for row in sessions(tmp_path)] == names
    assert {path.stem for path in (tmp_path / "machines").iterdir()} == set(names)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"cpu_revision": "family 1"}, "another processor (X, family 1)"),
        ({"cpu_model": "Y"}, "another processor (Y, family 2)"),
        ({"cpu_revision": "unknown"}, ""),
    ],
)
def test_a_session_on_another_processor_is_named(
    tmp_path: Path,
    change: dict[str, str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here = machine.describe() | {"cpu_model": "X", "cpu_revision": "family 2"}
    for described in (here | change, here):
        monkeypatch.setattr(machine, "describe", lambda described=described: described)
        session(tmp_path, 1, 1, {})
    warned = capsys.readouterr().err
    assert words in warned and bool(warned) == bool(words)


def test_colours_of_plug_ins_stay_when_a_later_session_has_none_and_are_no_part_of_the_machine(tmp_path: Path) -> None:
    names = []
    for colours in ({"mine": "#123456", "other": "#000000"}, {}, {"mine": "#654321"}):
        campaign = Campaign(tmp_path)
        campaign.describe("smoke", colours)
        campaign.close()
        names.append(campaign.machine)
    known = json.loads((tmp_path / "machine.json").read_text(encoding="utf-8"))
    assert known["colours"] == {"mine": "#654321", "other": "#000000"}
    assert len(set(names)) == 1


def test_a_fresh_start_begins_a_new_list_of_sessions(tmp_path: Path) -> None:
    session(tmp_path, 1, 1, {})
    Campaign(tmp_path, fresh=True).close()
    assert sessions(tmp_path) == []
    assert len(sessions(next(tmp_path.glob("superseded-*")))) == 1


def test_many_shards_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    shards = [context.Process(target=session, args=(tmp_path, k, 8, {"s": str(k % 2)})) for k in range(1, 9)]
    for process in shards:
        process.start()
    for process in shards:
        process.join(timeout=120)
    assert [process.exitcode for process in shards] == [0] * 8
    found = sessions(tmp_path)
    assert sorted(row["shard"] for row in found) == [f"{k}of8" for k in range(1, 9)]
    files = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (tmp_path / "machines").iterdir()}
    assert set(files) == {row["machine"] for row in found} and len(files) == 2
    assert json.loads((tmp_path / "machine.json").read_text(encoding="utf-8"))["machine"] in files


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    from tilings.models.problem import UserError

    campaign = Campaign(tmp_path)
    (tmp_path / "machines").rmdir()
    (tmp_path / "machines").write_text("in the way", encoding="utf-8")
    with pytest.raises(UserError, match="cannot write into"):
        campaign.describe("smoke")
    campaign.close()
