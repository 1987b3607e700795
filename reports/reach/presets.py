"""Would a solver get further with other settings? Its presets, chosen on some rungs and judged on others.

Of each configuration on each ladder, the preset is chosen on every other rung up to half of the default's reach: the
one that holds the most of these, of equal ones that with the least geometric mean of its times over those of the
default, of equal ones the default. It is judged by its reach on all other rungs, and so are the default and each other
preset: the best of these is known in hindsight only, and nobody could have chosen it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.english import count, listed, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.cells import matrix
from tilings.reports.plot.style import colour
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach, best, observed, reaches
from tilings.runners.record.climbs import Climb, RecordedLadder, by_ladder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 45
DEFAULT = "default"
_SAME = "on every ladder the same paradigm gets furthest"
_Bests = dict[RecordedLadder, list[Reach]]
_SHADES = {"further with the chosen preset": "#bfe3c7", "as far": "#ececec", "less far": "#f3c6bd"}
_HOW = (
    "A preset is a setting that the solver's own documentation names. For each solver and model it is chosen on every "
    "other size up to half of the default's reach, and judged by the reach on the remaining sizes. The furthest is no "
    "verdict: no pairs were run."
)
_SENTENCE = (
    "Reach of the paradigm's furthest solver and model by default → with the chosen presets (with the best presets in "
    "hindsight); a single number: no change. Exact cover has no presets."
)


@dataclass(frozen=True)
class Choice:
    """The presets of a configuration on a ladder, on the rungs that judge them. rungs: the sizes that chose.

    default, chosen, best: the reach with the solver's defaults, with the chosen preset, with the best one afterwards.
    """

    default: Reach
    chosen: Reach
    best: Reach
    rungs: tuple[float, ...]

    @property
    def ladder(self) -> RecordedLadder:
        return self.default.climb.ladder

    @property
    def contestant(self) -> str:
        return self.default.climb.configuration


def choices(found: Sequence[Climb]) -> list[Choice]:
    """The choice of each configuration that was run with its default and a preset, by ladder."""
    made = []
    for group in by_ladder(found).values():
        own: dict[str, list[Climb]] = {}
        for climb in group:
            own.setdefault(climb.plain, []).append(climb)
        made += [choice for alike in own.values() if (choice := _choice(alike))]
    return sorted(made, key=lambda each: (words.place(each.ladder), each.contestant))


def _bests(found: Sequence[Climb], made: Sequence[Choice]) -> list[_Bests]:
    """Each paradigm's best on the rungs that judge: with the defaults, the chosen presets, the best ones afterwards."""
    picked = {(each.ladder, each.contestant): (each.default, each.chosen, each.best) for each in made}
    judged = []
    for climb in [climb for climb in found if not climb.preset]:
        choice = picked.get((climb.ladder, climb.configuration))
        judged.append([each.climb for each in choice] if choice else [climb] * 3)
    return [
        {ladder: ranked for ladder, group in reaches(own).items() if (ranked := best(group))}
        for own in zip(*judged, strict=True)
    ]


def table(found: Sequence[Choice]) -> Table:
    """A row a configuration on a ladder."""
    rows = [
        [words.name(each.ladder), each.default.name, each.contestant, observed(each.default),
         each.chosen.climb.preset or DEFAULT, observed(each.chosen), each.best.climb.preset or DEFAULT,
         observed(each.best)]
        for each in found
    ]  # fmt: skip
    caption = "The presets by name, and the reaches."
    header = ["ladder", "paradigm", "configuration", "default", "chosen", "reach", "best afterwards", "reach"]
    return Table(header, rows, caption, "presets", left=3, beside=True)


def chapter(_: Results, found: Findings) -> Chapter:
    """What the presets change, drawn and as a table beside the document; empty without any."""
    own = found.under_presets
    made, origin = choices(own), found.origin("presets", own)
    if not made:
        return Chapter("")
    bests = _bests(own, made)
    changed = _changed(*bests[:2])
    title = f"Would other settings change it? Another paradigm is the furthest on {len(changed)} of "
    title += count(len(bests[0]), "ladder")
    said = f"{origin}{_HOW} {_said(made, *bests[:2])}"
    drawing = Drawing("", _figure(made, bests), _SENTENCE)
    return Chapter(title, [Words(said), drawing, table(made)], whole=True)


def cell(*own: Reach) -> tuple[str, str]:
    """The text and the shade of a paradigm on a ladder. own: its reaches with the three settings of `_bests`."""
    default, chosen, _ = own
    # Without the blanks of "8 x 9" three sizes have room in a cell.
    sizes = [words.sized(each.climb.ladder, each.size).replace(" ", "") if each.size else "–" for each in own]
    text = sizes[0] if len(set(sizes)) == 1 else f"{sizes[0]} → {sizes[1]} ({sizes[2]})"
    change = _further(chosen, default) - _further(default, chosen)
    return text, list(_SHADES.values())[1 - change]


def _figure(made: Sequence[Choice], bests: Sequence[_Bests]) -> Figure:
    """A row for each ladder, a column for each paradigm that has presets. bests: as of `_bests`."""
    ladders = list(dict.fromkeys(each.ladder for each in made))
    columns = {name: colour(name) for name in paradigms_in_order(each.default.name for each in made)}
    cells = {
        (row, name): cell(*own)
        for (row, ladder), name in product(enumerate(ladders), columns)
        if (own := [each for ranked in bests for each in ranked.get(ladder, ()) if each.name == name])
    }
    return matrix([opened(words.name(ladder)) for ladder in ladders], columns, cells, _SHADES)


def sentence(found: Sequence[Climb]) -> str:
    """Whether another paradigm gets furthest on a ladder with chosen presets; empty without presets."""
    made = choices(found)
    return _said(made, *_bests(found, made)[:2]) if made else ""


def _said(made: Sequence[Choice], before: _Bests, after: _Bests) -> str:
    further = sum(_further(each.chosen, each.default) for each in made)
    nearer = sum(_further(each.default, each.chosen) for each in made)
    text = (
        f"Presets chosen on smaller sizes reach further than the defaults in {further} of "
        f"{count(len(made), 'choice')}, and less far in {nearer}"
    )
    changed = _changed(before, after)
    return f"{text}; {f'another paradigm gets furthest on {listed(changed)}' if changed else _SAME}."


def _changed(before: _Bests, after: _Bests) -> list[str]:
    """The ladders on which another paradigm gets further than the one that got furthest with the defaults, in words."""
    return [
        f"{words.name(ladder)} ({before[ladder][0].name} with the defaults, {first.name} with the presets)"
        for ladder, (first, *rest) in after.items()
        if any(_further(first, each) for each in rest if each.name == before[ladder][0].name)
    ]


def _choice(alike: list[Climb]) -> Choice | None:
    default = next((climb for climb in alike if not climb.preset), None)
    if default is None or len(alike) < 2:
        return None
    half = (default.reach or 0) / 2
    learnt = {rung.size for rung in [rung for rung in default.rungs if rung.size <= half][::2]}
    order = [default, *(climb for climb in alike if climb.preset)]
    chosen = min(order, key=lambda climb: _score(climb, default, learnt))
    judging = {
        climb.configuration: replace(climb, rungs=tuple(rung for rung in climb.rungs if rung.size not in learnt))
        for climb in order
    }
    best = max(judging.values(), key=lambda climb: climb.reach or 0)
    own, picked = judging[default.configuration], judging[chosen.configuration]
    judged = {climb.configuration: next(iter(reaches([climb]).values()))[0] for climb in (own, picked, best)}
    reached = [judged[climb.configuration] for climb in (own, picked, best)]
    return Choice(reached[0], reached[1], reached[2], tuple(sorted(learnt)))


def _score(climb: Climb, default: Climb, learnt: set[float]) -> tuple[int, float]:
    """The rungs not held, and the mean logarithm of its times over the default's on the rungs with both."""
    held = {rung.size: rung.time_s for rung in climb.rungs if rung.held and rung.size in learnt}
    logs = [
        math.log(held[rung.size] / rung.time_s)
        for rung in default.rungs
        if rung.size in held and not math.isnan(held[rung.size] / rung.time_s)
    ]
    return len(learnt) - len(held), fmean(logs or [0.0])


def _further(one: Reach, other: Reach) -> bool:
    return (one.size or 0) > (other.size or 0)
