"""The instances of the family covers, read and validated.

A symmetry is a permutation of the items that takes the options to each other. It names the image of each item that
moves. A colour follows its item, unless the image of the coloured item is named, too:
``{"x": "y", "y": "x", "x:red": "y:blue", "y:blue": "x:red"}``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from tilings.models import fields
from tilings.models.problem import UserError

MOST_COST = 1_000_000_000  # the largest total cost of all options: sums fit the integers of every solver
MOST_TIMES = 1_000_000_000
Moves = Mapping[str, str]  # from an item, or an item in a colour, to its image

CONVENTIONS = ("raw", "symmetries")

_FIELDS = {"name", "primary", "secondary", "options", "symmetries", "convention"}
_PRIMARY_FIELDS = {"name", "least", "most"}
_OPTION_FIELDS = {"items", "cost"}
_WORD = re.compile(r"[^\s:|]+")


class Primary(NamedTuple):
    """An item that `least` to `most` of the chosen options contain."""

    name: str
    least: int = 1
    most: int = 1


class Option(NamedTuple):
    """An option: its (item, colour) pairs in order, with an empty colour for none, and its cost."""

    items: tuple[tuple[str, str], ...]
    cost: int = 0

    @property
    def words(self) -> list[str]:
        """The items with their colours: ``a``, ``x:red``."""
        return [f"{item}:{colour}" if colour else item for item, colour in self.items]

    def __str__(self) -> str:
        """The option in Knuth's format: ``a b x:red |3``."""
        return " ".join([*self.words, f"|{self.cost}"] if self.cost else self.words)


class CoversInstance(NamedTuple):
    """An exact cover problem.

    secondary: items that at most one chosen option contains, or any number that give it the same colour.
    options: each has a primary item, and no item twice; only secondary items are coloured.
    symmetries: permutations of the items that take the options to each other, each as pairs (moved, its image).
    convention: raw, or symmetries: covers that `symmetries` take to each other count as one.
    """

    name: str
    primary: tuple[Primary, ...]
    secondary: tuple[str, ...]
    options: tuple[Option, ...]
    symmetries: tuple[tuple[tuple[str, str], ...], ...] = ()
    convention: str = "raw"
    presentation: int = 0

    def __hash__(self) -> int:
        """Without items and options: they are many, and each look-up in a cache takes the hash."""
        return hash((self.name, self.presentation, self.convention, len(self.primary), len(self.options)))


def goals(instance: CoversInstance) -> tuple[str, ...]:
    """Goals first and count, and goal optimum if options have costs."""
    return ("first", "count", "optimum") if any(option.cost for option in instance.options) else ("first", "count")


def parse(data: Mapping[str, Any]) -> CoversInstance:
    """The instance in a JSON object; raises UserError that names the field."""
    fields.no_others(data, _FIELDS)
    primary = tuple(map(_primary, fields.array(fields.need(data, "primary"), "primary")))
    secondary = tuple(_word(name, "secondary") for name in fields.array(data.get("secondary", []), "secondary"))
    names = Counter([item.name for item in primary] + list(secondary))
    twice = next((name for name, times in names.items() if times > 1), None)
    if twice is not None:
        raise UserError(f"two items are named {twice}")
    given, pairs = fields.array(fields.need(data, "options"), "options"), _Pairs()
    options = tuple(_option(option, number, pairs) for number, option in enumerate(given))
    moves = fields.array(data.get("symmetries", []), "symmetries")
    symmetries = tuple(_read_moves(move, f"symmetries[{number}]") for number, move in enumerate(moves))
    usual = "symmetries" if symmetries else "raw"
    convention = fields.choice(data.get("convention", usual), "convention", CONVENTIONS)
    name = fields.name(fields.need(data, "name"))
    instance = CoversInstance(name, primary, secondary, options, symmetries, convention)
    _validate(instance)
    return instance


def to_json(instance: CoversInstance) -> dict[str, Any]:
    """The JSON object that ``parse`` reads back, in the short forms where possible."""
    data = {
        "name": instance.name,
        "primary": [item.name if (item.least, item.most) == (1, 1) else item._asdict() for item in instance.primary],
        "secondary": list(instance.secondary),
        "options": [
            {"items": option.words, "cost": option.cost} if option.cost else option.words for option in instance.options
        ],
    }
    if instance.symmetries:
        data["symmetries"] = [dict(moves) for moves in instance.symmetries]
    if instance.convention != ("symmetries" if instance.symmetries else "raw"):
        data["convention"] = instance.convention
    return data


def _primary(value: Any) -> Primary:
    if not isinstance(value, Mapping):
        return Primary(_word(value, "primary"))
    fields.no_others(value, _PRIMARY_FIELDS)
    name = _word(fields.need(value, "name"), "primary")
    least = fields.integer(value.get("least", 1), f"least of item {name}", 0, MOST_TIMES)
    most = fields.integer(value.get("most", max(1, least)), f"most of item {name}", 1, MOST_TIMES)
    if least > most:
        raise UserError(f"item {name}: 'least' ({least}) exceeds 'most' ({most})")
    return Primary(name, least, most)


class _Pairs(dict[str, tuple[str, str]]):
    """The item and the colour of each word such as ``a`` or ``x:red``, read once, as options share their words."""

    def __missing__(self, word: str) -> tuple[str, str]:
        item, colon, colour = word.partition(":")
        if not _WORD.fullmatch(item) or (colon and not _WORD.fullmatch(colour)):
            raise ValueError
        self[word] = item, colour
        return item, colour


def _option(value: Any, number: int, pairs: _Pairs) -> Option:
    words, cost, where = value, 0, f"items of option {number}"
    if isinstance(value, Mapping):
        fields.no_others(value, _OPTION_FIELDS)
        words = fields.need(value, "items")
        cost = fields.integer(value.get("cost", 0), f"cost of option {number}", 0, MOST_COST)
    words = fields.array(words, where)
    try:
        items = tuple(map(pairs.__getitem__, words))
    except (TypeError, AttributeError, ValueError):  # a word of another type, or not a word
        raise UserError(f"'{where}' must hold words like a or x:red, not {fields.shown(words)}") from None
    return Option(items, cost)


def _word(value: Any, field: str) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise UserError(f"'{field}' must hold names without space, colon and bar, not {value!r}")
    return value


def _validate(instance: CoversInstance) -> None:
    primary, secondary = {item.name for item in instance.primary}, set(instance.secondary)
    pairs = {pair for option in instance.options for pair in option.items}
    wrong = {(item, colour) for item, colour in pairs if item not in secondary and (colour or item not in primary)}
    for number, option in enumerate(instance.options):
        names = dict(option.items)
        if wrong and (pair := next(filter(wrong.__contains__, option.items), None)):
            if pair[0] in primary:
                raise UserError(f"option {number} ({option}) colours {pair[0]}, but only secondary items are coloured")
            raise UserError(f"option {number} ({option}) has the unknown item {pair[0]}")
        if len(names) < len(option.items):
            raise UserError(f"option {number} ({option}) has an item twice")
        if primary.isdisjoint(names):
            raise UserError(f"option {number} ({option}) has no primary item: add one, or leave the option out")
    if sum(option.cost for option in instance.options) > MOST_COST:
        raise UserError(f"the costs add up to more than {MOST_COST}")
    coloured = {pair for pair in pairs if pair[1]}
    for number, moves in enumerate(instance.symmetries):
        _check_permutation(instance, coloured, f"symmetries[{number}]", dict(moves))
    _check_images(instance)
    if instance.convention == "symmetries" and not instance.symmetries:
        raise UserError("the convention 'symmetries' needs a field 'symmetries' that is not empty")


def _read_moves(value: Any, field: str) -> tuple[tuple[str, str], ...]:
    """The pairs (moved, its image) of a JSON object; raises UserError for anything but an object of texts."""
    if not isinstance(value, Mapping) or not all(isinstance(image, str) for image in value.values()):
        raise UserError(f'\'{field}\' must be an object with the image of each item that moves, as in {{"a": "b", …}}')
    return tuple((moved, image) for moved, image in value.items() if moved != image)


def _check_permutation(instance: CoversInstance, coloured: Set[tuple[str, str]], field: str, moves: Moves) -> None:
    """Raises UserError for a permutation that changes the bounds of items or mixes up colours."""
    rule: dict[str, tuple[int, int] | None] = {item.name: (item.least, item.most) for item in instance.primary}
    rule |= dict.fromkeys(instance.secondary)
    known = rule.keys() | {":".join(pair) for pair in coloured}
    unknown = next((word for word in [*moves, *moves.values()] if word not in known), None)
    if unknown is not None:
        raise UserError(f"'{field}' names {fields.shown(unknown)}, which is not an item, with or without a colour")
    items = {item: moves.get(item, item) for item in rule}
    if set(items.values()) != items.keys():
        raise UserError(f"'{field}' is not a permutation: each item must be the image of one item")
    for item, image in items.items():
        if rule[item] != rule[image]:
            raise UserError(f"'{field}' maps {item} to {image}, but their bounds differ")
    images = {pair: _image(pair, moves) for pair in coloured}
    if set(images.values()) != coloured or any(items[of] != to for (of, _), (to, _) in images.items()):
        raise UserError(f"'{field}' is not a permutation: the colours of an item must become those of its image")


def _check_images(instance: CoversInstance) -> None:
    """Raises UserError for a symmetry that takes an option to none."""
    for number, images in enumerate(images_of_options(instance)):
        if None in images:
            option = instance.options[images.index(None)]
            raise UserError(
                f"'symmetries[{number}]' is not a symmetry: the image of option '{option}' is not an option"
            )


@cache
def images_of_options(instance: CoversInstance) -> list[list[int | None]]:
    """Each option's image under each symmetry that the instance names, as ``option_images``."""
    return list(option_images(instance.options, map(dict, instance.symmetries)))


def option_images(options: Sequence[Option], permutations: Iterable[Moves]) -> Iterator[list[int | None]]:
    """For each permutation the image of each option, which has the same cost; None for an option without an image.

    If several options are equal, so are their images: the first option is taken to the first image, the second to the
    second, and so on.
    """
    pairs = dict.fromkeys(chain.from_iterable(option.items for option in options))
    number = {pair: at for at, pair in enumerate(pairs)}
    rows = [list(map(number.__getitem__, option.items)) for option in options]
    equal: dict[Hashable, list[int]] = defaultdict(list)
    rank = []
    for at, (row, option) in enumerate(zip(rows, options, strict=True)):
        alike = equal[frozenset(row), option.cost]
        rank.append(len(alike))
        alike.append(at)
    for moves in permutations:
        image = [number.get(_image(pair, moves), -1) for pair in pairs]
        images: list[int | None] = []
        for row, option, place in zip(rows, options, rank, strict=True):
            alike = equal.get((frozenset(map(image.__getitem__, row)), option.cost), [])
            images.append(alike[place] if place < len(alike) else None)
        yield images


def _image(pair: tuple[str, str], moves: Moves) -> tuple[str, str]:
    """The image of an item and its colour."""
    item, colour = pair
    word = moves.get(f"{item}:{colour}")
    if word is None:
        return moves.get(item, item), colour
    to, _, becomes = word.partition(":")
    return to, becomes
