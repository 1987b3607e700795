"""The chapter on triomino-domino boards: the report's runs and models, ours beside them, and which boards are hard.

Its runs are those of the campaigns triominoes-report (the report's models), triominoes (ours, at their defaults) and
triominoes-hardness. The chapter names those that are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.analysis import hardness, ladder
from reports.chapters import ladder_tables, tam_claims
from reports.chapters.caveats import clashes
from reports.data import tam_runs
from reports.data.campaign import Results, read_results
from reports.data.published import elsewhere
from reports.figures import (
    all_fit,
    effort_peak,
    extreme,
    ladder_matrix,
    optimal_share,
    time_by_difficulty,
    time_by_size,
    time_by_tiles,
    time_distribution,
)
from reports.figures.drawing import Drawing, written
from reports.scores import best_settings, median_runs
from reports.text.english import count, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

REPORT, OURS, HARDNESS = CAMPAIGNS = ("triominoes-report", "triominoes", "triominoes-hardness")
# His figures: the title of ours of the like, what draws it of several sources of runs, and what says what it shows.
FIGURES: dict[int, tuple[str, Callable[[dict[str, DataFrame]], Figure | None], Callable[[DataFrame], str]]] = {
    5: (time_by_difficulty.TITLE, time_by_difficulty.beside, tam_claims.growth),
    6: (time_by_size.TITLE, time_by_size.beside, time_by_size.reach),
    7: (time_by_tiles.TITLE, time_by_tiles.beside, time_by_tiles.reach),
    8: (time_distribution.TITLE, time_distribution.beside, tam_claims.spread),
}


def chapter(results: Results, folder: Path, published: Path) -> dict[str, Any] | None:
    """The chapter's content, its figures written to `folder`; None for a campaign without such boards."""
    import pandas as pd

    if not (results.runs["family"] == "triominoes").any():
        return None
    found = {name: campaign(name, results, published) for name in CAMPAIGNS}
    theirs, ours = ladder.theirs(ladder.ladder(found[REPORT].median)), ladder.ours(ladder.ladder(found[OURS].median))
    his = tam_runs.load(published)
    known = None if his is None else ladder.ladder(median_runs(his))
    sources = _sources(known, theirs, ours)
    both = pd.concat([theirs, ours], ignore_index=True)
    return {
        "elsewhere": elsewhere(results, *found.values()),
        "machines": _machines(theirs, ours),
        "limits": _limits(sources),
        "missing": _missing(his, theirs, ours),
        "oddities": [] if his is None else tam_runs.oddities(his),
        "figures": _figures(sources, folder),
        "reproduced": None if known is None or theirs.empty else ladder_tables.published_table(known, theirs),
        "claims": None
        if known is None or theirs.empty
        else tam_claims.claims(known, ladder.ladder(tam_runs.extreme()), theirs),
        "ladder": _ladder(both, folder) if len(both) else None,
        "disagreements": disagreements(found),
        "hardness": _hardness(hardness.select(found[HARDNESS].runs), folder),
    }


def campaign(name: str, results: Results, published: Path) -> Results:
    """The campaign of a name: that at hand, else one that lies beside it, else the published one, else that at hand.

    Only these campaigns look beside themselves, so that no other report changes with what else was run.
    """
    own = set(results.runs["campaign"])
    if name in own:
        return results
    homes = [results.folder.parent / name] * bool(own & set(CAMPAIGNS)) + [published / name]
    return next((read_results(home) for home in homes if any(home.glob("runs-*.csv"))), results)


def disagreements(found: dict[str, Results]) -> list[str]:
    """Answers on these boards that were refuted, and pairs of them that contradict each other, over all campaigns."""
    every = {id(each): each for each in found.values()}.values()
    records = [record for each in every for record in each.records if record.family == "triominoes"]
    refuted = [record for record in records if record.check in ("invalid", "contradicts_known")]
    return [
        *(f"{each.instance}: {each.solver}/{each.formulation} was refuted ({each.check})." for each in refuted),
        *clashes(records),
    ]


def _machines(theirs: DataFrame, ours: DataFrame) -> str:
    """In words: on which kinds of machines the report's models and ours ran; empty where it is one."""
    there, here = (sorted(set(part["kind"])) for part in (theirs, ours))
    if there == here or theirs.empty or ours.empty:
        return ""
    return (
        f"The report's models ran on {'; '.join(there)}, ours on {'; '.join(here)}: their seconds do not compare, and "
        "no ratio is taken between them."
    )


def _limits(sources: dict[str, DataFrame]) -> str:
    """In words: after how many seconds a run of each source was ended."""
    every = {
        name: listed([f"{limit:g} s" for limit in sorted(set(part["wall_limit_s"]))]) for name, part in sources.items()
    }
    said = ", ".join(f"{limits} ({name})" for name, limits in every.items())
    return f"The limit of a run: {said}." if said else ""


def _missing(his: DataFrame | None, theirs: DataFrame, ours: DataFrame) -> list[str]:
    said = [
        f"the published runs (results/published/{tam_runs.FILE})" if his is None else "",
        f"runs of the report's models on the ladder (campaign {REPORT})" if theirs.empty else "",
        f"runs of our models on the ladder (campaign {OURS})" if ours.empty else "",
    ]
    return [each for each in said if each]


def _sources(his: DataFrame | None, theirs: DataFrame, ours: DataFrame) -> dict[str, DataFrame]:
    """The runs that stand beside each other, all of the ladder, under the words for them; of ours the best settings."""
    best = ours[ours["configuration"].isin(best_settings(ours))]
    parts = {"published": his, "the same models here": theirs, "ours here": best}
    return {name: part for name, part in parts.items() if part is not None and not part.empty}


def _figures(sources: dict[str, DataFrame], folder: Path) -> list[dict[str, str]]:
    """His figures 5 to 9 with ours beside them."""
    loose = {name: part[part["class"].isin(ladder.PUBLISHED_CLASSES)] for name, part in sources.items()}
    loose = {name: part for name, part in loose.items() if not part.empty}
    made = []
    for number, (title, beside, words) in FIGURES.items():
        said = " ".join(f"{name.capitalize()}: {words(part)}" for name, part in loose.items())
        drawing = Drawing(f"{title} (his figure {number})", beside(loose) if loose else None, said)
        made.append(written(drawing, folder, f"triominoes-{number}"))
    far = {"published": ladder.ladder(tam_runs.extreme())}
    far |= {name: own for name, part in sources.items() if not (own := part[part["class"] == "extreme"]).empty}
    return [*made, written(extreme.draw(far), folder, "triominoes-9")]


def _ladder(runs: DataFrame, folder: Path) -> dict[str, Any]:
    by_solver = [(each.theirs.partition("/")[0], each) for each in ladder.by_solver(runs)]
    by_paradigm = ladder.by_paradigm(runs)
    pairs = [
        {"lead": lead, "table": ladder_tables.comparison_table(found)}
        for lead, found in (("By solver.", by_solver), ("By paradigm.", by_paradigm))
        if found
    ]
    return {
        "solved": ladder_tables.solved_table(runs),
        "matrix": written(ladder_matrix.draw(runs), folder, "triominoes-ladder"),
        "proofs": ladder_tables.proofs_table(runs),
        "proven": ladder_tables.proofs_sentence(runs),
        "ratios": pairs,
        "note": f"{ladder_tables.NOTE} {ladder_tables.unpaired([each for _, each in by_solver + by_paradigm])}",
    }


def _hardness(runs: DataFrame, folder: Path) -> dict[str, Any] | None:
    if runs.empty:
        return None
    boards = hardness.boards(runs)
    numbers = (
        f"{count(len(runs), 'run')} on {count(len(boards), 'board')}, {int(boards['settled'].sum())} of them settled."
    )
    return {
        "sentence": numbers,
        "figures": [
            written(optimal_share.draw(boards), folder, "hardness-share"),
            written(all_fit.draw(boards), folder, "hardness-fit"),
            written(effort_peak.draw(runs), folder, "hardness-effort"),
        ],
    }
