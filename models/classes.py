"""Classes of solutions under symmetries; goal ``count`` counts one solution of each."""

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b

from tilings.models.problem import Item, NotApplicable, Solution, Symmetry

MOST_IMAGES = 2_000_000  # about 200 bytes each


class Generators(tuple[Symmetry, ...]):
    """A symmetry group too large to list: its generators, identity first."""


class TooManyImages(NotApplicable):
    """The solutions up to symmetry, with all their images, do not fit into memory."""


class Classes:
    """Maps each solution to a digest of its class.

    If all symmetries are listed, this is the digest of the solution's least image. If only generators are known, the
    class is found as an orbit, and all its members are kept. The group may have any size: an orbit has at most as many
    members as there are solutions.
    """

    def __init__(self, symmetries: Sequence[Symmetry]) -> None:
        self._symmetries = symmetries
        self._images = cache(self._images_of)  # many solutions share items
        self._class: dict[bytes, bytes] = {}

    def of(self, solution: Solution) -> bytes:
        """The digest of the least solution of the class; raises TooManyImages."""
        if not isinstance(self._symmetries, Generators):
            return digest(self._least_image(solution))
        known = self._class.get(digest(tuple(sorted(solution))))
        return self._walk(solution) if known is None else known

    def _least_image(self, solution: Solution) -> Solution:
        """The least of the sorted images; only images that contain the least item of all are sorted."""
        images = list(zip(*map(self._images, solution), strict=True))
        firsts = [min(image) for image in images]
        least = min(firsts, default=None)
        return tuple(
            min((sorted(image) for image, first in zip(images, firsts, strict=True) if first == least), default=())
        )

    def _images_of(self, item: Item) -> list[Item]:
        return [symmetry(item) for symmetry in self._symmetries]

    def _walk(self, solution: Solution) -> bytes:
        """The digest of a solution of a new class, whose orbit is found and kept."""
        least = tuple(sorted(solution))
        orbit = {digest(least)}
        front = [least]
        while front:
            solution = front.pop()
            least = min(least, solution)
            for symmetry in self._symmetries:
                image = tuple(sorted(map(symmetry, solution)))
                key = digest(image)
                if key not in orbit:
                    orbit.add(key)
                    front.append(image)
            if len(orbit) + len(self._class) > MOST_IMAGES:
                raise TooManyImages(
                    f"the solutions have more than {MOST_IMAGES} images under the symmetries: name fewer symmetries"
                )
        self._class |= dict.fromkeys(orbit, digest(least))
        return digest(least)


def digest(solution: Solution) -> bytes:
    """A solution in 16 bytes: a million of them fit in memory."""
    return blake2b(repr(solution).encode(), digest_size=16).digest()
