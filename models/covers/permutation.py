"""Permutations of the items of a cover that take its options to each other: read, checked, applied to the options.

A permutation names the image of each item that moves. A colour follows its item, unless the image of the coloured item
is named, too: ``{"x": "y", "y": "x", "x:red": "y:blue", "y:blue": "x:red"}``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from models import fields
from models.problem import UserError

if TYPE_CHECKING:
    from models.covers.instance import CoversInstance, Option

Moves = Mapping[str, str]


def read(value: Any, field: str) -> tuple[tuple[str, str], ...]:
    """The pairs (moved, its image) of a JSON object; raises UserError where it is none of texts."""
    if not isinstance(value, Mapping) or not all(isinstance(image, str) for image in value.values()):
        raise UserError(f'\'{field}\' must be an object with the image of each item that moves, as in {{"a": "b", …}}')
    return tuple((moved, image) for moved, image in value.items() if moved != image)


def check(instance: CoversInstance, field: str, moves: Moves) -> None:
    """Raises UserError where a permutation changes how items are to be covered, or what options there are."""
    rule: dict[str, tuple[int, int] | None] = {item.name: (item.least, item.most) for item in instance.primary}
    rule |= dict.fromkeys(instance.secondary)
    coloured = {pair for option in instance.options for pair in option.items if pair[1]}
    known = rule.keys() | {":".join(pair) for pair in coloured}
    unknown = next((word for word in [*moves, *moves.values()] if word not in known), None)
    if unknown is not None:
        raise UserError(f"'{field}' has {fields.shown(unknown)}, which is neither an item nor an item in a colour")
    items = {item: moves.get(item, item) for item in rule}
    if set(items.values()) != items.keys():
        raise UserError(f"'{field}' is no permutation: each item must be the image of one item")
    for item, image in items.items():
        if rule[item] != rule[image]:
            raise UserError(f"'{field}' takes {item} to {image}, which is not to be covered as often")
    images = {pair: _image(pair, moves) for pair in coloured}
    if set(images.values()) != coloured or any(items[of] != to for (of, _), (to, _) in images.items()):
        raise UserError(f"'{field}' is no permutation: the colours of an item must become those of its image")
    for option, found in zip(instance.options, option_images(instance.options, moves), strict=True):
        if found is None:
            raise UserError(f"'{field}' takes the option '{option}' to none of the options")


def option_images(options: Sequence[Option], moves: Moves) -> list[int | None]:
    """The option to which a permutation takes each option, of the same cost; None where there is none.

    Of several equal options the first is taken to the first of those equal to its image, the second to the second, and
    so on.
    """
    equal: dict[Hashable, list[int]] = defaultdict(list)
    rank = []
    for number, option in enumerate(options):
        alike = equal[content(option)]
        rank.append(len(alike))
        alike.append(number)
    found: list[int | None] = []
    for option, place in zip(options, rank, strict=True):
        alike = equal.get(content(option, moves), [])
        found.append(alike[place] if place < len(alike) else None)
    return found


def content(option: Option, moves: Moves | None = None) -> Hashable:
    """What equal options have in common, after a permutation."""
    return frozenset(_image(pair, moves) if moves else pair for pair in option.items), option.cost


def _image(pair: tuple[str, str], moves: Moves) -> tuple[str, str]:
    """The image of an item and its colour."""
    item, colour = pair
    word = moves.get(f"{item}:{colour}")
    if word is None:
        return moves.get(item, item), colour
    to, _, becomes = word.partition(":")
    return to, becomes
