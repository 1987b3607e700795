"""The climbs for the page: each with the run behind each size, so that the reach at any shorter limit can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilings.reports.english import listed
from tilings.reports.plot.style import colour, label
from tilings.reports.reach import finals, words
from tilings.reports.reach.over_time import WIDE
from tilings.runners.record.climbs import Rung, climbs
from tilings.runners.record.paired import AHEAD, OPEN
from tilings.runners.record.schema import SKIPPED, configuration

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings
    from tilings.reports.reach.winners import Duel, Standing
    from tilings.runners.record.climbs import Climb


def of(results: Results, found: Findings) -> list[dict[str, Any]]:
    """The ladders in the report's order, each with its key (family, ladder and goal), its name, the verdict on its
    leader, its duels in a sentence, the leader, its duels with the best of each other paradigm, its measure, the
    words for sizes that stand for boards of two sides, its limit in seconds, whether its sizes are drawn on a
    logarithmic axis, and its climbs, the furthest first, then those that ended in earlier rounds.

    A duel has the rival and what the pairs say of the leader.
    A climb has the configuration, its paradigm and colour, whether it is ranked, and its rungs that were tried: size,
    the seconds within which it is held (None where it is not), and the number of a run among the records.
    """
    rows = {record.run_id: number for number, record in enumerate(results.records)}
    standings = {each.ladder: each for each in found.standings}
    made = []
    for ladder, group in found.contestants.items():
        sizes = [rung.size for climb in group for rung in climb.tried if rung.held]
        if sizes:
            made.append({
                "key": [ladder.family, ladder.name, ladder.goal], "name": words.name(ladder),
                **_verdict(standings.get(ladder)), "measure": words.measure(ladder),
                "sides": {f"{rung.size:g}": words.sized(ladder, rung.size)
                          for climb in group for rung in climb.tried if rung.size % 1},
                "limit": ladder.limit_s, "wide": max(sizes) > WIDE * min(sizes),
                "climbs": [_climb(climb, rows) for climb in group],
            })  # fmt: skip
    return made


def assumed(results: Results) -> dict[int, int]:
    """The number of each run that was skipped, and of the run for which it is assumed to be solved.

    That is the one behind the least size, from its own on, that the same climb tried and held. A skipped run without
    one is left out: nothing supports the assumption.
    """
    rows = {record.run_id: number for number, record in enumerate(results.records)}
    brief = climbs(
        results.as_tasks, results.kinds, results.fair, shortest=True
    )  # of configurations out of later rounds
    of = {(each.ladder.key, each.ladder.kind, each.configuration): each for each in (*brief, *results.climbs)}
    found = {}
    for number, (run, kind) in enumerate(zip(results.as_tasks, results.kinds, strict=True)):
        if run.ended != SKIPPED or run.rung is None:
            continue
        climb = of.get(((run.family, run.ladder, run.goal), kind, configuration(run)))
        above = [rung for rung in climb.tried if rung.held and rung.size >= run.rung] if climb else []
        if climb and above:
            found[number] = rows[_behind(climb, above[0])]
    return found


def _verdict(standing: Standing | None) -> dict[str, Any]:
    if standing is None:
        return {"verdict": "", "said": "", "leader": "", "duels": []}
    duels = [{"rival": duel.rival.climb.configuration, "words": _words(duel)} for duel in standing.duels]
    return {
        "verdict": standing.words, "said": _said(standing), "leader": standing.leader.climb.configuration,
        "duels": duels,
    }  # fmt: skip


def _words(duel: Duel) -> str:
    decided = "undecided" if duel.verdict.decided == OPEN else duel.verdict.decided
    return f"{decided}, {finals.score(duel)}"


def _said(standing: Standing) -> str:
    """All duels in a sentence; those won in few words."""
    won = [duel for duel in standing.duels if duel.verdict.decided == AHEAD]
    parts = [_words(duel) for duel in standing.duels if duel not in won]
    if won:
        each = [f"{duel.rival.name} ({_pairs(duel)})" for duel in won]
        parts.append(f"ahead of {listed(each)}")
    return f"{standing.leader.climb.configuration}: {'; '.join(parts)}." if parts else ""


def _pairs(duel: Duel) -> str:
    return f"{duel.verdict.wins} of {duel.pairs} pairs won" if duel.pairs else "solves none"


def _behind(climb: Climb, rung: Rung) -> str:
    """The run whose time is nearest to that of a rung, or to the limit where the rung is not held."""
    near = rung.time_s if rung.held else climb.ladder.limit_s
    return min(rung.cases, key=lambda case: abs(case.time_s - near)).run.run_id


def _climb(climb: Climb, rows: Mapping[str, int]) -> dict[str, Any]:
    steps = climb.steps
    rungs = [[rung.size, steps.get(rung.size), rows[_behind(climb, rung)]] for rung in climb.tried]
    return {
        "configuration": climb.configuration, "paradigm": label(climb.paradigm), "colour": colour(climb.paradigm),
        "ranked": climb.ranked, "rungs": rungs,
    }  # fmt: skip
