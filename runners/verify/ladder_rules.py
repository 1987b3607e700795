"""Checks that runs were given up by the rule: on the rungs that their rows name, nothing was solved."""

from collections import defaultdict
from collections.abc import Iterator

from models import parts
from runners.plan import ladders
from runners.plan.ladders import Result
from runners.record.schema import GIVEN_UP
from runners.verify.findings import Finding, Row

_Key = tuple[object, ...]


class LadderRules:
    """Collects the rows that count; ``faults`` is called once all are added."""

    def __init__(self) -> None:
        self._rungs: dict[_Key, dict[float, dict[_Key, Result]]] = defaultdict(lambda: defaultdict(dict))
        self._given_up: list[Row] = []

    def add(self, row: Row) -> None:
        """Add a row that counts."""
        run = row.run
        if run.ended == GIVEN_UP:
            self._given_up.append(row)
        elif run.ladder and run.rung is not None:
            case = (run.instance, run.seed, run.repetition, parts.of_record(run).number)
            self._rungs[_configuration(row)][run.rung][case] = ladders.result(run)

    def faults(self) -> Iterator[Finding]:
        """The rows of runs that were given up without reason."""
        for row in self._given_up:
            try:
                named = ladders.sizes_of(row.run.message)
            except ValueError as error:
                yield row.finding(str(error))
                continue
            yield from map(row.finding, self._of(row, named))

    def _of(self, row: Row, named: list[float]) -> Iterator[str]:
        rungs, own = self._rungs.get(_configuration(row), {}), row.run.rung
        if own is None or max(named) >= own:
            yield "it was given up for rungs that are not below its own"
            return
        for size in named:
            if not any(result.tried for result in rungs.get(size, {}).values()):
                yield f"it was given up for nothing solved at size {size:g}, where no run is recorded"
        for size, results in rungs.items():
            solved = ladders.solved((case[:-1], result) for case, result in results.items())
            if min(named) <= size < own and solved:
                yield f"it was given up, and its configuration solved an instance at size {size:g}"


def _configuration(row: Row) -> _Key:
    run = row.run
    options = {key: value for key, value in parts.options(run).items() if key != parts.PART}
    return (
        run.family, run.goal, run.ladder, run.formulation, run.solver, *sorted(options.items()), run.threads,
        run.wall_limit_s, run.cpu_limit_s, run.mem_limit_mb,
    )  # fmt: skip
