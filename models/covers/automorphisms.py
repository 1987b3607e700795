"""Finds the symmetries of a cover, as the automorphisms of a graph whose vertices have kinds.

There is a vertex for each item, for each colour that options give an item, and for each set of equal options. An edge
joins a colour to its item, and an option to each of its items, or to the colour that it gives the item. The kinds
distinguish bounds of items, costs of options, and numbers of equal options.

BLISS finds the automorphisms: T. Junttila and P. Kaski, "Engineering an Efficient Canonical Labeling Tool for Large and
Sparse Graphs", 2007.
"""

from collections import Counter
from collections.abc import Hashable

from tilings.models import fields
from tilings.models.covers.instance import CONVENTIONS, CoversInstance, Option, option_images
from tilings.models.hidden_imports import hidden
from tilings.models.problem import UserError


def under_convention(instance: CoversInstance, convention: str) -> CoversInstance:
    """The instance with another convention; with all its symmetries for ``automorphisms``."""
    if convention == "automorphisms":
        return with_automorphisms(instance)
    return instance._replace(convention=fields.choice(convention, "convention", (*CONVENTIONS, "automorphisms")))


def with_automorphisms(instance: CoversInstance) -> CoversInstance:
    """The instance with generators of all its symmetries, up to which covers are to be counted.

    Raises UserError without the package igraph, which contains BLISS.
    """
    try:
        # With matplotlib, for drawings of graphs, the import takes seconds.
        with hidden("matplotlib"):
            from igraph import Graph
    except ImportError:
        raise UserError("--convention automorphisms needs the package igraph: pip install igraph") from None
    words, kinds, edges = _graph(instance)
    number = {kind: at for at, kind in enumerate(dict.fromkeys(kinds))}
    graph = Graph(len(kinds), edges)
    permutations = [
        _moves(words, images) for images in graph.automorphism_group(color=[number[kind] for kind in kinds])
    ]
    identity = list(range(len(instance.options)))
    images = option_images(instance.options, permutations)
    moving = [moves for moves, image in zip(permutations, images, strict=True) if image != identity]
    symmetries = tuple(tuple(moves.items()) for moves in moving or [{}])
    return instance._replace(symmetries=symmetries, convention="symmetries")


def _graph(instance: CoversInstance) -> tuple[list[str], list[Hashable], list[tuple[int, int]]]:
    """The words of the first vertices, items and items in a colour; the kinds of all vertices; the edges."""
    kinds: dict[str, Hashable] = {item.name: ("primary", item.least, item.most) for item in instance.primary}
    kinds |= dict.fromkeys(instance.secondary, ("secondary",))
    kinds |= {word: ("colour",) for option in instance.options for word in option.words if ":" in word}
    place = {word: at for at, word in enumerate(kinds)}
    edges = [(at, place[word.partition(":")[0]]) for word, at in place.items() if ":" in word]
    equal = Counter(map(_content, instance.options))
    different = {_content(option): option for option in instance.options}
    for at, option in enumerate(different.values(), start=len(place)):
        edges += [(at, place[word]) for word in option.words]
    options = [("option", option.cost, equal[key]) for key, option in different.items()]
    return list(kinds), [*kinds.values(), *options], edges


def _content(option: Option) -> Hashable:
    """The key of equal options."""
    return frozenset(option.items), option.cost


def _moves(words: list[str], images: list[int]) -> dict[str, str]:
    """The words that a permutation of the vertices moves, except colours that follow their items."""
    moves = {word: words[image] for word, image in zip(words, images, strict=False)}
    return {word: image for word, image in moves.items() if image != _expected(word, moves)}


def _expected(word: str, moves: dict[str, str]) -> str:
    """The word itself if it is an item; if it is an item in a colour, the item's image in this colour."""
    item, colon, colour = word.partition(":")
    return f"{moves[item]}:{colour}" if colon else word
