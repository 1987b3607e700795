"""Solutions are told apart up to symmetries, whether all of these are listed or some that generate them."""

from itertools import combinations, permutations

import pytest

from tests.canonical import canonical
from tilings.models import classes
from tilings.models.classes import Classes, Generators, TooManyImages
from tilings.models.problem import Item, Symmetry

GRAPHS = list(combinations([("edge", a, b) for a, b in combinations(range(6), 2)], 3))


def renaming(images: tuple[int, ...]) -> Symmetry:
    """The map on edges between points that a permutation of the points makes."""

    def image(item: Item) -> Item:
        return ("edge", *sorted((images[item[1]], images[item[2]])))

    return image


ALL = [renaming(images) for images in permutations(range(6))]
SOME = Generators([renaming((0, 1, 2, 3, 4, 5)), renaming((1, 0, 2, 3, 4, 5)), renaming((1, 2, 3, 4, 5, 0))])


def test_generators_give_the_classes_of_the_group_that_they_generate() -> None:
    listed, generated = Classes(ALL), Classes(SOME)
    assert [generated.of(graph) for graph in GRAPHS] == [listed.of(graph) for graph in GRAPHS]
    # A triangle, a star, a path, a path of two edges and an edge, three edges apart.
    assert len({generated.of(graph) for graph in GRAPHS}) == 5


def test_a_class_is_known_by_its_least_solution_in_whatever_order_its_items_come() -> None:
    star = (("edge", 1, 5), ("edge", 0, 5), ("edge", 2, 5))
    assert Classes(SOME).of(star) == Classes(SOME).of(star[::-1]) == classes.digest(canonical(star, ALL))


def test_images_beyond_a_limit_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "MOST_IMAGES", 100)
    found = Classes(SOME)
    triangle = (("edge", 0, 1), ("edge", 0, 2), ("edge", 1, 2))
    assert found.of(triangle) == Classes(ALL).of(triangle)
    with pytest.raises(TooManyImages, match="more than 100 images"):
        for graph in GRAPHS:
            found.of(graph)
    assert found.of(triangle) == Classes(ALL).of(triangle)
