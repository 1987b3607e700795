"""The data of the formulations, with numbered items and options and uniform colours, and the decoding of solutions.

Primary items are numbered from 0, then the secondary items. An option that covers a secondary item without a colour
paints it in a colour that no other option has. So one rule is left for secondary items: chosen options paint each in
one colour at most. (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, the introduction of colours.)
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from tilings.models.covers.instance import CoversInstance
from tilings.models.presentation import permutation
from tilings.models.problem import Atom, Solution, UserError


@cache
def numbers(instance: CoversInstance) -> dict[str, int]:
    """The number of each item."""
    names = [item.name for item in instance.primary] + list(instance.secondary)
    return {name: number for number, name in enumerate(names)}


@cache
def bounds(instance: CoversInstance) -> tuple[tuple[int, int], ...]:
    """The least and the largest number of options that cover each primary item, at most the number that contain it."""
    over = over_primary(instance)
    return tuple(
        (item.least, min(item.most, max(item.least, len(options))))
        for item, options in zip(instance.primary, over, strict=True)
    )


@cache
def over_primary(instance: CoversInstance) -> tuple[tuple[int, ...], ...]:
    """The options that contain each primary item."""
    over: dict[str, list[int]] = {item.name: [] for item in instance.primary}
    for number, option in enumerate(instance.options):
        for name, _ in option.items:
            if name in over:
                over[name].append(number)
    return tuple(map(tuple, over.values()))


@cache
def painters(instance: CoversInstance) -> dict[int, dict[int, list[int]]]:
    """The options that paint a secondary item in a colour, by item and colour; items in no option are left out."""
    result: dict[int, dict[int, list[int]]] = {}
    for option, (_, painted) in enumerate(split(instance)):
        for item, colour in painted:
            result.setdefault(item, {}).setdefault(colour, []).append(option)
    return result


@cache
def split(instance: CoversInstance) -> tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]:
    """The primary items of each option, and its secondary items with their colours (from 1)."""
    names = sorted({colour for option in instance.options for _, colour in option.items if colour})
    number = {name: at for at, name in enumerate(names, start=1)}
    uncoloured = len(names) + 1
    item_of, first_secondary = numbers(instance), len(instance.primary)
    result = []
    for at, option in enumerate(instance.options):
        items = [(item_of[name], number.get(colour, uncoloured + at)) for name, colour in option.items]
        covered = tuple([item for item, _ in items if item < first_secondary])
        result.append((covered, tuple([pair for pair in items if pair[0] >= first_secondary])))
    return tuple(result)


def decode(instance: CoversInstance, atoms: Iterable[Atom]) -> Solution:
    """The solution of atoms ``option(i)``."""
    items = []
    for name, arguments in atoms:
        if name != "option" or len(arguments) != 1 or not 0 <= arguments[0] < len(instance.options):
            raise UserError(f"{name}{arguments} is not an option of this instance")
        items.append((name, arguments[0]))
    return tuple(sorted(items))


def parameters(instance: CoversInstance) -> dict[str, Any]:
    """The MiniZinc data, declared in data.mzn: items and options are numbered from 1."""
    rows = permutation(instance, len(instance.options), "options")
    primary = permutation(instance, len(instance.primary), "primary")
    secondary = permutation(instance, len(instance.secondary), "secondary")
    place = {item: at for at, item in enumerate(primary, start=1)}
    parts, limits = split(instance), bounds(instance)
    paints = [
        (option, secondary[item - len(primary)] + 1, colour)
        for option, row in enumerate(rows, start=1)
        for item, colour in parts[row][1]
    ]
    return {
        "least": [limits[item][0] for item in primary],
        "most": [limits[item][1] for item in primary],
        "num_secondary": len(secondary),
        "covers": [{place[item] for item in parts[row][0]} for row in rows],
        "cost": [instance.options[row].cost for row in rows],
        "number": rows,
        "paint_option": [option for option, _, _ in paints],
        "paint_item": [item for _, item, _ in paints],
        "paint_colour": [colour for _, _, colour in paints],
    }


def facts(instance: CoversInstance) -> list[Atom]:
    """The ASP facts: primary(I,Least,Most), option(O,Cost), covers(O,I), paints(O,S,Colour); from 0, colours from 1."""
    atoms: list[Atom] = [("primary", (item, *both)) for item, both in enumerate(bounds(instance))]
    atoms += [("option", (number, option.cost)) for number, option in enumerate(instance.options)]
    for option, (covered, painted) in enumerate(split(instance)):
        atoms += [("covers", (option, item)) for item in covered]
        atoms += [("paints", (option, item, colour)) for item, colour in painted]
    return atoms


def measures(instance: CoversInstance) -> dict[str, float | str]:
    """Sizes for the report."""
    return {
        "items": len(instance.primary) + len(instance.secondary),
        "options": len(instance.options),
        "entries": sum(len(option.items) for option in instance.options),
    }
