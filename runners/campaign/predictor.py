"""Writes down how far a climb is expected to get in a later round, before the first run of that round."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable
from dataclasses import astuple
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from tilings.models import search_parts
from tilings.runners.campaign import lock
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.record import machine, predictions, rows
from tilings.runners.record.climbs import Climb, climbs
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.curves import Estimate, fit
from tilings.runners.record.predictions import COLUMNS, Key, Prediction
from tilings.runners.record.results import climb_id
from tilings.runners.record.rows import Row
from tilings.runners.record.schema import NOT_TRIED, RunRecord

T = TypeVar("T")


class Predictor:
    """The predictions of a campaign, of which it writes those of its shard, each once.

    Raises UserError where a file of predictions is broken.
    """

    def __init__(self, folder: Path, shard: str) -> None:
        self._folder, self._path = folder, folder / f"{predictions.KIND}-{shard}.csv"
        self._file: Appender | None = None  # only campaigns in rounds have one
        self._made = {made.key for _, made in predictions.read(folder)}
        self._begun: set[str] = set()

    def begin(self, climb: PlannedClimb, recorded: Iterable[RunRecord]) -> None:
        """Predict the reach of a climb whose next run is about to begin, unless its round has begun before.

        recorded: the rows so far. A climb that solved nothing on this kind of processor has no prediction.
        """
        first, limit_s = climb.first, climb.first.limits.wall_s
        if len(climb.rounds) < 2 or climb.planned_id in self._begun:
            return
        self._begun.add(climb.planned_id)
        own = [row for row in recorded if (row.solver, row.ladder) == (first.solver, first.ladder)
               and row.pair is None and row.ended not in NOT_TRIED and climb_id(row) == climb.climb_id]  # fmt: skip
        if any(row.wall_limit_s == limit_s for row in own) or not search_parts.of_options(first.options).whole:
            return
        here = machine.describe()["cpu_model"]
        early = (Row("", row) for row in own if row.wall_limit_s < limit_s and row.cpu_model == here)
        for found in climbs(rows.by_place(early)):  # at most one
            ladder = found.ladder
            key = Key(ladder.family, ladder.name, ladder.goal, found.configuration, limit_s)
            if found.reach is None or key in self._made:
                return
            self._made.add(key)
            if expected := _apart(partial(_expected, found, limit_s)):
                now = datetime.now(UTC).isoformat(timespec="seconds")
                self._write(Prediction(now, *key[:-1], here, ladder.limit_s, limit_s, found.reach, *astuple(expected)))

    def close(self) -> None:
        """Close the shard's file."""
        if self._file:
            self._file.close()

    def _write(self, made: Prediction) -> None:
        with lock.writing(self._folder):
            self._file = self._file or Appender(self._path, COLUMNS)
            self._file.append(made.cells)


def _expected(climb: Climb, limit_s: float) -> Estimate:
    found = fit(climb)
    assert found is not None, "a rung is held"
    return found.reach(limit_s)


def _apart(call: Callable[[], T]) -> T | None:
    """The result of a call in a fork: NumPy would start threads in this process, and be loaded in all later runs.

    None where the call fails; the fork prints its error, and the campaign goes on.
    """
    context = multiprocessing.get_context("fork")
    reading, writing = context.Pipe(duplex=False)

    def report() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # runs have the other cores
        writing.send(call())

    process = context.Process(target=report)
    process.start()
    writing.close()
    try:
        return reading.recv()  # type: ignore[no-any-return]
    except EOFError:
        return None
    finally:
        process.join()
