"""The verdict on each model of a problem: right, with its time, or what speaks against it.

Command, report and page print the same words.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tilings.models.problem import GOALS
from tilings.models.terminal.phrases import counted
from tilings.runners.record.disturbance import NOISE, TAKEN_S
from tilings.runners.record.faults import FAULTS
from tilings.runners.record.same_problem import Judged
from tilings.runners.record.schema import CHECKER_FAILED, DISAGREES, REFUTED, RunRecord

RIGHT, OPEN, UNCHECKED, FAILED, APART, WRONG = STATES = (  # from the best to the worst
    "right", "no answer", "not checked", "failed", "disagreeing", "wrong",
)  # fmt: skip
_CHECKS = {WRONG: REFUTED, APART: (DISAGREES,), UNCHECKED: (CHECKER_FAILED,)}
_LIMITS = {"wall": "time", "cpu": "processor time", "memory": "memory"}
_NAMED = 3  # models in a sentence on the fastest
_WRONG_NAMED = 8  # wrong models in a sentence

Case = tuple[str, str, str]  # family, problem, model


@dataclass(frozen=True)
class ModelVerdict:
    """The result of a model on a problem.

    state: one of STATES.
    words: the evidence, or the times.
    time_s: the fastest solver's time for the last goal; None unless the model is right, here and with all other data.
    disturbed: whether that run was disturbed.
    """

    state: str
    words: str
    time_s: float | None = None
    disturbed: bool = False


def verdicts(rows: Iterable[RunRecord], unsound: Mapping[str, Iterable[str]]) -> dict[Case, ModelVerdict]:
    """The verdict on each case. rows, unsound: as `same_problem.Judged` has them, rows of models of a problem alone."""
    parts: dict[Case, list[RunRecord]] = defaultdict(list)
    for row in rows:
        parts[row.family, row.instance, row.formulation].append(row)
    several = len({row.solver for part in parts.values() for row in part}) > 1
    return {
        case: _verdict(part, several, sorted({*unsound.get(part[0].run_id, ())} - {case[1]}))
        for case, part in sorted(parts.items())
    }


def worst(found: Iterable[ModelVerdict]) -> str:
    """The worst state of a model's verdicts on all problems."""
    return max((each.state for each in found), key=STATES.index)


def wrong(tasks: Iterable[RunRecord], problems: Container[tuple[str, str]]) -> list[str]:
    """How many answers are wrong, as parts of a sentence: of models of a problem how many models, with their names.

    tasks, problems: as `same_problem.Judged` has them.
    """
    rows, words = list(tasks), []
    for what, checks in ((WRONG, REFUTED), (APART, (DISAGREES,))):
        against = [row for row in rows if row.check in checks]
        own = [row for row in against if (row.family, row.instance) in problems]
        if models := sorted({row.formulation for row in own}):
            more = [f"{len(models) - _WRONG_NAMED} more"] if len(models) > _WRONG_NAMED else []
            names = ", ".join([*models[:_WRONG_NAMED], *more])
            words.append(f"{counted(len(models), f'{what} model')} ({names}; {counted(len(own), 'run')})")
        if number := len(against) - len(own):
            words.append(counted(number, f"{what} answer"))
    return words


def fastest(found: Mapping[Case, ModelVerdict], problem: tuple[str, str]) -> str:
    """The right models of a problem, the fastest first, as far as their times tell them apart."""
    timed = sorted(
        (each.time_s, model, each.disturbed) for model, each in _by_model(found, problem) if each.time_s is not None
    )
    names = [f"{model} ({_seconds(time_s)})" for time_s, model, _ in timed[:_NAMED]]
    if len(timed) < 2:
        return f"{names[0]} alone" if names else "none is right"
    if any(disturbed for *_, disturbed in timed):
        return "not ranked (other programs disturbed these runs)"
    if timed[1][0] <= NOISE * timed[0][0] + TAKEN_S:
        near = sum(time_s <= NOISE * timed[0][0] + TAKEN_S for time_s, *_ in timed)
        more = f" and {near - _NAMED} more" if near > _NAMED else ""
        return f"too close to call: {', '.join(names[:near])}{more}"
    return " before ".join(names[:2])


def of(judged: Judged) -> dict[Case, ModelVerdict]:
    """The verdict on each model of a problem; empty where there are none."""
    shared = [row for row in judged.tasks if (row.family, row.instance) in judged.problems]
    return verdicts(shared, judged.unsound)


def lines(found: Mapping[Case, ModelVerdict], problems: Mapping[tuple[str, str], Mapping[str, Any]]) -> Iterator[str]:
    """The verdicts as lines of text, problem by problem. problems: the expected answers of each, by goal."""
    width = max(len(model) for *_, model in found)
    for problem in sorted(problems):
        yield heading(problem[1], problems[problem], " ")
        models = _by_model(found, problem)
        wide = max(len(each.state) for _, each in models)
        yield from (f"  {model:{width}}  {each.state:{wide}}  {each.words}" for model, each in models)
        yield f"  fastest: {fastest(found, problem)}"


def as_json(found: Mapping[Case, ModelVerdict]) -> list[dict[str, str]]:
    """The verdicts for `--json`."""
    return [
        {"family": family, "problem": problem, "model": model, "state": verdict.state, "words": verdict.words}
        for (family, problem, model), verdict in found.items()
    ]


def heading(problem: str, expected: Mapping[str, Any], gap: str) -> str:
    """A problem with its expected answers, after a gap."""
    said = [str(answer) if goal == "first" else f"{goal} {answer}" for goal, answer in expected.items()]
    return f"{problem}{gap}(expected: {', '.join(said)})" if said else problem


def _by_model(found: Mapping[Case, ModelVerdict], problem: tuple[str, str]) -> list[tuple[str, ModelVerdict]]:
    return [(model, each) for (*its, model), each in found.items() if (*its,) == problem]


def _verdict(rows: list[RunRecord], several: bool, elsewhere: list[str]) -> ModelVerdict:
    """The verdict on a model by its rows on a problem.

    several: whether several solvers ran, so that the fastest one is named.
    elsewhere: other problems on which the model is wrong.
    """
    for state, checks in _CHECKS.items():
        if against := [row for row in rows if row.check in checks]:  # the easiest goal's message says most
            easiest = min(against, key=lambda row: (GOALS.index(row.goal), row.solver))
            return ModelVerdict(state, _short(easiest.message))
    goals = [goal for goal in GOALS if any(row.goal == goal for row in rows)]
    solved = {goal: [row for row in rows if row.goal == goal and row.proven and not row.late] for goal in goals}
    if left := [goal for goal in goals if not solved[goal]]:
        tried = [row for row in rows if row.goal == left[0]]
        if row := next((row for row in tried if row.ended in _LIMITS or row.late), None):  # its solver took the model
            return ModelVerdict(OPEN, f"{', '.join(left)}: not within the limit of {_LIMITS.get(row.ended, 'time')}")
        return ModelVerdict(FAILED, _short(tried[0].message or tried[0].ended))
    failed = sorted({row.solver for row in rows if row.ended in FAULTS})
    besides = f"; failed on {', '.join(failed)}" if failed else ""
    best = [min(own, key=lambda row: row.wall_s or 0.0) for own in solved.values()]
    if not all(any(row.check == "valid" for row in own) for own in solved.values()):
        return ModelVerdict(UNCHECKED, _times(best, several) + besides)
    if elsewhere:
        return ModelVerdict(RIGHT, f"here, and wrong on {', '.join(elsewhere)}{besides}")
    return ModelVerdict(RIGHT, _times(best, several) + besides, best[-1].wall_s or 0.0, best[-1].disturbed)


def _times(rows: list[RunRecord], several: bool) -> str:
    texts = [(f"{row.goal} {_seconds(row.wall_s or 0.0)}", row.solver) for row in rows]
    return ", ".join(f"{text} by {solver}" if several else text for text, solver in texts)


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value < 9.95 else f"{value:.0f} s"


def _short(message: str) -> str:
    """A message without the name of a checker's file."""
    return message.partition(".py: ")[2] or message
