"""A solver of polyomino and polycube puzzles with the algorithms, filters and statistics of M. Busche.

Source: M. Busche, "Solving Polyomino and Polycube Puzzles: Algorithms, Software, and Solutions", 2011. The names are
his: an image is a placement, and a hole is an open cell. A piece is attempted each time one of its images is tested at
a hole, and it fits if all its cells are open.

As fewer pieces remain to be placed, a search uses up to four algorithms:

- DLX (dancing links, Knuth 2000) branches on the hole or piece with the fewest images left, or by another order;
- MCH (bit masks) counts the images that fit into each hole and fills the hole with the fewest;
- EMCH counts only for the holes with the fewest holes beside them;
- de Bruijn's method (also Fletcher's) always fills the first hole, with images that have their first cell there.

DLX is used for another step if it has a single choice, and while more than 1024 holes are open. Holes are in scan
order: along the shortest side of the box first, so that de Bruijn's method fills it from one narrow end to the other.
While DLX is used, images can be filtered out that no solution contains: because of their parity, because of the volumes
of the regions that they leave, or because a hole or a piece would have no image left.

>>> packing = Packing("classic", {"bruijn": "2"}, (2, 2, 1), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)), ("I",), (2,),
...                   (0, 0, 0, 0), ((0, 1), (2, 3), (0, 2), (1, 3)), ((0, 1, 2, 3),), ())
>>> search = Classic(packing)
>>> search.advance()
[[0, 1], [2, 3]]
>>> search.attempts, search.fits
([0, 2, 2], [0, 2, 2])
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tilings.models.problem import Packing, UserError
from tilings.studies.busche._engine import ClassicEstimate, ClassicPuzzle, ClassicSearch, ClassicSettings

FILTERS = ("constrain", "parity", "volume", "fit")
# Probes of the first estimates, the effort that a probe takes, and the share of a search that estimates may cost.
FIRST_PROBES, PROBE_EFFORT, ESTIMATING = 32, 20_000, 0.02
_ORDER = re.compile(r"(?:([fxyzXYZR])|a@(\d{1,3}(?:\.\d+)?))(?:=(\d{1,9}))?")
_BARE = {"order": "f", "constrain": "none", "fit_passes": "1"}  # the defaults of the source, "0" for all others
_NO_PIECE, _BEST_PIECE = -1, -2


class Classic(ClassicSearch):
    """The search for all packings, resumable in slices; see ``Search`` for ``advance`` and the common properties.

    Solutions count once up to the packing's symmetries: the one whose ascending placements come first counts, or in
    random trials the one found first. Nodes are the root and every piece placed. Updates, the effort, are the images
    tested at holes (also to count them), the links changed by DLX, and the cells looked at for volumes. ``progress`` is
    the share of the tree that is searched, from 0 to 1, as if all branches of a node were of one size. ``attempts`` and
    ``fits`` are lists: entry n is the number of attempted and of fitting placements when n pieces remained, including
    the piece itself. ``found`` counts solutions without regard to symmetry.
    """

    def __init__(self, packing: Packing) -> None:
        """Raises UserError for an invalid packing or invalid settings."""
        self.packing = packing
        settings = read(packing.settings, packing)
        try:
            super().__init__(_puzzle(packing), settings)
        except ValueError as error:
            raise _refusal(error, packing) from None

    @property
    def removed(self) -> dict[str, int]:
        """The number of images that each filter removed before the first placement; complete at the first node."""
        return dict(zip(FILTERS, self.removed_counts, strict=True))

    def record(self, most: int, least: int, limit: int = 10_000) -> None:
        """Trace from now on the placements and removals while ``most`` to ``least`` pieces remain, up to a limit.

        The piece itself counts as remaining, so the last piece has number 1. Raises ValueError for a negative limit.
        """
        self.trace_steps(most, least, limit)

    @property
    def trace(self) -> list[str]:
        """A line for each step so far: the number of pieces remaining, + or - with the piece's name, cells as x,y,z."""
        return [self._line(placed, image, remaining) for placed, image, remaining in self.events]

    def _line(self, placed: bool, image: int, remaining: int) -> str:
        cells = " ".join(",".join(map(str, self.packing.cells[cell])) for cell in self.packing.covers[image])
        return f"{remaining} {'+' if placed else '-'}{self.packing.names[self.packing.piece[image]]} {cells}"


@dataclass(frozen=True)
class Estimate:
    """Sizes of a search tree, each as (mean over the probes, standard error of the mean).

    nodes: the root and all pieces placed; effort: updates as in ``Classic``, and the items that DLX looks at to choose
    one; solutions: up to symmetry; fits: entry n as in ``Classic``.
    """

    probes: int
    nodes: tuple[float, float]
    effort: tuple[float, float]
    solutions: tuple[float, float]
    fits: list[tuple[float, float]]


def estimate(packing: Packing, probes: int) -> Estimate:
    """Estimate the tree of a ``Classic`` search from so many random paths; the seed is in the settings.

    Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975. The means are unbiased, but a few
    probes may miss the rare large parts of a tree, and then the standard errors are too small as well.
    Raises UserError if the packing or the settings are invalid, or there are no probes.
    """
    if probes < 1:
        raise UserError(f"an estimate needs at least one probe, not {probes}")
    settings = read(packing.settings, packing)
    try:
        engine = ClassicEstimate(_puzzle(packing), settings)
    except ValueError as error:
        raise _refusal(error, packing) from None
    for _ in range(probes):
        engine.probe()
    return Estimate(probes, engine.nodes, engine.effort, engine.solutions, engine.fits)


def best(packing: Packing) -> dict[str, str]:
    """The settings among some that suit boxes of different kinds for which a search is estimated to be cheapest.

    The thresholds are shares of the number of pieces, as in the best runs of the source: DLX for the first piece, then
    the masks; and for flat boxes de Bruijn's method throughout. All estimates take the same number of probes, which
    doubles while all of them together cost less than a share of the cheapest search.
    """
    pieces = sum(packing.copies)
    tried = [
        {"mch": pieces - 1, "emch": pieces // 2, "bruijn": pieces // 3},
        {"mch": pieces - 1, "bruijn": pieces // 2},
        {"bruijn": pieces - 1},
    ]
    settings = [
        {"constrain": "auto"} | {name: str(value) for name, value in thresholds.items()} for thresholds in tried
    ]
    probes = FIRST_PROBES
    while True:
        efforts = [estimate(packing._replace(settings=choice), probes).effort[0] for choice in settings]
        cheapest = min(efforts)
        if 2 * probes * PROBE_EFFORT * len(settings) > ESTIMATING * cheapest:
            return settings[efforts.index(cheapest)]
        probes *= 2


def read(settings: Mapping[str, str], packing: Packing) -> ClassicSettings:
    """The settings from texts, which the formulation explains."""
    pieces = sum(packing.copies)
    result = ClassicSettings()
    values = {name: value for name, value in settings.items() if name != "settings"}
    if settings.get("settings") == "estimated" and all(value == _BARE.get(name, "0") for name, value in values.items()):
        values = best(packing)
    for name, value in values.items():
        if name == "order":
            _read_order(result, value, pieces)
        elif name == "constrain":
            result.constrain = _piece(value, packing)
        elif value == "once" and name.endswith("_filter"):
            setattr(result, name, pieces)
        elif hasattr(result, name) and re.fullmatch(r"\d{1,10}", value):
            setattr(result, name, int(value))
        else:
            raise UserError(f"the classic engine has no setting {name}={value}")
    return result


def _puzzle(packing: Packing) -> ClassicPuzzle:
    return ClassicPuzzle(packing.box, packing.cells, packing.copies, packing.piece, packing.covers, packing.symmetries)


def _refusal(error: ValueError, packing: Packing) -> UserError:
    """The engine's error with the names of the pieces instead of their numbers."""
    names = dict(enumerate(packing.names))
    text = re.sub(r"\bpiece (\d+)", lambda match: f"piece {names.get(int(match[1]), match[1])}", str(error))
    return UserError(f"the classic engine: {text}")


def _read_order(settings: ClassicSettings, text: str, pieces: int) -> None:
    for position, part in enumerate(text.split(",")):
        match = _ORDER.fullmatch(part)
        if match is None or (position > 0 and match[3] is None):
            raise UserError(
                f"order: '{part}' is not one of f x y z X Y Z R a@DEGREES, with the number of remaining pieces "
                "from which on it is used, as in x=35,f=20 (the first may go without)"
            )
        settings.order(match[1] or "a", pieces if match[3] is None else int(match[3]), float(match[2] or 0))


def _piece(value: str, packing: Packing) -> int:
    if value in ("none", "auto"):
        return _NO_PIECE if value == "none" else _BEST_PIECE
    if value not in packing.names:
        raise UserError(f"constrain: there is no piece '{value}'; the pieces are {' '.join(packing.names)}")
    return packing.names.index(value)
