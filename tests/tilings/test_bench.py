"""`tilings bench` ends with the table of reach of its folder."""

import pytest

from tilings import bench
from tilings.models.terminal.arguments import RESULTS
from tilings.reports import build
from tilings.runners import all as runs


@pytest.fixture
def ended(monkeypatch):
    """Runs the command with these arguments, as if its campaign had just ended."""

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["tilings bench", *arguments])
        monkeypatch.setattr(runs, "main", lambda: 1)
        monkeypatch.setattr(build, "table", lambda folder: [f"the table of {folder}"])
        return bench.main()

    return run


@pytest.mark.parametrize(
    ("where", "folder"), [([], RESULTS / "smoke"), (["mine"], "mine"), (["--results=mine"], "mine")]
)
def test_the_table_of_reach_comes_last(ended, capsys, where, folder):
    assert ended("--suite", "smoke", *where) == 1
    assert capsys.readouterr().out == f"the table of {folder}\n"


@pytest.mark.parametrize("asked", ["--json", "--dry-run", "--shard=1/2"])
def test_another_form_of_output_or_a_part_has_no_table(ended, capsys, asked):
    ended("--suite", "smoke", asked)
    assert capsys.readouterr().out == ""
