"""The state of a campaign as text for a terminal: wrong answers first."""

import time
from collections.abc import Iterable, Iterator

from tilings.models.terminal.ansi import paint
from tilings.models.terminal.phrases import counted
from tilings.runners.status.shards import Running, Shard
from tilings.runners.status.state import CoreHours, State

_MOST = 20  # of lines of one kind


def lines(value: State, colours: bool = False) -> Iterator[str]:
    """The whole text. colours: for a stream that shows them."""
    for wrong in alarms(value):
        yield paint(wrong, "red", bold=True) if colours else wrong
    head = headline(value)
    yield paint(head, bold=True) if colours else head
    yield from (f"  {line}" for line in facts(value))
    for axis in ("solver", "family"):
        yield ""
        yield from table(value, axis)
    running = [run for shard in value.shards for run in shard.running if shard.state == "working"]
    if running:
        yield ""
        yield "running"
        yield from _some([f"  {_running(run, len(value.shards) > 1)}" for run in running])
    if remarks := value.remarks:
        yield ""
        yield from _some(list(remarks))


def alarms(value: State) -> list[str]:
    """A line for each wrong answer and each contradiction."""
    wrong = [
        f"WRONG ANSWER ({each.check}): {each.solver}/{each.formulation} on {each.family}/"
        f"{each.instance}, goal {each.goal}: {each.message}"
        for each in value.wrong
    ]
    return list(_some([*wrong, *value.contradictions]))


def headline(value: State) -> str:
    """What is done, running and left, in one line."""
    name = value.folder.name
    if value.planned is None:
        if value.state == "waiting":
            return f"{name}: submitted as job {', '.join(value.jobs)}, not begun"
        return f"{name}: {counted(value.made, 'run', commas=True)} made; there is no plan of all runs"
    share = f"{100 * value.made // max(1, value.planned)} %"
    made = f"{name}: {value.made:,} of {value.planned:,} runs made ({share})"
    if value.state == "done":
        return f"{made}, done"
    states = {
        "working": f"{value.running} running",
        "silent": "no active process",
        "stopped": "stopped",
    }
    return f"{made}, {states[value.state]}, {value.left:,} left"


def facts(value: State) -> Iterator[str]:
    """Lines on answers, rate, expected end, budget and shards."""
    notes = [f"{value.solved:,} solved"]
    others = {
        "given up": value.given_up, "disturbed": value.disturbed, "came to nothing": value.came_to_nothing,
        "to be made again": value.to_make_again,
    }  # fmt: skip
    notes += [f"{number:,} {what}" for what, number in others.items() if number]
    yield f"answers  {', '.join(notes)}"
    if rate := value.rate:
        yield f"rate     {rate.per_minute:.3g} runs a minute in the last {span(rate.over_s)}"
    yield from _end(value)
    yield f"used     {_used(value.core_hours)}"
    yield from _shards(value)
    if value.other_rows:
        yield f"besides  {counted(value.other_rows, 'recorded run', commas=True)}, not in this plan"


def _end(value: State) -> Iterator[str]:
    expected = value.expected
    if not expected:
        return
    if expected.seconds is None or expected.end_at is None:
        yield f"end      none while no shard is at work; {_hours(expected.core_hours)} to go"
    else:
        when = clock(expected.end_at, value.looked_at)
        yield f"end      about {when}, in {span(expected.seconds)}; {_hours(expected.core_hours)} to go"
    like = "estimated from similar runs"
    if expected.runs_like_none:
        like += f"; {expected.runs_like_none:,} without one count their full limit"
    yield f"         ({like})"


def _used(spent: CoreHours) -> str:
    used = _hours(spent.used)
    if spent.budget is not None:
        share = 100 * spent.used / spent.budget
        used = f"{used} of a budget of {spent.budget:g} ({share:.0f} %)"
    return used + (f"; at most {_hours(spent.at_most_left)} more" if spent.at_most_left else "")


def _shards(value: State) -> Iterator[str]:
    shards, now = value.shards, value.looked_at
    if not shards:
        yield "shards   none has written a plan"
        return
    several = len(shards) + value.shards_waiting > 1
    if several:
        states = ("working", "done", "silent", "stopped")
        counts = [(state, sum(shard.state == state for shard in shards)) for state in states]
        counts.append(("not begun", value.shards_waiting))
        yield f"shards   {', '.join(f'{count} {state}' for state, count in counts if count)}"
    silent = [shard for shard in shards if shard.state in ("silent", "stopped")]
    silent.sort(key=lambda shard: shard.state == "stopped")
    yield from _some([f"{'' if several else 'shard':8} {_still(shard, now)}" for shard in silent])


def _still(shard: Shard, now: float) -> str:
    again = f" and {shard.again:,} to be made again" if shard.again else ""
    what = f"{shard.shard}, {counted(shard.left, 'run', commas=True)} left{again}"
    if shard.at is None:
        return f"{what}: no sign of life"
    since = span(max(0.0, now - shard.at))
    if shard.state == "stopped":
        return f"{what}: stopped {since} ago on {shard.host}"
    return f"{what}: no sign since {since} from {shard.host}"


def table(value: State, axis: str) -> Iterator[str]:
    """The numbers of each solver or family, with a line of titles."""
    rows = value.by_solver if axis == "solver" else value.by_family
    width = max([len(axis), *(len(row.name) for row in rows)])
    wrong = any(row.wrong for row in rows)
    yield f"{axis:{width}} {'made':>8} {'of':>8} {'running':>8} {'left':>8} {'solved':>8} {'core-h':>8}" + (
        f" {'wrong':>6}" if wrong else ""
    )
    for row in rows:
        of, left = (f"{number:,}" if number is not None else "?" for number in (row.planned, row.left))
        yield (
            f"{row.name:{width}} {row.made:8,} {of:>8} {row.running or '':>8} {left:>8} {row.solved:8,} "
            f"{hours(row.core_hours):>8}"
        ) + (f" {row.wrong or '':>6}" if wrong else "")


def _running(run: Running, many: bool) -> str:
    shard = f"{run.shard}: " * many
    what = f"{run.solver}/{run.formulation} on {run.family}/{run.instance}, goal {run.goal}"
    return f"{shard}{what}, {span(run.for_s)} of {span(run.wall_limit_s)}"


def _some(found: list[str]) -> Iterable[str]:
    """The first of many lines, and how many more there are."""
    return found if len(found) <= _MOST else [*found[:_MOST], f"… and {len(found) - _MOST:,} more (see --json)"]


def span(seconds: float) -> str:
    """A length of time in at most two units, such as ``2 h 5 min``."""
    whole = round(seconds)
    for unit, length, lesser, part in (("d", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if whole >= length:
            rest = whole % length // part
            return f"{whole // length} {unit}" + (f" {rest} {lesser}" if rest else "")
    return f"{whole} s"


def clock(at: float, now: float) -> str:
    """A time of day, with the day where it is not today."""
    then, today = time.localtime(at), time.localtime(now)
    return time.strftime("%H:%M" if then[:3] == today[:3] else "%a %d %b %H:%M", then)


def _hours(number: float) -> str:
    return f"{60 * number:.2g} core-minutes" if number < 0.1 else f"{number:.3g} core-hours"


def hours(number: float) -> str:
    """Hours as they stand in a table."""
    return "<0.01" if 0 < number < 0.005 else f"{number:,.2f}"
