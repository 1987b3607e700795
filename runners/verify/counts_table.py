"""Which formulations came to which count: a line for each instance whose solutions a campaign counted."""

from collections import Counter, defaultdict
from typing import Any

from models import parts
from runners.record.schema import REFUTED, RunRecord

CHOOSER = "dlx_auto"  # its counts are those of an engine that it chose
AGREE, DISAGREE, ALONE, UNFINISHED = "agree", "DISAGREE", "one only", "unfinished"


class CountsTable:
    """Collects the runs with goal count, but for those of a part of a search."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], dict[str, int | None]] = defaultdict(dict)

    def add(self, run: RunRecord) -> None:
        """Add a run; only those of goal count matter, and those whose formulation states the instance."""
        if (
            run.goal != "count"
            or run.formulation == CHOOSER
            or not parts.of_record(run).whole
            or run.ended == "not_applicable"
        ):
            return
        count = run.solutions if run.answer == "counted" and run.proven and run.check not in REFUTED else None
        counts = self._found[run.family, run.instance, run.instance_sha256]
        counts[run.formulation] = counts.get(run.formulation) if count is None else count

    def rows(self) -> list[dict[str, Any]]:
        """For each instance its family and name, the verdict, and the count of each formulation that came to one."""
        return [
            {"family": family, "instance": instance, "verdict": _verdict(counts), "counts": counts}
            for (family, instance, _), all_counts in sorted(self._found.items())
            for counts in [{name: count for name, count in sorted(all_counts.items()) if count is not None}]
        ]

    def lines(self) -> list[str]:
        """The same as text, and last how many instances have each verdict."""
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
    """The count and who came to it, or each count if they differ: ``240 dlx_bits dlx_states``."""
    if len(set(counted.values())) > 1:
        return " ".join(f"{name}={count}" for name, count in counted.items())
    return " ".join([*map(str, set(counted.values())), *counted])
