"""The line for GNU parallel of docs/shards.md, executed: interrupted, resumed, and called once more."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.plugged import ENDLESS, Make, answers
from tests.runners.recorded import faults
from tests.waiting import until
from tilings.models.terminal.command import ROOT
from tilings.runners.record.schema import RETRIED_ENDINGS, read_runs
from tools.blocks import reading

SHARDS = 4
SUITE = """
timeout = 600
[[runs]]
family = "polycubes"
instances = ["pentominoes6x10", "soma-rotations"]
goals = ["count"]
solvers = ["endless"]
formulations = ["dlx_cover"]
seeds = [1, 2]
"""


@pytest.fixture
def line(tmp_path: Path) -> str:
    """The documented line for a few shards of a small suite. Skips where GNU parallel is missing."""
    version = ["parallel", "--version"]
    if not shutil.which("parallel") or "GNU" not in subprocess.check_output(version, text=True):
        pytest.skip("there is no GNU parallel; to install: apt-get install parallel")
    texts = [block.text for block in reading.blocks(ROOT / "docs/shards.md") if block.language == "sh"]
    (documented,) = [line for text in texts for line in text.splitlines() if "| parallel" in line]
    (tmp_path / "small.toml").write_text(SUITE, encoding="utf-8")
    small = f"{sys.executable} -m tilings.runners.all --suite small.toml --attempts 1"
    return documented.replace("50", str(SHARDS)).replace("tilings bench", small)


def started(line: str, folder: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "HOME": str(folder)}
    return subprocess.Popen(
        ["bash", "-c", f"set -o pipefail; {line}"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip


def logged(folder: Path) -> dict[int, list[str]]:
    """The exit codes in the job log, by the number of the shard."""
    codes: dict[int, list[str]] = {}
    for row in (folder / "full.joblog").read_text(encoding="utf-8").splitlines()[1:]:
        number, _, _, _, _, _, code, stopped_by, _ = row.split("\t")
        codes.setdefault(int(number), []).append(code if stopped_by == "0" else f"signal {stopped_by}")
    return codes


def test_the_line_for_gnu_parallel_continues_where_it_was_interrupted(line: str, plug_in: Make, tmp_path: Path) -> None:
    plugged = plug_in({"solvers/endless.py": ENDLESS})
    home = tmp_path / "results/full"
    first = started(line, tmp_path)
    assert until(lambda: any('"instance"' in path.read_text(encoding="utf-8") for path in home.glob("alive-*.json")))
    os.killpg(first.pid, signal.SIGINT)  # Ctrl-C
    first.communicate(timeout=120)
    assert first.returncode
    answers(plugged, 4)
    again = started(line, tmp_path)
    printed, _ = again.communicate(timeout=300)
    assert again.returncode == 0, printed
    codes = logged(tmp_path)
    assert set(codes) == set(range(1, SHARDS + 1)) and {each[-1] for each in codes.values()} == {"0"}
    rows = [row for path in home.glob("runs-*.csv") for row in read_runs(path) if row.ended not in RETRIED_ENDINGS]
    assert Counter(row.run_id for row in rows).total() == len({row.run_id for row in rows}) == 4
    assert not faults(home)
    complete = started(line, tmp_path)
    printed, _ = complete.communicate(timeout=120)
    assert (complete.returncode, logged(tmp_path)) == (0, codes), printed
    assert not re.search(r"\bruns in\b", printed)
