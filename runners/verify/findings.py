"""Findings about rows, and rules about several rows: chained ones, attempts of a run, assumed runs, equal counts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import files, registry, search_parts
from tilings.models.problem import UserError
from tilings.models.terminal.phrases import counted, digits
from tilings.runners.record import assumed, climbs, csv_log, predictions, rows
from tilings.runners.record.assumed import Reason
from tilings.runners.record.csv_log import Head
from tilings.runners.record.results import climb_id, soon
from tilings.runners.record.rows import Remark as Finding
from tilings.runners.record.schema import (
    ASSUMED,
    COLUMNS,
    NOT_TRIED,
    REFUTED,
    RETRIED_ENDINGS,
    SESSION_COLUMNS,
    SKIPPED,
    RunRecord,
)
from tilings.runners.verify import row_rules


class Row(NamedTuple):
    """A recorded run and the place of its row. counts: whether this row of the run is the one that counts."""

    place: str
    run: RunRecord
    counts: bool = True

    def finding(self, words: str, wrong: bool = True) -> Finding:
        """A finding about this run."""
        return finding(self.run, self.place, words, wrong)


def finding(run: RunRecord, place: str, words: str, wrong: bool = True) -> Finding:
    """A finding about a run."""
    solver = f"{run.solver}/{run.formulation}" + (f"[{run.settings}]" if run.settings else "")
    return Finding(place, f"{run.run_id} {run.family}/{run.instance} {solver} {run.goal}: {words}", wrong)


def standing(recorded: list[rows.Row]) -> Iterator[Row | Finding]:
    """The rows with an outcome, and faults: rows that break a rule of the schema, or repeat an attempt.

    The rows of a run without an outcome are checked, and not yielded.
    """
    counting = {row.place for row in rows.by_run(recorded).values()}
    places: dict[tuple[str, int], str] = {}
    for place, run in recorded:
        row = Row(place, run, place in counting)
        if faults := list(row_rules.of_schema(run)):
            yield from map(row.finding, faults)
        elif run.ended in RETRIED_ENDINGS:
            yield from map(row.finding, row_rules.of_row(run, registry.problem(run.family)))
        elif run.ended in ASSUMED:
            if row.counts:  # else the run was made later
                yield row
        elif (earlier_place := places.setdefault((run.run_id, run.attempt or 1), place)) == place:
            yield row
        else:
            yield row.finding(f"this run is recorded already: {earlier_place}")


def chain_faults(folder: Path) -> Iterator[Finding]:
    """The first row of each file that is not as it was recorded, and ends that differ; files without a chain have none.

    A file that cannot be read is left out: others report it.
    """
    for path in csv_log.tables(folder, "runs"):
        try:
            linked = list(csv_log.linked(files.inside(folder, path), COLUMNS))
            yield from _changed_rows(path, linked)
            yield from _changed_ends(path, linked)
        except (OSError, UserError):
            continue


def _changed_rows(path: Path, linked: list[tuple[str, bool]]) -> Iterator[Finding]:
    changed = [line for line, (_, fits) in enumerate(linked, 2) if not fits]
    if changed:
        others = f"; nor do those of {counted(len(changed) - 1, 'later row')}" if changed[1:] else ""
        words = "the row was changed after it was recorded, or rows before it were added, moved or removed"
        yield Finding(f"{path}:{changed[0]}", f"its chain does not fit: {words}{others}")


def _changed_ends(path: Path, linked: list[tuple[str, bool]]) -> Iterator[Finding]:
    sessions = files.inside(path.parent, path.with_name(path.name.replace("runs", "sessions", 1).removesuffix(".gz")))
    last: Head | None = None  # at the end of the session before, unless it was killed
    for line, row in enumerate(csv_log.rows(sessions, SESSION_COLUMNS) if sessions.exists() else (), 2):
        found, left = (_head(row[f"rows_{when}"], row[f"chain_{when}"]) for when in ("before", "after"))
        if found and last and found != last:
            words = f"{path.name} was changed before this session: the one before it left {counted(last.rows, 'row')}"
            yield Finding(f"{sessions}:{line}", f"{words}, and this one found {found.rows}")
        last = left
    if last is None:
        return
    if len(linked) != last.rows:
        yield Finding(str(path), f"it has {counted(len(linked), 'chained row')}, and its last session left {last.rows}")
    elif linked and linked[-1][0] != last.chain:
        yield Finding(str(path), "its last row is not the one that its last session recorded: their chains differ")


def _head(number: str, chain: str) -> Head | None:
    return Head(int(number), chain) if number.isdecimal() else None


def prediction_faults(folder: Path, runs: Iterable[RunRecord]) -> Iterator[Finding]:
    """Predictions that cannot be read, are repeated, or were written after the first run that they predict.

    runs: all recorded ones.
    """
    try:
        made = predictions.read(folder)
    except UserError as error:
        place, _, words = str(error).partition(": ")
        yield Finding(place, words)
        return
    began: dict[predictions.Key, str] = {}
    for run in runs if made else ():
        if run.ladder and run.pair is None and run.ended not in NOT_TRIED:
            key = predictions.key(run)
            began[key] = min(run.started_at, began.get(key, run.started_at))
    places: dict[predictions.Key, str] = {}
    for place, each in made:
        if (earlier := places.setdefault(each.key, place)) != place:
            yield Finding(place, f"this reach is predicted already: {earlier}")
        if (first := began.get(each.key, "")) and each.predicted_at > first:  # both as the harness writes times
            yield Finding(place, f"written at {each.predicted_at}, after the first run that it predicts ({first})")


class LadderRules:
    """Collects the rows that count; ``faults`` is called once all are added."""

    def __init__(self) -> None:
        # By the climb's id and the size.
        self._made: dict[str, dict[float, list[RunRecord]]] = defaultdict(lambda: defaultdict(list))
        self._assumed: list[Row] = []

    def add(self, row: Row) -> None:
        """Add a row that counts."""
        run = row.run
        if run.ended in ASSUMED:
            self._assumed.append(row)
        elif run.ladder and run.rung is not None and run.pair is None:
            self._made[climb_id(run)][run.rung].append(run)

    def faults(self) -> Iterator[Finding]:
        """Findings on runs that were assumed solved or unsolved without reason."""
        for row in self._assumed:
            try:
                reason = assumed.read(row.run.message)
            except ValueError as error:
                yield row.finding(str(error))
                continue
            if reason.ended != row.run.ended:
                yield row.finding(f"it ended {row.run.ended}, and its reason is: {row.run.message}")
            yield from map(row.finding, self._of(row.run, reason))

    def _of(self, run: RunRecord, reason: Reason) -> Iterator[str]:
        """The faults of an assumption, by the runs of its climb under the same limit, or solved under a shorter one."""
        own, limit_s, made = run.rung, run.wall_limit_s, self._made[climb_id(run)]

        def rung_of(size: float) -> climbs.Rung:
            rows = [each for each in made.get(size, []) if each.wall_limit_s <= limit_s]
            return climbs.rung(size, rows).within(limit_s)

        larger = reason.ended == SKIPPED and not reason.soon
        if own is None or any(size == own or (size > own) != larger for size in reason.sizes):
            yield f"its reason names rungs that are not {'above' if larger else 'below'} its own"
            return
        for size in reason.sizes or [own]:
            rung = rung_of(size)
            if not rung.tried:
                yield f"its reason names runs at size {size:g}, but none is recorded there"
            elif rung.held != (run.ended == SKIPPED):
                word = "solved" if run.ended == SKIPPED else "unsolved"
                yield f"it was assumed {word}, unlike the runs at size {size:g}"
            elif reason.soon and not soon(rung.result.wall_s, rung_of(min(made)).result.wall_s, limit_s):
                yield f"it was assumed solved, but size {size:g} took long"


CHOOSER = "dlx_auto"  # its counts are those of the engine it chooses
AGREE, DISAGREE, ALONE, UNFINISHED = "agree", "DISAGREE", "one only", "unfinished"


class CountsTable:
    """Collects the runs with goal count, except those of a part of a search."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], dict[str, int | None]] = defaultdict(dict)

    def add(self, run: RunRecord) -> None:
        """Add a run; others than those of goal count, and not applicable ones, are ignored."""
        if (
            run.goal != "count"
            or run.formulation == CHOOSER
            or not search_parts.of_record(run).whole
            or run.ended == "not_applicable"
        ):
            return
        count = run.solutions if run.answer == "counted" and run.proven and run.check not in REFUTED else None
        counts = self._found[run.family, run.instance, run.instance_sha256]
        counts[run.formulation] = counts.get(run.formulation) if count is None else count

    def rows(self) -> list[dict[str, Any]]:
        """For each instance its family, name and verdict, and the counts by formulation."""
        return [
            {"family": family, "instance": instance, "verdict": _verdict(counts), "counts": counts}
            for (family, instance, _), all_counts in sorted(self._found.items())
            for counts in [{name: count for name, count in sorted(all_counts.items()) if count is not None}]
        ]

    def lines(self) -> list[str]:
        """The same as text, and last the number of instances with each verdict."""
        rows = self.rows()
        numbers = Counter(row["verdict"] for row in rows)
        return [
            *(
                f"{row['verdict']:<10} {row['family']}/{row['instance']} {_words(row['counts'])}".rstrip()
                for row in rows
            ),
            ", ".join(f"{numbers[verdict]} {verdict}" for verdict in (AGREE, DISAGREE, ALONE, UNFINISHED)),
        ]


def _verdict(counted: dict[str, int]) -> str:
    if len(set(counted.values())) > 1:
        return DISAGREE
    return AGREE if len(counted) > 1 else ALONE if counted else UNFINISHED


def _words(counted: dict[str, int]) -> str:
    """The count and its formulations, or each count if they differ: ``240 dlx_bits dlx_states``."""
    if len(set(counted.values())) > 1:
        return " ".join(f"{name}={digits(count)}" for name, count in counted.items())
    return " ".join([*map(digits, set(counted.values())), *counted])
