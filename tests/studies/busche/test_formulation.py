"""The classic formulation orders placements for its engine and declares the original's defaults as its options."""

from __future__ import annotations

from tilings.models import registry
from tilings.models.polycubes import data, geometry
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing
from tilings.runners.plan import manifest
from tilings.studies.busche import formulation


def instance(name: str) -> PolycubesInstance:
    _, found = registry.load_instance(manifest.entry("polycubes", name).path)
    assert isinstance(found, PolycubesInstance)
    return found


def representatives(found: Packing, name: str) -> list[list[tuple[int, int, int]]]:
    """The cells of the first placement of each orbit of a piece."""
    piece = found.names.index(name)
    first = [i for i, owner in enumerate(found.piece) if owner == piece and all(s[i] >= i for s in found.symmetries)]
    return [[found.cells[cell] for cell in found.covers[i]] for i in first]


def test_reordering_changes_neither_placements_nor_symmetries() -> None:
    for name in ("soma-reflections", "pentominoes3x20"):
        before, after = packing(instance(name), "classic", {}), formulation.build(instance(name))
        place = {atom: i for i, atom in enumerate(after.atoms)}
        for i, atom in enumerate(before.atoms):
            assert (before.piece[i], before.covers[i]) == (after.piece[place[atom]], after.covers[place[atom]])
            for old, new in zip(before.symmetries, after.symmetries, strict=True):
                assert place[before.atoms[old[i]]] == new[place[atom]]


def test_a_piece_with_all_rotations_of_the_cube_is_kept_to_one_orientation() -> None:
    """M. Busche says of the Tetris Cube that piece G keeps 8 images and piece L 12; a fixed way to hold them does."""
    found = formulation.build(instance("tetris-cube"))
    for name, count in (("G", 8), ("L", 12)):
        kept = representatives(found, name)
        assert len(kept) == count
        assert len({geometry.normalised(cells) for cells in kept}) == 1


def test_a_one_sided_piece_is_kept_to_orientations_without_turning_it_over() -> None:
    """The plane turns V by half a turn only, so it is held in two ways, in the half where the search begins."""
    kept = representatives(formulation.build(instance("one-sided-pentominoes3x30")), "V")
    assert len(kept) == 28
    assert len({geometry.normalised(cells) for cells in kept}) == 2
    assert max(x for cells in kept for x, _, _ in cells) <= 16


def test_atoms_are_decoded_to_the_placements_that_they_name() -> None:
    pentominoes = instance("pentominoes3x20")
    found = formulation.build(pentominoes)
    for i in range(0, len(found.atoms), 97):
        cells = tuple(sorted(found.cells[cell] for cell in found.covers[i]))
        assert data.decode(pentominoes, [found.atoms[i]]) == ((found.names[found.piece[i]], cells),)
