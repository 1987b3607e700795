"""The part on solver against model: a matrix for each family with a crossed part, and what either explains."""

from __future__ import annotations

from reports.analysis.factorial import PARTS, Crossed, Share, crossed, shares
from reports.chapters.chapter import Block, Chapter, Table, Words
from reports.data.campaign import Results
from reports.figures import factorial as matrix
from reports.text.english import count


def chapter(results: Results) -> Chapter:
    """The matrices and the table of shares; no chapter where no two solvers ran the same two models."""
    median = results.median[results.median["ranked"]]
    found = {part.family: part for part in crossed(median)}
    known = {family: shares(part) for family, part in found.items()}
    blocks: list[Block] = [Words(_sentence(known))] if found else []
    if found:
        blocks.append(_table(found, known))
    blocks += [matrix.draw(part) for part in found.values()]
    return Chapter("Why: the solver or the model", blocks)


def _table(found: dict[str, Crossed], known: dict[str, dict[str, Share] | None]) -> Table:
    rows = []
    for family, part in found.items():
        solved = f"{int(part.solved.sum())}/{part.solved.size}"
        size = [str(len(part.solvers)), str(len(part.models)), str(len(part.cases)), solved]
        own = known[family]
        rows.append([family, *size, *(_words(own[name]) if own else "–" for name in PARTS)])
    caption = (
        "The share of the variance of log wall time within a case that solver, model and their interaction explain; in "
        "brackets an interval over cases, nominally of 95 %."
    )
    return Table(["family", "solvers", "models", "cases", "solved", *PARTS], rows, caption, "shares")


def _words(share: Share) -> str:
    """
    >>> _words(Share(0.123)), _words(Share(0.5, 0.456, 0.61))
    ('12%', '50% (46–61)')
    """
    text = f"{share.value:.0%}"
    return text if share.low != share.low else f"{text} ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _sentence(known: dict[str, dict[str, Share] | None]) -> str:
    """In words: which of solver and model explains more, and where."""
    told = {family: own for family, own in known.items() if own is not None}
    if not told:
        return "Too few of these runs were solved to tell what explains their times."
    more = {family: max(("solver", "model"), key=lambda name: own[name].value) for family, own in told.items()}
    said = []
    for name, other in (("solver", "model"), ("model", "solver")):
        if families := [family for family, most in more.items() if most == name]:
            numbers = [f"{family} {told[family][name].value:.0%} against {told[family][other].value:.0%}"
                       for family in families]  # fmt: skip
            where = count(len(families), "family", "families")
            said.append(f"The {name} explains more of the time than the {other} in {where}: {'; '.join(numbers)}.")
    return " ".join(said)
