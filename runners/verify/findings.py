"""Findings about rows, and the rows of a folder that say how a run went."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from models import registry
from runners.record import attempts, rows
from runners.record.rows import Remark as Finding
from runners.record.schema import GIVEN_UP, RETRIED_ENDINGS, RunRecord
from runners.verify import row_rules


class Row(NamedTuple):
    """A run and where it is recorded. counts: whether it is the row of the run that counts."""

    place: str
    run: RunRecord
    counts: bool = True

    def finding(self, words: str, wrong: bool = True) -> Finding:
        """A finding about this run."""
        return finding(self.run, self.place, words, wrong)


def finding(run: RunRecord, place: str, words: str, wrong: bool = True) -> Finding:
    """A finding about a run."""
    who = f"{run.solver}/{run.formulation}" + (f"[{run.options}]" if run.options else "")
    return Finding(place, f"{run.run_id} {run.family}/{run.instance} {who} {run.goal}: {words}", wrong)


def standing(found: Iterable[rows.Row]) -> Iterator[Row | Finding]:
    """The rows that say how a run went, and faults: rows that break a rule of the schema, or are of the same attempt.

    Of a run that came to nothing in all of its rows each is checked, and none is yielded.
    """
    every = list(found)
    best: dict[str, rows.Row] = {}
    for row in every:
        earlier = best.get(row.run.run_id)
        if earlier is None or attempts.replaces(row.run, earlier.run):
            best[row.run.run_id] = row
    places: dict[tuple[str, int], str] = {}
    for place, run in every:
        each = Row(place, run, best[run.run_id].place == place)
        if faults := list(row_rules.of_schema(run)):
            yield from map(each.finding, faults)
        elif run.ended in RETRIED_ENDINGS:
            yield from map(each.finding, row_rules.of_row(run, registry.problem(run.family)))
        elif run.ended == GIVEN_UP:  # and perhaps made after all
            yield from [each] * each.counts
        elif (earlier_place := places.setdefault((run.run_id, run.attempt or 1), place)) == place:
            yield each
        else:
            yield each.finding(f"this run is recorded already: {earlier_place}")
