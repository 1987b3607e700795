"""The outcome of a run in one word, from the three axes of its row."""

from tilings.runners.record.schema import ASSUMED, DOUBTFUL, GIVEN_UP, NOT_TRIED, REFUTED, SKIPPED, RunRecord

OUTCOMES = {
    "solved": "goal reached, and no check contradicts it",
    "incumbent": "a solution, but the goal was not reached",
    "timeout": "wall or CPU limit",
    "memory": "memory limit",
    "failed": "crash, unreadable or too much output, too many processes, or no answer",
    "wrong": "the answer was refuted",
    "doubtful": "another model of the problem disagrees, or the checker failed",
    GIVEN_UP: "not run and assumed to be unsolved: smaller instances of the same kind were not solved",
    SKIPPED: "not run and assumed to be solved: larger instances of the same kind were solved quickly",
    "absent": "not installed, not applicable, or not completed",
}


def outcome(record: RunRecord) -> str:
    """One of OUTCOMES."""
    if record.check in REFUTED:
        return "wrong"
    if record.ended in ASSUMED:
        return record.ended
    if record.ended in NOT_TRIED:
        return "absent"
    if record.proven:
        return "timeout" if record.late else "solved"
    if record.check in DOUBTFUL:
        return "doubtful"
    if record.answer == "feasible":
        return "incumbent"
    return {"wall": "timeout", "cpu": "timeout", "memory": "memory"}.get(record.ended, "failed")
