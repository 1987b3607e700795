"""Campaigns of real solvers under a random fault every few seconds: no row is lost, doubled or wrong, nothing is left.

`python -m tools.soak.faults --minutes 60 --seed 1` takes as long as it is asked to; a line for each campaign. The
faults: the harness, its group, a worker or a solver is killed, or the harness is asked to stop; all of it, or one
process, is stopped for a while and goes on; the disk is full for a while; the clock is set, for the solvers as well;
the folder of results is renamed. After each end the same command goes on, until the campaign is done; the next one is
of other runs. Root only, for the small disk.
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
_CAMPAIGN_S = 150.0  # after so long it is left in peace, so that it comes to its end
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
    """The same; prints a line for each campaign, and appends a row to a file."""
    made = []
    for campaign in campaigns(seconds, seed, every_s):
        made.append(campaign)
        _print(campaign)
        if out:
            _append(out, campaign, seed)
    yield from _figures(made)


def campaigns(seconds: float, seed: int, every_s: float) -> Iterator[_faults.Campaign]:
    """Campaigns one after another until the time is over; the last one comes to its end in peace."""
    chance = random.Random(seed)
    until = time.monotonic() + seconds
    answers: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        home = Path(name)
        while time.monotonic() < until:
            suite = _faults.write_suite(home, chance.choice(_faults.SUITES))
            if suite.stem not in answers:
                answers[suite.stem] = _faults.quiet_answers(home, suite)
            here = home / f"campaign-{time.monotonic_ns()}"
            here.mkdir()
            with _faults.Machine(here) as computer:
                tormentor = _faults.Tormentor(computer, suite, chance, every_s)
                tormentor.torment(min(until, time.monotonic() + _CAMPAIGN_S))
                yield tormentor.judge(answers[suite.stem])


def _figures(made: list[_faults.Campaign]) -> Iterator[Figure]:
    faults = sum((campaign.faults for campaign in made), Counter[str]())
    yield Figure("campaigns", len(made))
    yield Figure("time", sum(campaign.seconds for campaign in made), "s")
    yield Figure("starts of the harness", sum(campaign.starts for campaign in made))
    yield Figure("faults", faults.total())
    for name, times in sorted(faults.items()):
        yield Figure(f"faults: {name.replace('_', ' ')}", times)
    for key, what in _SHOWN.items():
        yield Figure(what, sum(campaign.found[key] for campaign in made))
    for key, what in _NOTHING.items():
        yield Figure(what, sum(campaign.found[key] for campaign in made), most=0)


def main() -> int:
    """The command ``python -m tools.soak.faults``."""
    from tools.soak import __main__ as soak

    parser = argparse.ArgumentParser("python -m tools.soak.faults", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=_EVERY_S, metavar="S", help="the mean time between two faults")
    parser.add_argument("--out", type=Path, metavar="FILE.csv", help="a row for each campaign, appended")
    given = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):  # what was started is ended, and the disk unmounted
        signal.signal(number, signal.default_int_handler)
    this = importlib.import_module("tools.soak.faults")  # by its name
    return soak.shown([(this, measured(60 * given.minutes, given.seed, given.every, given.out))], False, None)


def _print(campaign: _faults.Campaign) -> None:
    found = campaign.found
    bad = {key: value for key, value in found.items() if value and key in _NOTHING}
    print(
        f"{datetime.now(UTC):%H:%M:%S} {campaign.suite}: {found['runs']} runs, {found['rows']} rows, {campaign.starts} "
        f"starts, {campaign.faults.total()} faults in {campaign.seconds:.0f} s; {found['unanswered_said']} said, "
        f"{found['unanswered_killed']} killed; {bad or 'nothing wrong'}",
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
             "seconds": round(campaign.seconds, 1), "starts": campaign.starts, **times, **campaign.found,
             "last_complaint": re.sub(r"/\S*/campaign-\d+/", "", (campaign.complaints or [""])[-1])}
        )  # fmt: skip


if __name__ == "__main__":
    run(main)
