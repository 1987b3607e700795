"""The study of G. Tam's experiments on triomino-domino boards: his runs and models, and ours beside them.

Its runs are those that he published, those of the campaign triominoes-report (his models here) and those of the
campaign triominoes (ours, at their defaults).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilings.models.claims import of_record
from tilings.reports.chapters.caveats import clashes
from tilings.reports.chapters.chapter import Block, Chapter, Heading, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import listed
from tilings.reports.scores import FEW, mean_interval, median_runs
from tilings.runners.record import refuted
from tilings.runners.record.schema import REFUTED
from tilings.studies.settings import best_settings
from tilings.studies.tam import figures, ladder
from tilings.studies.tam import runs as tam_runs
from tilings.studies.tam.claims import claims
from tilings.studies.tam.runs import REPORT, TRIOMINOES

if TYPE_CHECKING:
    from pandas import DataFrame

Campaigns = Mapping[str, Results]  # by their names
PUBLISHED, THEIRS, OURS = "the published runs", "the same models here", "our models"
_ABOUT = (
    "G. Tam places as many 1 × 3 tiles as possible on a square board, touching cells of different tiles carrying equal "
    "values, with one MiniZinc model under four search strategies on Gecode, under one on Chuffed, and with a clingo "
    "program [@tam]. Both are among our formulations, corrected where the report's text loses boards: `cp_pairwise` "
    "with its `strategy` and `asp_pairwise`. His instances are not published: ours are others from the same ranges."
)
_ODD = (
    "Oddities of the published runs. Runs that ended with fewer tiles claim a maximum that a better board refutes. "
    "The boards cannot be checked, so these runs do not count as solved."
)
_RULES = (
    "The published runs and ours are judged by the same rules, each by itself, an unsolved run counting as its limit. "
    "Classes are compared by mean times (one with nothing solved counts as harder), models by PAR2. The steadiest is "
    "the one whose median run grows least from easy to hard. A model is slow from the first number of tiles, or "
    "side of the board, whose median run takes ten times its median easy run; a model called slow early must be so "
    "before all others."
)


def chapter(campaigns: Campaigns, published: DataFrame | None) -> Chapter:
    """His conclusions judged, his models against ours, and what both prove; parts without runs are left out."""
    title = "Triomino-domino boards, published and here"
    parts = sources(campaigns, published)
    if not parts:
        return Chapter(title)
    blocks: list[Block] = [Words(_ABOUT), Words(f"{_limits(parts)} {machines(parts)}".strip())]
    if (judged := conclusions(parts)) is not None:
        blocks += [Words(_RULES), judged]
    blocks.append(figures.class_times(_drawn(parts)))
    if PUBLISHED in parts and THEIRS in parts:
        blocks.append(ladder.published_table(parts[PUBLISHED], parts[THEIRS]))
    if published is not None and (odd := tam_runs.oddities(published)):
        blocks.append(
            Table(["a published run …", "runs", "which"], odd, _ODD, "odd", left=3, widths=("2fr", "auto", "3fr"))
        )
    here = [parts[name] for name in (THEIRS, OURS) if name in parts]
    if here:
        blocks += [Heading("His models against ours"), *_ladder(here), Words(disagreements(campaigns))]
    return Chapter(title, blocks)


def sources(campaigns: Campaigns, published: DataFrame | None) -> dict[str, DataFrame]:
    """The runs on the ladder of his classes, by where they come from; those without any are left out."""
    found = {} if published is None else {PUBLISHED: ladder.ladder(median_runs(published))}
    for name, source, part in ((REPORT, THEIRS, ladder.theirs), (TRIOMINOES, OURS, ladder.ours)):
        if name in campaigns:
            found[source] = part(ladder.ladder(campaigns[name].median))
    return {name: part for name, part in found.items() if not part.empty}


def conclusions(parts: dict[str, DataFrame]) -> Table | None:
    """His conclusions, judged by his runs and by ours of the same models; None where either are missing."""
    if PUBLISHED not in parts or THEIRS not in parts:
        return None
    return claims(parts[PUBLISHED], ladder.ladder(tam_runs.extreme()), parts[THEIRS])


def fastest(parts: dict[str, DataFrame]) -> str:
    """In words: how many times the best of our ranked models is faster than the best of his, and whether it is.

    Empty without both, or where both left instances unsolved.
    """
    import numpy as np
    import pandas as pd

    if THEIRS not in parts or OURS not in parts:
        return ""
    here = pd.concat([parts[name][parts[name]["ranked"]] for name in (THEIRS, OURS)], ignore_index=True)
    if not (found := ladder.by_best(here)) or found.pairs.empty:
        return ""
    ratio = found.ratio()
    if ratio.startswith("≷"):
        return ""
    pairs = found.pairs
    logs = np.log(pairs["charged_s_theirs"] + ladder.SHIFT_S) - np.log(pairs["charged_s_ours"] + ladder.SHIFT_S)
    low, high = mean_interval(logs.to_list()) if len(logs) >= FEW else (-math.inf, math.inf)
    if low <= 0 <= high:
        return f"whether {found.ours} or the best of his models, {found.theirs}, is faster is undecided"
    ratio = ratio.replace("≥", "at least").replace("≤", "at most")
    return f"{found.ours} is {ratio} times as fast as the best of his models, {found.theirs}"


def machines(parts: dict[str, DataFrame]) -> str:
    """In words: on which kinds of machines his models and ours ran; empty where it is one."""
    there, here = (sorted(set(parts[name]["kind"])) if name in parts else [] for name in (THEIRS, OURS))
    if there == here or not there or not here:
        return ""
    return (
        f"The report's models ran on {'; '.join(there)}, ours on {'; '.join(here)}: their seconds do not compare, and "
        "no ratio is taken between them."
    )


def disagreements(campaigns: Campaigns) -> str:
    """In words: answers on these boards that were refuted, and pairs that contradict each other, over all campaigns."""
    every = [record for each in campaigns.values() for record in each.records if record.family == "triominoes"]
    own = refuted.compared(every)
    wrong = [record for record in own if record.check in REFUTED]
    said = [f"{each.instance}: {each.solver}/{each.formulation} was refuted ({each.message})." for each in wrong]
    return " ".join([*said, *clashes(map(of_record, own))]) or "No answer was refuted, and no two exclude each other."


def _drawn(parts: dict[str, DataFrame]) -> dict[str, DataFrame]:
    """The sources as they are drawn: his with the extreme ones, ours with the best setting of each formulation."""
    import pandas as pd

    drawn = dict(parts)
    if PUBLISHED in drawn:
        drawn[PUBLISHED] = pd.concat([drawn[PUBLISHED], ladder.ladder(tam_runs.extreme())], ignore_index=True)
    if OURS in drawn:
        drawn[OURS] = drawn[OURS][drawn[OURS]["configuration"].isin(best_settings(drawn[OURS]))]
    return drawn


def _limits(parts: dict[str, DataFrame]) -> str:
    """In words: after how many seconds a run of each source was ended."""
    every = {
        name: listed([f"{limit:g} s" for limit in sorted(set(part["wall_limit_s"]))]) for name, part in parts.items()
    }
    return f"The limit of a run: {', '.join(f'{limits} ({name})' for name, limits in every.items())}."


def _ladder(here: list[DataFrame]) -> list[Block]:
    import pandas as pd

    runs = pd.concat(here, ignore_index=True)
    by_solver = [(each.theirs.partition("/")[0], each) for each in ladder.by_solver(runs)]
    known = {(each.theirs, each.ours) for _, each in by_solver}
    others = [(name, each) for name, each in ladder.by_paradigm(runs) if (each.theirs, each.ours) not in known]
    found = [*by_solver, *others]
    return [Words(ladder.proofs_sentence(runs)), figures.outcomes(runs), ladder.comparison_table(found)]
