"""The tables of studies are read within bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.waiting import at_once
from tilings.models.problem import UserError
from tilings.studies.busche.chapter import EFFORT
from tilings.studies.inputs import table
from tilings.studies.peers.chapter import PEERS


def test_a_table_of_very_many_columns_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "peers.csv").write_text("name,ours," * 20_000 + "\n" + "a," * 40_000 + "\n", encoding="utf-8")
    with at_once(), pytest.raises(UserError, match="not a table"):
        table(tmp_path, PEERS)


def test_a_folder_in_the_place_of_a_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "effort.csv").mkdir()
    with pytest.raises(UserError, match="effort.csv: not a table"):
        table(tmp_path, EFFORT)
