"""Campaigns of real solvers under a random fault every few seconds: no row is lost, doubled or wrong, nothing is left.

`python -m tools.soak.faults --minutes 60 --seed 1` prints a line for each campaign. The faults: SIGKILL to the harness,
its group, a worker or a solver; SIGTERM or SIGINT to the harness; SIGSTOP to all processes or one, and SIGCONT later; a
disk that is full for a while; a changed clock, also for solvers; a renamed results folder. After each end the command
is repeated until the campaign is complete; the next campaign has other runs. It needs root, to mount the small disk.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import random
import re
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tilings.models.terminal.command import run
from tools.soak import _faults
from tools.soak.figure import Figure

_EVERY_S = 3.0
_CAMPAIGN_S = 150.0  # without faults after this time, so that it ends
_NOTHING = {
    "lost": "rows lost", "doubled": "rows doubled", "changed": "recorded rows changed by a later harness",
    "wrong": "rows wrong", "unanswered_silent": "runs without their answer that do not say that they were disturbed",
    "faults_found": "campaigns in which verify finds a fault", "unexplained": "errors that no fault explains",
    "processes": "processes left", "groups": "cgroups left", "temporary": "temporary files left",
}  # fmt: skip
_SHOWN = {
    "runs": "runs", "rows": "rows, a disturbed run being made again",
    "unanswered_said": "runs without their answer that say so: disturbed at each attempt",
    "unanswered_killed": "runs without their answer whose solver was killed: crashes",
}  # fmt: skip
COLUMNS = ("started_at", "suite", "seed", "seconds", "starts", *_faults.FAULTS, *_SHOWN, *_NOTHING, "last_complaint")


def measure(quick: bool) -> Iterator[Figure]:
    """Sums over all campaigns."""
    yield from measured(60.0 if quick else 600.0, 1, _EVERY_S, None)


def measured(seconds: float, seed: int, every_s: float, out: Path | None) -> Iterator[Figure]:
    """Sums over campaigns of so many seconds; prints a line for each, and appends a row to a file."""
    done = []
    for campaign in campaigns(seconds, seed, every_s):
        done.append(campaign)
        _print(campaign)
        if out:
            _append(out, campaign, seed)
    yield from _figures(done)


def campaigns(seconds: float, seed: int, every_s: float) -> Iterator[_faults.Campaign]:
    """Campaigns one after another until the time is over; the last one ends without faults."""
    chance = random.Random(seed)
    until = time.monotonic() + seconds
    answers: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        home = Path(name)
        while time.monotonic() < until:
            suite = _faults.write_suite(home, chance.choice(_faults.SUITES))
            if suite.stem not in answers:
                answers[suite.stem] = _faults.undisturbed_answers(home, suite)
            folder = home / f"campaign-{time.monotonic_ns()}"
            folder.mkdir()
            with _faults.TestMachine(folder) as test_machine:
                injector = _faults.FaultInjector(test_machine, suite, chance, every_s)
                injector.run(min(until, time.monotonic() + _CAMPAIGN_S))
                yield injector.judge(answers[suite.stem])


def _figures(done: list[_faults.Campaign]) -> Iterator[Figure]:
    faults = sum((campaign.faults for campaign in done), Counter[str]())
    yield Figure("campaigns", len(done))
    yield Figure("time", sum(campaign.seconds for campaign in done), "s")
    yield Figure("starts of the harness", sum(campaign.starts for campaign in done))
    yield Figure("faults", faults.total())
    for name, times in sorted(faults.items()):
        yield Figure(f"faults: {name.replace('_', ' ')}", times)
    for key, what in _SHOWN.items():
        yield Figure(what, sum(campaign.counts[key] for campaign in done))
    for key, what in _NOTHING.items():
        yield Figure(what, sum(campaign.counts[key] for campaign in done), most=0)


def main() -> int:
    """The command ``python -m tools.soak.faults``."""
    from tools.soak import __main__ as soak

    parser = argparse.ArgumentParser("python -m tools.soak.faults", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=_EVERY_S, metavar="S", help="the mean time between two faults")
    parser.add_argument("--out", type=Path, metavar="FILE.csv", help="a row for each campaign, appended")
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):  # so that the processes are ended and the disk is unmounted
        signal.signal(number, signal.default_int_handler)
    this = importlib.import_module("tools.soak.faults")  # by its name
    return soak.report(
        [(this, measured(60 * arguments.minutes, arguments.seed, arguments.every, arguments.out))], False, None
    )


def _print(campaign: _faults.Campaign) -> None:
    counts = campaign.counts
    bad = {key: value for key, value in counts.items() if value and key in _NOTHING}
    print(
        f"{datetime.now(UTC):%H:%M:%S} {campaign.suite}: {counts['runs']} runs, {counts['rows']} rows, "
        f"{campaign.starts} starts, {campaign.faults.total()} faults in {campaign.seconds:.0f} s; "
        f"{counts['unanswered_said']} said, {counts['unanswered_killed']} killed; {bad or 'nothing wrong'}",
        flush=True,
    )


def _append(path: Path, campaign: _faults.Campaign, seed: int) -> None:
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        if new:
            writer.writeheader()
        times = {name: campaign.faults[name] for name in _faults.FAULTS}
        writer.writerow(
            {"started_at": datetime.now(UTC).isoformat(timespec="seconds"), "suite": campaign.suite, "seed": seed,
             "seconds": round(campaign.seconds, 1), "starts": campaign.starts, **times, **campaign.counts,
             "last_complaint": re.sub(r"/\S*/campaign-\d+/", "", (campaign.complaints or [""])[-1])}
        )  # fmt: skip


if __name__ == "__main__":
    run(main)
