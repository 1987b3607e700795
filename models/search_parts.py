"""Parts of a search: each is a run with its own record, and all parts together search the whole tree.

A formulation whose engine can be divided has an ``Option part: 1/1 | <k/n>``: the k-th (from 1) of n disjoint parts of
the tree. The count of a part is only a lower bound on the number of solutions. Solutions, nodes and updates of all n
parts add up exactly to those of the whole search: nodes above the split are counted in part 1.

Runners merge the parts to compare their sum with other answers, and reports to show them as one run.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

PART, DEPTH = "part", "depth"
PARTS = "parts"  # the option of a merged record: the number of its parts
# The fields that all parts of a search have in common, besides their other options.
COMMON = (
    "family", "instance", "instance_sha256", "formulation", "formulation_sha256", "solver", "solver_version",
    "adapter_sha256", "defaults", "preset", "goal", "seed", "repetition", "threads", "wall_limit_s", "cpu_limit_s",
    "mem_limit_mb",
)  # fmt: skip
_SUMS = (
    "solutions", "wall_limit_s", "cpu_limit_s", "wall_s", "cpu_s", "encode_s", "solve_s", "nodes", "failures", "effort",
)  # fmt: skip
_CHECKS = ("invalid", "contradicts_known", "valid")
_WHERE = ("host", "cpu_model", "git_commit", "machine")
_OF_ONE_RUN = {
    "exit_code": None, "signal": None, "first_s": None, "best_s": None,
    "cores": "", "command": "", "log": "", "count_check": "",
}  # fmt: skip


class Part(NamedTuple):
    """Part `number` (from 1) of `of` parts.

    depth: the level of the tree below which it is split; the root is at 0. With None the engine chooses a level that
    gives each part many subtrees.
    """

    number: int = 1
    of: int = 1
    depth: int | None = None

    @property
    def whole(self) -> bool:
        """Whether it is the whole search."""
        return self.of == 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = Part()


def proper(text: str) -> bool:
    """Whether a text is ``k/n`` with 1 <= k <= n."""
    match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    return match is not None and 1 <= int(match[1]) <= int(match[2])


def of_options(options: Mapping[str, str]) -> Part:
    """The part that a run's options choose."""
    number, of = options.get(PART, str(WHOLE)).split("/")
    depth = options.get(DEPTH, "auto")
    return Part(int(number), int(of), None if depth == "auto" else int(depth))


def options(record: Any) -> dict[str, str]:
    """The options of a recorded run that are not at their defaults."""
    return dict(word.split("=", 1) for word in record.options.split() if "=" in word)


def of_record(record: Any) -> Part:
    """The part that a recorded run searched."""
    return of_options(options(record)) if f"{PART}=" in record.options else WHOLE


def refusal(goal: str, options: Mapping[str, str]) -> str:
    """The reason why a part cannot be run for a goal; empty if it can, and for a whole search."""
    if goal == "count" or of_options(options).whole:
        return ""
    return f"a part of a search can only count: goal {goal} needs the whole"


class PartCollector:
    """Collects recorded parts by search. The last record of a part counts; records of whole searches are ignored."""

    def __init__(self, records: Iterable[Any] = ()) -> None:
        self._parts: dict[tuple[Any, ...], dict[int, Any]] = defaultdict(dict)
        for record in records:
            self.add(record)

    def add(self, record: Any) -> None:
        if not of_record(record).whole:
            self._parts[_search(record)][of_record(record).number] = record

    def completed(self, record: Any) -> Any | None:
        """The record of the whole search, if this part completes it; None if parts are missing or unfinished."""
        part = of_record(record)
        others = {} if part.whole else self._parts.get(_search(record), {})
        if part.whole or len(others) + (part.number not in others) < part.of:
            return None
        parts = others | {part.number: record}
        return merge_parts(parts, part.of) if _done(parts) == part.of else None

    def searches(self) -> list[Any]:
        """Each search as one record, complete or not."""
        return [merge_parts(parts, of_record(next(iter(parts.values()))).of) for parts in self._parts.values()]


def merged(records: Iterable[Any]) -> list[Any]:
    """The records of whole searches unchanged, and one merged record for each search that was made in parts."""
    every = list(records)
    return [record for record in every if of_record(record).whole] + PartCollector(every).searches()


def divided(record: Any) -> bool:
    """Whether a record was merged from parts."""
    return any(word.startswith(f"{PARTS}=") for word in record.options.split())


def merge_parts(parts: Mapping[int, Any], of: int) -> Any:
    """One record for the search whose parts are given by number; `of` is the number of parts of the whole search.

    The record's option ``parts`` is that number. Solutions, nodes, times and time limits are sums, as on one machine;
    the message states the time of the longest part, which is the time if each part has a machine. If parts are missing
    or unfinished, the answer is ``none``, `solutions` is the number found so far, `ended` is the first unfinished
    part's (``interrupted`` if only parts are missing), and the message says how many are finished.
    """
    records = [parts[number] for number in sorted(parts)]
    first, done = records[0], _done(parts)
    result: dict[str, Any] = dict(_OF_ONE_RUN)
    result |= {name: _sum(getattr(record, name) for record in records) for name in _SUMS}
    result |= {name: " + ".join(sorted({getattr(record, name) for record in records})) for name in _WHERE}
    for name in ("peak_mb", "load_start", "foreign_start"):
        result[name] = max((value for record in records if (value := getattr(record, name)) is not None), default=None)
    for name in ("dirty", "disturbed"):
        result[name] = any(getattr(record, name) for record in records)
    checks = {record.check for record in records}
    result["check"] = next((check for check in _CHECKS if check in checks), "unchecked")
    result["started_at"] = min(record.started_at for record in records)
    words = [word for word in first.options.split() if not word.startswith(f"{PART}=")]
    result["options"] = " ".join(sorted([*words, f"{PARTS}={of}"]))
    if done == of:
        longest = max(record.wall_s or 0.0 for record in records)
        message = f"{of} parts, of which the longest took {longest:.3g} s"
        return first._replace(**result, answer="counted", ended="finished", phase="", message=message)
    ended = next((record.ended for record in records if not _counted(record)), "interrupted")
    return first._replace(**result, answer="none", ended=ended, message=f"{done} of {of} parts are done")


def _search(record: Any) -> tuple[Any, ...]:
    """The fields and options that identify the search to which a recorded part belongs."""
    others = {key: value for key, value in options(record).items() if key != PART}
    return (*(getattr(record, name) for name in COMMON), of_record(record).of, *sorted(others.items()))


def _counted(record: Any) -> bool:
    return record.answer == "counted" and record.check != "invalid"


def _done(parts: Mapping[int, Any]) -> int:
    return sum(map(_counted, parts.values()))


def _sum(values: Iterable[Any]) -> Any:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
