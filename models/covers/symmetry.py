"""The symmetries of a cover, as maps on its options, under which goal ``count`` counts covers once."""

from collections.abc import Collection, Sequence
from functools import cache

from models.covers.instance import CoversInstance
from models.covers.permutation import option_images
from models.problem import Item, Symmetry, UserError

Permutation = tuple[int, ...]
MOST_ENTRIES = 20_000_000  # of all permutations of a group together, which are kept in memory


@cache
def symmetries(instance: CoversInstance) -> list[Symmetry]:
    """The maps on items ("option", number) that the instance's convention counts as one, identity first.

    Raises UserError where they are too many to be listed.
    """
    identity = tuple(range(len(instance.options)))
    generators = _named(instance) if instance.convention == "symmetries" else []
    return [_item_map(images) for images in _closed(identity, generators)]


def _named(instance: CoversInstance) -> list[Permutation]:
    """The named symmetries, as permutations of the options."""
    images = (option_images(instance.options, dict(moves)) for moves in instance.symmetries)
    return [tuple(image for image in option if image is not None) for option in images]


def _closed(identity: Permutation, generators: Sequence[Permutation]) -> Collection[Permutation]:
    """The group that permutations generate, identity first."""
    found = {identity: None}
    waiting = [identity]
    for element in waiting:
        for generator in generators:
            product = tuple(map(generator.__getitem__, element))
            if product not in found:
                found[product] = None
                waiting.append(product)
                if len(found) * max(1, len(identity)) > MOST_ENTRIES:
                    raise UserError(
                        f"the symmetries are more than {len(found) - 1}: name some of them in the field 'symmetries'"
                    )
    return found


def _item_map(images: Permutation) -> Symmetry:
    def image(item: Item) -> Item:
        return item[0], images[item[1]]

    return image
