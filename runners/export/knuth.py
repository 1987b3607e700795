"""Writes exact covers in the text format of D. E. Knuth's programs, which models/covers/text.py describes."""

from collections.abc import Mapping, Sequence

from tilings.models.encoding import atom
from tilings.models.problem import Cover, UserError
from tilings.runners.export.writers import Statement, objective


def dlx(stated: Statement) -> dict[str, str]:
    """The items ``i0``, ``i1``, ... and the options; the comment before an option is its atom.

    An item with a capacity above 1 is a primary one that need not be covered. Raises UserError for a cover whose
    solutions count up to symmetries.
    """
    cover = stated.build()
    head = [stated.title()]
    colours: Sequence[Mapping[int, int]] = [{}] * len(cover.options)
    costs: Sequence[int] = [0] * len(cover.options)
    if isinstance(cover, Cover):
        bounds = [(1, 1)] * cover.primary + [(0, most) for most in cover.capacities]
    else:
        if cover.symmetries:
            raise UserError(f"{stated.instance.name}: .dlx cannot state that solutions count up to symmetries")
        bounds, colours = [*cover.bounds, *[(0, 1)] * cover.secondary], cover.colours
        if cover.costs:
            costs = cover.costs
            head.append(objective(1 if cover.most is None else -1, cover.most or 0))
    primary = [_bounded(item, *pair) for item, pair in enumerate(bounds) if pair != (0, 1)]
    secondary = [f"i{item}" for item, pair in enumerate(bounds) if pair == (0, 1)]
    lines = [*(f"| {line}" for line in head), " ".join([*primary, *(["|", *secondary] if secondary else [])])]
    for number, (option, colour, cost) in enumerate(zip(cover.options, colours, costs, strict=True)):
        if number < len(cover.atoms):
            lines.append(f"| {atom(*cover.atoms[number])}")
        words = [f"i{item}:c{colour[item]}" if item in colour else f"i{item}" for item in option]
        lines.append(" ".join([*words, *([f"|{cost}"] if cost else [])]))
    return {".dlx": "\n".join([*lines, ""])}


def _bounded(item: int, least: int, most: int) -> str:
    """A primary item with the number of options that cover it.

    >>> _bounded(4, 1, 1), _bounded(4, 2, 2), _bounded(4, 0, 3)
    ('i4', '2|i4', '0:3|i4')
    """
    if least == most:
        return f"i{item}" if most == 1 else f"{most}|i{item}"
    return f"{least}:{most}|i{item}"
