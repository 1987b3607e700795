"""The table of runs as CSV and Parquet holds what `reports.data.load` holds, in types that no campaign changes."""

from __future__ import annotations

import io

import pytest

from tilings.models.problem import UserError
from tilings.reports.data import load
from tilings.reports.export import table

HUGE = 10**21  # more than 64 bits


@pytest.fixture
def runs(folder_of, base):
    """A run with every number and one with few."""
    short = base._replace(instance="sq6-first", answer="none", check="unchecked", solve_s=None, solutions=None)
    return load(folder_of(base._replace(nodes=7, objective=3, started_at="2025-11-20T10:00:00Z"), short))


def test_csv_holds_every_row_and_whole_numbers_as_such(runs):
    import pandas as pd

    found = pd.read_csv(io.BytesIO(table.csv(runs)), dtype=str, keep_default_na=False)
    assert list(found.columns) == list(runs.columns)
    assert list(found["nodes"]) == ["7", ""] and list(found["solutions"]) == ["1", ""]
    assert list(found["solved"]) == ["True", "False"] and list(found["solve_s"]) == ["0.6", ""]


def test_parquet_gives_the_table_back_with_its_types(runs):
    pytest.importorskip("pyarrow")
    import pandas as pd

    found = pd.read_parquet(io.BytesIO(table.parquet(runs)))
    assert list(found.columns) == list(runs.columns)
    assert (found["solved"] == runs["solved"]).all() and found["solved"].dtype == bool
    assert (found["time_s"] == runs["time_s"]).all() and found["time_s"].dtype == float
    assert found["nodes"].tolist()[0] == 7 and found["nodes"].isna()[1]
    assert list(found["configuration"]) == list(runs["configuration"])


def test_types_do_not_depend_on_what_is_known(runs):
    first, second = table.typed(runs[:1]), table.typed(runs[1:])
    assert (first.dtypes == second.dtypes).all()
    assert set(map(str, table.typed(runs).dtypes)) == {"Int64", "float64", "bool", "string"}


def test_counts_beyond_64_bits_stay_exact(folder_of, base):
    runs = load(folder_of(base._replace(goal="count", answer="counted", solutions=HUGE)))
    assert str(HUGE).encode() in table.csv(runs)
    pytest.importorskip("pyarrow")
    import pandas as pd

    assert int(pd.read_parquet(io.BytesIO(table.parquet(runs)))["solutions"][0]) == HUGE


def test_without_pyarrow_a_line_says_how_to_get_it(runs, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"needs the package pyarrow: \.venv/bin/python -m pip install pyarrow"):
        table.parquet(runs)
