"""CP-SAT's adapter reports a bound only if it was proved."""

import json
from types import SimpleNamespace

import pytest

from tilings.models import registry
from tilings.runners.solvers import cpsat


def test_a_search_that_is_stopped_at_once_has_no_bound(capsys: pytest.CaptureFixture[str]) -> None:
    tiles = [[1, 2, 3], [3, 1, 4], [2, 2, 5], [5, 1, 1], [4, 4, 2], [1, 3, 5]]
    data = {"name": "t", "rows": 9, "cols": 9, "tiles": tiles}
    instance = registry.problem("triominoes").parse(data)
    model = registry.formulation("triominoes", "cpsat_cell").module()
    task = SimpleNamespace(
        build=lambda: model.build(instance, "optimum"),
        encoded=lambda **_: 0.0,
        remaining_s=lambda: 0.001,
        job=SimpleNamespace(goal="optimum", threads=1, seed=1, settings=(), instance=instance),
    )
    cpsat.solve(task)
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(event["bound"] >= len(tiles) for event in events if event["event"] == "Bounded")
