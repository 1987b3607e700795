"""The runs that were made, as a few groups of those that count alike."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from runners.campaign.signs import Kind
from runners.record import attempts
from runners.record.schema import RunRecord
from runners.status.rows import Made
from runners.status.shards import Shard


@dataclass
class Group:
    """Runs that were made, of one kind and with rows that say the same. wall_s: of all of them."""

    kind: Kind | None
    row: RunRecord
    threads: int
    runs: int = 0
    wall_s: float = 0.0


def grouped(made: Mapping[str, Made], plan: Mapping[str, Kind] | None = None) -> list[Group]:
    """The runs that were made, of a plan if there is one; of a million few differ in what counts here."""
    found: dict[tuple[int, int, int], Group] = {}
    for run_id in made if plan is None else plan:
        each = made.get(run_id)
        if each is None:
            continue
        kind = plan[run_id] if plan else None
        key = id(kind), id(each.row), each.threads  # equal ones are shared
        group = found.get(key)
        if group is None:
            group = found[key] = Group(kind, each.row, each.threads)
        group.runs += 1
        group.wall_s += each.wall_s
    return list(found.values())


def to_make_again(shard: Shard, groups: Iterable[Group]) -> Counter[Kind]:
    """How many runs of each kind were disturbed and are to be made again."""
    most, found = shard.asked["attempts"], Counter[Kind]()
    for group in groups:
        if group.kind and attempts.again(group.row, most):
            found[group.kind] += group.runs
    return found
