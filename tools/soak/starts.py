"""The start of each solver that runs inside Python, cold and warm: until its library and the instance are there."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from models.terminal.command import ANSWERED, ROOT, UNANSWERED
from runners.record.schema import read_runs
from tools.soak.figure import CannotRun, Figure

_WARM_MS = 30.0
_SUITE = """timeout = 20
[[runs]]
family = "polycubes"
instances = ["tetrominoes4x5"]
goals = ["first"]
formulations = ["*_cover", "mip_placement"]
configurations = ["*/asp_*", "*/cpsat_*", "*/cpmpy_*", "*/mip_*", "*/dlx_*"]
repetitions = {repetitions}
"""


def measure(quick: bool) -> Iterator[Figure]:
    """The median of the runs of each solver and language, one at a time, in milliseconds by the clock."""
    for start, most in (("cold", None), ("warm", _WARM_MS)):
        for who, milliseconds in sorted(_medians(start, 3 if quick else 11).items()):
            yield Figure(f"{start} start of {who}", milliseconds, "ms", most)


def _medians(start: str, repetitions: int) -> dict[str, float]:
    """The median start of each solver with a formulation, of runs that were started so."""
    found = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        suite, results = Path(folder) / "starts.toml", Path(folder) / "results"
        suite.write_text(_SUITE.format(repetitions=repetitions), encoding="utf-8")
        words = ["--suite", suite, "--results", results, "--start", start, "--jobs", "1", "--attempts", "1"]
        done = subprocess.run(
            [sys.executable, "-m", "runners.all", *map(str, words)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (ANSWERED, UNANSWERED):
            raise CannotRun(f"the runs failed: {done.stderr.strip().splitlines()[-1:]}")
        for record in read_runs(results / "runs-1of1.csv"):
            if record.start == start and record.startup_s is not None and record.load_s is not None:
                found[f"{record.solver}/{record.formulation}"].append(1000 * (record.startup_s + record.load_s))
    return {who: median(values) for who, values in found.items()}
