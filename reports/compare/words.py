"""The comparison in words and tables, block by block."""

from collections import Counter
from itertools import groupby
from typing import Any

from reports.compare.blocks import Block, Heading, Lines, Table
from reports.compare.pairing import Campaign, Case, differences
from reports.compare.ratios import Ratio
from reports.compare.summary import BOTH, SLIGHT, Comparison, Group
from reports.compare.verdicts import NOISE, VERDICTS, Side, Verdict
from reports.scores import FEW, LEVEL
from reports.text.english import as_ratio, count, seconds, some

_BAD = ("slower", "lost", "contradictory")
_GOOD = ("faster", "new")
_HEADER = ["", "pairs", "seconds B/A", "nodes B/A", "faster", "slower", "new", "lost", "bounded", ""]
_SPARE = (8, 4, 5)  # columns that are left out on a narrow terminal
_TITLES = {
    "solver": "solvers",
    "formulation": "{}, formulations of several solvers",
    "configuration": "{}, configurations",
}
_COLUMNS = (
    *Case._fields, "verdict", "runs", "a_state", "b_state", "a_s", "b_s", "ratio", "bound", "a_nodes", "b_nodes",
    "nodes_ratio",
)  # fmt: skip


def blocks(found: Comparison, bound: float, floor_s: float, most: int | None) -> list[Block]:
    """The whole report; most: how many cases a list shows and whether all groups are shown (None: everything)."""
    return [
        *_what(found),
        Heading("What became of the cases"),
        _counts(found),
        *_ratios(found, floor_s, most),
        *_changes(found, most),
        *_lists(found, most),
        *_result(found, bound),
    ]


def csv_rows(found: Comparison) -> list[list[Any]]:
    """A row for each case, paired or not, with a header."""
    rows: list[list[Any]] = [list(_COLUMNS)]
    for verdict in found.verdicts:
        a, b = verdict.a, verdict.b
        rows.append([
            *verdict.case, verdict.word, verdict.runs, a.state, b.state, a.seconds, b.seconds, verdict.time,
            verdict.bound, a.nodes, b.nodes, verdict.nodes,
        ])  # fmt: skip
    alone = {"only A": found.pairing.only_a, "only B": found.pairing.only_b, "other instance": found.pairing.changed}
    empty = [None] * (len(_COLUMNS) - len(Case._fields) - 1)
    return rows + [[*case, word, *empty] for word, cases in alone.items() for case in cases]


def values(found: Comparison) -> dict[str, Any]:
    """The comparison for JSON: the rows of `csv_rows` as objects, the ratios of the groups, and what is wrong."""
    columns, *rows = csv_rows(found)
    return {
        "a": found.a.folder,
        "b": found.b.folder,
        "seconds_judged": found.judged,
        "regressions": found.regressions,
        "contradictions": list(map(str, found.clashes)),
        "groups": [
            {
                "kind": group.kind, "family": group.family, "name": group.name, "word": group.word,
                "cases": group.counts, "seconds": _values(group.time), "nodes": _values(group.nodes),
            }
            for group in found.groups
        ],
        "cases": [dict(zip(columns, row, strict=True)) for row in rows],
    }  # fmt: skip


def _values(ratio: Ratio | None) -> dict[str, Any] | None:
    if ratio is None:
        return None
    interval = {"low": ratio.low, "high": ratio.high} if ratio.known else {}
    return {"mean": ratio.mean, "pairs": ratio.number, **interval}


def _what(found: Comparison) -> list[Block]:
    told: list[str] = []
    for name, campaign in (("A", found.a), ("B", found.b)):
        told += [_campaign(name, campaign), *(f"{name}: {remark}" for remark in campaign.rows.remarks)]
    differing = differences(pair for pairs in found.pairing.pairs.values() for pair in pairs)
    differing_words = [f"Differing {kind}: {some(values, 6)}." for kind, values in differing.items()]
    notices = []
    if "limits" in differing:
        notices.append("Pairs with different limits are judged at the smaller one: what was solved beyond it is out.")
    if not found.pairing.same_machine:
        judged = "compared all the same" if found.judged else "shown as ratios, but no verdict rests on them"
        notices.append(f"A and B ran on different machines: seconds are {judged}.")
    disturbed = [sum(record.disturbed for record in campaign.rows.records) for campaign in (found.a, found.b)]
    if any(disturbed):
        notices.append(f"Runs that started beside other load: {disturbed[0]} of A, {disturbed[1]} of B.")
    return [Lines(told), *([Lines(differing_words + notices)] if differing_words + notices else [])]


def _campaign(name: str, campaign: Campaign) -> str:
    records = campaign.rows.records
    processors = sorted({record.cpu_model for record in records if record.cpu_model})
    facts = [
        count(len(records), "run"),
        " to ".join(sorted({min(r.started_at for r in records)[:10], max(r.started_at for r in records)[:10]} - {""})),
        "commit " + some(sorted({record.git_commit for record in records if record.git_commit}) or ["unknown"], 3),
        some(processors, 3) if processors else "",
    ]
    return f"{name}  {campaign.folder}: {', '.join(fact for fact in facts if fact)}"


def _counts(found: Comparison) -> Table:
    """How many cases have which verdict, and how many are in one campaign alone."""
    pairing = found.pairing
    rows = [[word, str(len(found.of(word))), meaning] for word, meaning in VERDICTS.items() if found.of(word)]
    for word, number, meaning in (
        ("contradictory", len(found.clashes), "answers that exclude each other, or that a check refuted"),
        ("only A", len(pairing.only_a), "no run of B with these options, threads, seed and repetition"),
        ("only B", len(pairing.only_b), "no run of A with these options, threads, seed and repetition"),
        ("other instance", len(pairing.changed), "same name, other content: not compared"),
        ("unpaired runs", pairing.dropped, "of paired cases, with a seed or repetition that the other lacks"),
    ):
        rows += [[word, str(number), meaning]] if number else []
    return Table(["case", "cases", ""], rows, [_tone(row[0]) for row in rows])


def _ratios(found: Comparison, floor_s: float, most: int | None) -> list[Block]:
    rows, tones, hidden = [], [], 0
    for (kind, family), own in groupby(found.groups, lambda group: (group.kind, group.family)):
        groups = list(own)
        kept = [group for group in groups if most is None or kind in ("all", "solver") or group.changed]
        hidden += len(groups) - len(kept)
        if kind != "all" and kept:
            rows.append([_TITLES[kind].format(family), *[""] * (len(_HEADER) - 1)])
            tones.append("title")
        rows += [_row(group, found.judged) for group in kept]
        tones += [_tone(group.word) if found.judged else "" for group in kept]
    intervals = sum(group.time is not None and group.time.known for group in found.groups)
    text = (
        f"Geometric means over cases that both solved, without those under {floor_s:g} s in both (a shorter time "
        f"counts as {floor_s:g} s), with {LEVEL:.0%} bootstrap intervals from {FEW} cases on: below 1, B is faster. "
        f"Called faster or slower where the interval excludes 1 and the mean is off by {SLIGHT - 1:.0%} or more"
        + f"; of {intervals} intervals about {intervals * (1 - LEVEL):.0f} miss by chance" * (intervals >= 10)
        + ". Bounded: cases counted too that one of them alone solved, the other's time being a bound."
    )
    more = [f"{count(hidden, 'row')} in which nothing changed: --all shows them."] if hidden else []
    return [Heading("Ratios"), Table(_HEADER, rows, tones, _SPARE), Lines([text, *more])]


def _row(group: Group, judged: bool) -> list[str]:
    counts = [str(group.counts[word] or "·") for word in ("faster", "slower", "new", "lost")]
    bounded = as_ratio(group.bounded.mean, group.bounded.bound) if group.bounded else "·"
    both = sum(group.counts[word] for word in BOTH)
    word = {"few": "", "alike": ""}.get(group.word, group.word) if judged else "not judged"
    return [group.name, str(both), _ratio(group.time), _ratio(group.nodes), *counts, bounded, word]


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return "–"
    interval = f" [{_digits(ratio.low)}, {_digits(ratio.high)}]" if ratio.known else ""
    return _digits(ratio.mean) + interval


def _digits(value: float) -> str:
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def _changes(found: Comparison, most: int | None) -> list[Block]:
    told: list[Block] = []
    for word in ("lost", "slower", "new", "faster"):
        cases = found.of(word)
        if cases:
            cases.sort(key=lambda verdict: -abs(_log(verdict)))
            shown_cases = cases[:most]
            rest = f", the {len(shown_cases)} furthest apart" if len(shown_cases) < len(cases) else ""
            rows = [[str(v.case), _time(v.a), _time(v.b), _times(v)] for v in shown_cases]
            told += [Heading(f"{_TITLE[word]}: {count(len(cases), 'case')}{rest}", _tone(word))]
            told += [Table(["", "A (s)", "B (s)", "B/A"], rows, [""] * len(rows))]
    if word_of_rule := found.of("slower", "faster"):
        several = f" and, of {FEW} runs or more, the interval of their ratios excludes 1" * any(
            verdict.runs >= FEW for verdict in word_of_rule
        )
        told.append(
            Lines(
                [f"A case is faster or slower where its seconds differ by the floor and by {NOISE - 1:.0%}{several}."]
            )
        )
    return told


_TITLE = {"lost": "Lost", "slower": "Slower", "new": "Newly solved", "faster": "Faster"}


def _lists(found: Comparison, most: int | None) -> list[Block]:
    told: list[Block] = []
    pairing = found.pairing
    other = "Another instance of the same name"
    for title, cases in (("Only in A", pairing.only_a), ("Only in B", pairing.only_b), (other, pairing.changed)):
        if cases:
            numbers = Counter(f"{case.family} {case.goal} {case.configuration}" for case in cases)
            texts = [f"{name}: {count(number, 'instance')}" for name, number in numbers.items()]
            told += [Heading(f"{title}: {count(len(cases), 'case')}"), Lines(_first(texts, most))]
    if found.clashes:
        told += [Heading("Contradictory", "bad"), Lines(_first(list(map(str, found.clashes)), most), "bad")]
    return told


def _result(found: Comparison, bound: float) -> list[Block]:
    within = len(found.of("lost")) - sum(words.startswith("lost: ") for words in found.regressions)
    notes = [
        f"Not counted: {count(within, 'lost case')} that ran out of time before {bound:g} times the seconds of A."
    ] * bool(within)
    if not found.regressions:
        unpaired = len(found.pairing.only_a)
        beside = f"; {count(unpaired, 'case')} of A without a pair in B" if unpaired else ""
        return [Heading(f"No regression past {bound:g}{beside}", "good"), Lines(notes)]
    title = f"{count(len(found.regressions), 'regression')} past {bound:g}"
    return [Heading(title, "bad"), Lines(found.regressions, "bad"), Lines(notes)]


def _time(side: Side) -> str:
    used = seconds(side.seconds)
    return used if side.state == "solved" else f"{side.why}" + (f" at {used}" if side.seconds == side.seconds else "")


def _times(verdict: Verdict) -> str:
    return as_ratio(verdict.time, verdict.bound) if verdict.time is not None else "–"


def _log(verdict: Verdict) -> float:
    from math import log

    return log(verdict.time) if verdict.time else 0.0


def _first(texts: list[str], most: int | None) -> list[str]:
    rest = len(texts) - len(texts[:most])
    return texts[:most] + ([f"and {rest} more: --all or --out FILE.csv"] if rest else [])


def _tone(word: str) -> str:
    return "bad" if word in _BAD else "good" if word in _GOOD else ""
