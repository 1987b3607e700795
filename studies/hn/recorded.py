"""Finds what was certified of h(n) for a report; `studies.hn.certified` says what the rows prove."""

from dataclasses import dataclass, fields
from pathlib import Path

from studies.hn import plain
from studies.hn.certified import PATTERNS, ProofState, read
from studies.hn.certified import Certified as Proven
from studies.hn.plain import PlainResult


@dataclass(frozen=True)
class Certified(Proven):
    """What the files prove.

    sources: engine, host, processor and commit of the rows. confirmed: the results of the plain search that are the
    same as certain values; where they contradict the rows, that is among the objections.
    """

    sources: tuple[tuple[str, ...], ...] = ()
    confirmed: tuple[PlainResult, ...] = ()


def home(folder: Path) -> Path | None:
    """Where the files of a results folder are, in it or in its folder certify; None where there are none."""
    places = (folder / "certify", folder)
    return next((place for place in places if any(any(place.glob(pattern)) for pattern in PATTERNS)), None)


def load(folder: Path) -> Certified | None:
    """What the files in a results folder prove; None where there are none.

    Raises UserError for a file that is not of its schema.
    """
    place = home(folder)
    found = read(place) if place else []
    if not found:
        return None
    proven = ProofState(found).certified
    sources = sorted({(row.engine, row.host, row.cpu_model, row.git_commit) for row in found})
    plainly = plain.read(place) if place else []
    proven.objections.extend(filter(None, (result.contradiction(proven) for result in plainly)))
    confirmed = tuple(result for result in plainly if result.confirms(proven))
    same = {each.name: getattr(proven, each.name) for each in fields(Proven)}
    return Certified(**same, sources=tuple(sources), confirmed=confirmed)
