"""One solution for all its images under the symmetries, for tests that compare sets of solutions."""

from collections.abc import Sequence

from tilings.models.problem import Solution, Symmetry


def canonical(solution: Solution, symmetries: Sequence[Symmetry]) -> Solution:
    """The least of a solution's images: equal for two solutions exactly if a symmetry maps one to the other."""
    return min(tuple(sorted(map(image, solution))) for image in symmetries)
