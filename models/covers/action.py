"""How a permutation of the items of a cover acts on its options."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.covers.instance import Option


def option_images(options: Sequence[Option], image: Mapping[str, str]) -> list[int | None]:
    """The option to which each option is taken, with the same colours and cost; None where there is none.

    image: where items are taken; those that it lacks stay. Of several equal options the first is taken to the first of
    those equal to its image, the second to the second, and so on.
    """
    equal: dict[Hashable, list[int]] = defaultdict(list)
    rank = []
    for number, option in enumerate(options):
        alike = equal[_key(option, {})]
        rank.append(len(alike))
        alike.append(number)
    found: list[int | None] = []
    for number, option in enumerate(options):
        alike = equal.get(_key(option, image), [])
        found.append(alike[rank[number]] if rank[number] < len(alike) else None)
    return found


def _key(option: Option, image: Mapping[str, str]) -> Hashable:
    """What the images of equal options have in common."""
    return frozenset((image.get(item, item), colour) for item, colour in option.items), option.cost
