"""The symmetries of a cover as maps on its options; goal ``count`` counts covers up to them."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache

from tilings.models.classes import Generators
from tilings.models.covers.data import bounds, over_primary
from tilings.models.covers.instance import CoversInstance, images_of_options
from tilings.models.problem import Item, Symmetry

Permutation = tuple[int, ...]
MOST_LISTED = 100  # each solution is compared with its images under all listed symmetries


@cache
def symmetries(instance: CoversInstance) -> Sequence[Symmetry]:
    """The symmetries under which the instance's convention counts covers as one, as maps on items, identity first.

    An item is ("option", number).
    """
    items = [("option", number) for number in range(len(instance.options))]
    listed = group(instance)
    if listed is not None:
        return [_item_map(items, images) for images in listed]
    return Generators(_item_map(items, images) for images in [range(len(items)), *_named(instance)])


@cache
def group(instance: CoversInstance) -> Collection[Permutation] | None:
    """The same symmetries as permutations of the options; None if there are more than MOST_LISTED."""
    generators = _named(instance) if instance.convention == "symmetries" else []
    identity = tuple(range(len(instance.options)))
    elements = {identity: None}
    queue = [identity]
    for element in queue:
        for generator in generators:
            product = tuple(map(generator.__getitem__, element))
            if product not in elements:
                elements[product] = None
                queue.append(product)
        if len(elements) > MOST_LISTED:
            return None
    return elements


def notes(instance: CoversInstance) -> list[str]:
    """The number of symmetries, if covers count up to them."""
    if instance.convention == "raw":
        return []
    listed = group(instance)
    number = f"more than {MOST_LISTED}" if listed is None else f"{len(listed)}"
    return [f"covers are counted up to {number} symmetries, the identity included"]


def kept(instance: CoversInstance) -> list[int]:
    """The options that suffice to count covers up to listed symmetries; all options if symmetries are not listed.

    The item is chosen that loses the largest share of its options, among those that are covered exactly once and whose
    options no symmetry takes to options of another item. Of each orbit of its options one option is kept. Every cover
    has an image with a kept option of the item, and only symmetries that fix this option take that image to another
    such cover.
    """
    listed = group(instance) or {}
    if len(listed) < 2:
        return list(range(len(instance.options)))
    least = [min(images) for images in zip(*listed, strict=True)]  # the least option of each option's orbit
    size = Counter(least)
    ranked = []
    for item, over in enumerate(over_primary(instance)):
        left = {least[option] for option in over}
        if over and bounds(instance)[item] == (1, 1) and sum(size[option] for option in left) == len(over):
            ranked.append((len(left) / len(over), len(left), item, set(over) - left))
    dropped = min(ranked)[3] if ranked else set()
    return [option for option in range(len(instance.options)) if option not in dropped]


def _named(instance: CoversInstance) -> list[Permutation]:
    """The named symmetries, as permutations of the options."""
    return [tuple(image for image in images if image is not None) for images in images_of_options(instance)]


def _item_map(items: Sequence[Item], images: Sequence[int]) -> Symmetry:
    return lambda item: items[images[item[1]]]
