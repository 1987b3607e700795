"""The state of a campaign as text for a terminal: wrong answers first."""

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from tilings.models.terminal.ansi import paint
from tilings.models.terminal.phrases import counted, span
from tilings.runners.record import verdicts
from tilings.runners.record.schema import RunRecord
from tilings.runners.status.shards import Shard
from tilings.runners.status.state import State

_SOLVER_AND_GOAL = attrgetter("solver", "goal")
_MOST = 20  # of lines of one kind


def lines(state: State, colours: bool = False) -> Iterator[str]:
    """The whole text, with codes of colours for a stream that shows them."""
    for wrong in alarms(state):
        yield paint(wrong, "red", bold=True) if colours else wrong
    yield paint(headline(state), bold=True) if colours else headline(state)
    yield from (f"  {line}" for line in facts(state))
    for axis in ("solver", "family"):
        yield ""
        yield from table(state, axis)
    if state.models:
        yield ""
        if state.left:
            yield "models, by the runs made so far"
        told = {
            case: replace(each, words="as above") for case, each in state.models.items() if each.state == verdicts.APART
        }
        yield from verdicts.lines(state.models | told, state.problems)
    running = []
    for run in (run for shard in state.shards for run in shard.running if shard.state == "working"):
        shard = f"{run.shard}: " if len(state.shards) > 1 else ""
        what = f"{run.solver}/{run.formulation} on {run.family}/{run.instance}, goal {run.goal}"
        running.append(f"  {shard}{what}, {span(run.for_s)} of {span(run.wall_limit_s)}")
    if running:
        yield from ("", "running", *_first(running))
    if state.remarks:
        yield from ("", *_first(list(state.remarks)))


def alarms(state: State) -> list[str]:
    """A line for each wrong answer, of all solvers and goals that give it, and for each contradiction.

    The wrong models of problems are one line; their table says what is wrong.
    """
    alike: dict[tuple[str, str, str, str, str], list[RunRecord]] = defaultdict(list)
    for row in state.wrong:
        if (row.family, row.instance) not in state.problems:
            alike[row.check, row.formulation, row.family, row.instance, row.message].append(row)
    models = [row for row in state.wrong if (row.family, row.instance) in state.problems]
    wrong = [f"WRONG ANSWERS: {words}" for words in verdicts.wrong(models, state.problems)]
    for (check, formulation, family, instance, message), own in alike.items():
        solvers, goals = (", ".join(dict.fromkeys(words)) for words in zip(*map(_SOLVER_AND_GOAL, own), strict=True))
        wrong.append(f"WRONG ANSWER ({check}): {solvers}/{formulation} on {family}/{instance}, goal {goals}: {message}")
    return _first([*wrong, *state.contradictions])


def headline(state: State) -> str:
    """The numbers of runs made, running and left, in one line."""
    name = state.folder.name
    if state.planned is None:
        if state.state == "waiting":
            return f"{name}: submitted as job {', '.join(state.jobs)}, not begun"
        return f"{name}: {counted(state.made, 'run', commas=True)} made; there is no plan of all runs"
    share = f"{100 * state.made // max(1, state.planned)} %"
    made = f"{name}: {state.made:,} of {state.planned:,} runs made ({share})"
    if state.state == "done":
        return f"{made}, done"
    words = {"working": f"{state.running} running", "silent": "no process is running", "stopped": "stopped"}
    return f"{made}, {words[state.state]}, {state.left:,} left"


def facts(state: State) -> Iterator[str]:
    """Lines on answers, rate, expected end, core-hours and shards."""
    others = {
        "assumed": state.assumed, "disturbed": state.disturbed, "interrupted": state.came_to_nothing,
        "to repeat": state.to_make_again,
    }  # fmt: skip
    counts = [f"{state.solved:,} solved", *(f"{number:,} {what}" for what, number in others.items() if number)]
    yield f"answers  {', '.join(counts)}"
    if rate := state.rate:
        yield f"rate     {rate.per_minute:.3g} runs a minute in the last {span(rate.over_s)}"
    if expected := state.expected:
        end = "unknown: stopped; resume it to finish"
        if expected.seconds is not None and expected.end_at is not None:
            end = f"about {clock(expected.end_at, state.looked_at)}, in {span(expected.seconds)}"
        yield f"end      {end}; {_core_hours(expected.core_hours)} to go"
        like_none = f"; {expected.runs_like_none:,} others assumed to time out"
        yield f"         (estimated from similar runs{like_none if expected.runs_like_none else ''})"
    spent = state.core_hours
    used = _core_hours(spent.used)
    if spent.budget is not None:
        used += f" of a budget of {spent.budget:g} ({100 * spent.used / spent.budget:.0f} %)"
    if spent.at_most_left:
        used += f"; at most {_core_hours(spent.at_most_left)} more"
    yield f"used     {used}"
    yield from _shards(state)
    if state.other_rows:
        yield f"besides  {counted(state.other_rows, 'recorded run', commas=True)}, not in this plan"


def _shards(state: State) -> Iterator[str]:
    """The number of shards in each state, and a line for each that is silent or stopped."""
    if not state.shards:
        yield "shards   no plan yet"
        return
    several = len(state.shards) + state.shards_waiting > 1
    groups = {
        word: [shard for shard in state.shards if shard.state == word]
        for word in ("working", "done", "silent", "stopped")
    }
    if several:
        counts = {word: len(group) for word, group in groups.items()} | {"not begun": state.shards_waiting}
        yield f"shards   {', '.join(f'{count} {word}' for word, count in counts.items() if count)}"
    inactive = [_inactive(shard, state.looked_at) for shard in groups["silent"] + groups["stopped"]]
    yield from _first([f"{'' if several else 'shard':8} {line}" for line in inactive])


def _inactive(shard: Shard, now: float) -> str:
    again = f" and {shard.again:,} to repeat" if shard.again else ""
    left = f"{shard.shard}, {counted(shard.left, 'run', commas=True)} left{again}"
    if shard.at is None:
        return f"{left}: no heartbeat"
    since = span(max(0.0, now - shard.at))
    if shard.state == "stopped":
        return f"{left}: stopped {since} ago on {shard.host}"
    return f"{left}: no heartbeat since {since} from {shard.host}"


def table(state: State, axis: str) -> Iterator[str]:
    """The numbers of each solver or family, with a line of titles."""
    parts = state.by_solver if axis == "solver" else state.by_family
    width = max([len(axis), *(len(part.name) for part in parts)])
    wrong = any(part.wrong for part in parts)
    titles = f"{axis:{width}} {'made':>8} {'of':>8} {'running':>8} {'left':>8} {'solved':>8} {'core-h':>8}"
    yield titles + (f" {'wrong':>6}" if wrong else "")
    for part in parts:
        of, left = (f"{number:,}" if number is not None else "?" for number in (part.planned, part.left))
        hours = "<0.01" if 0 < part.core_hours < 0.005 else f"{part.core_hours:,.2f}"
        numbers = f"{part.made:8,} {of:>8} {part.running or '':>8} {left:>8} {part.solved:8,} {hours:>8}"
        yield f"{part.name:{width}} {numbers}" + (f" {part.wrong or '':>6}" if wrong else "")


def _first(lines: list[str]) -> list[str]:
    """The first of many lines, and the number of the others."""
    return lines if len(lines) <= _MOST else [*lines[:_MOST], f"… and {len(lines) - _MOST:,} more (see --json)"]


def clock(at: float, now: float) -> str:
    """A time of day, with the day unless it is today."""
    then, today = time.localtime(at), time.localtime(now)
    return time.strftime("%H:%M" if then[:3] == today[:3] else "%a %d %b %H:%M", then)


def _core_hours(number: float) -> str:
    return f"{60 * number:.2g} core-minutes" if number < 0.1 else f"{number:.3g} core-hours"
