"""Every climb in numbers, as files beside the document."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Table
from tilings.reports.english import as_ratio, seconds
from tilings.reports.reach import first_round, over_time, reach, winners, words
from tilings.reports.reach.reach import best

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings


PLACE = 75


def chapter(given: Results, found: Findings) -> Chapter:
    """The reach of every solver; beside the document that of every configuration, and the numbers of the first page."""
    if not found.climbs:
        return Chapter("")
    title = f"Every climb in numbers: {len(found.climbs)} under the last limit, before them all solvers under the first"
    tables = first_round.tables(given, found)
    return Chapter(title, [*tables, reach.configurations(found.reaches), results(found)])


def results(found: Findings) -> Table:
    """Every number of the first page, with its meaning."""
    won, gains = winners.won(found.standings), over_time.gains(found.steps)
    equal = sum(each.equal for each in found.standings)
    rows = [["all", "ladders", str(len(found.standings))], ["all", "ladders whose best are equal", str(equal)]]
    rows += [["all", "ladders undecided", str(len(found.standings) - won.total() - equal)]]
    rows += [[name, "ladders led", str(number)] for name, number in won.items()]
    for standing in found.standings:
        for rival, verdict, pairs in ((duel.rival, duel.verdict, duel.pairs) for duel in standing.duels if duel.pairs):
            both = f"{standing.leader.climb.configuration}, {rival.climb.configuration}"
            subject = f"{words.name(standing.ladder)}: {both}"
            numbers = {"pairs": pairs, "wins": verdict.wins, "losses": verdict.losses}
            rows += [[subject, name, str(number)] for name, number in numbers.items()]
            rows.append([subject, "median ratio of times", as_ratio(verdict.median_ratio)])
    for ladder, group in found.reaches.items():
        rows += [[words.name(ladder), "limit in seconds", f"{ladder.limit_s:g}"]]
        rows += [[words.name(ladder), "a tenth of the limit", f"{ladder.limit_s / over_time.TENFOLD:g}"]]
        for each in best(group, native=True):
            if each.size is None:
                continue
            subject = f"{words.name(ladder)}: {each.climb.configuration}"
            rows.append([subject, f"reach, {words.measure(ladder)}", f"{each.size:g}"])
            if (rung := each.climb.rung(each.size)) and rung.tried:
                rows.append([subject, "seconds at the reach", seconds(rung.time_s)])
    if len(gains) >= over_time.FEW:
        rows.append(["all", "percent further in ten times the time, median", f"{100 * median(gains):.0f}"])
        rows.append(["all", "pairs of a paradigm and a ladder with a reach at both times", str(len(gains))])
    return Table(
        ["subject", "quantity", "value"], rows, "every number of the first page.", "results", left=2, beside=True
    )
