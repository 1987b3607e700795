"""Whether clauses that break symmetries hold together: each follows from a lex-leader constraint of one common order.

Let S be the set of solutions that reach the claimed objective, each with a numbering of its copies, and G a group of
bijections of S, the automorphisms of the instance. A formula states one list of literals, ``c order``, and names an
automorphism g for each group of clauses, ``c symmetry motion(-1,2)``. Write o(s) for the list of the literals' truth
values in s, false before true.

Theorem (J. Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-breaking predicates for search problems", 1996). In
each orbit of G some s has the lexicographically least o(s). For this s, and for all g of G at once, o(s) <= o(g s).

The clauses of all groups are therefore satisfied together, by this one s, if each clause of a group follows from the
*lex-leader constraint* o(s) <= o(g s) of its automorphism. As s is a solution, it satisfies all constraints as well.
Clauses of two orders need not hold together, so a formula has a single one. Whether g is an automorphism is for the
rules of the instance's family to say: for a literal they give its *image*, the literal with the same truth value in s
as the former has in g s.

A clause follows if its negation contradicts the constraint. The literals of the order are compared with their images
in turn: as long as no literal can be false with a true image, the two are alike, which may determine further literals.
The constraint is contradicted by a true literal with a false image, or by literals that no solution makes true.

An auxiliary variable gets a meaning: *so many of the first literals are alike*. The number is the least that the
clauses that imply the variable show. It belongs to one group, so the meanings do not depend on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from graphlib import CycleError
from math import inf

from tilings.runners.binding.counting import CIRCLE, SEVERAL, Clause, by_head, heads_in_order
from tilings.runners.binding.dimacs import Name

Image = Callable[[Name, Set[int]], tuple[Name, bool] | None]
NOT_IMPLIED = "it does not follow from the lex-leader constraint"


def is_motion(motion: Sequence[int], box: Sequence[int]) -> bool:
    """Whether numbers denote a motion that maps a box to itself.

    motion(-2,1): the new first coordinate is the old second one, counted from the other end, the new second coordinate
    the old first one.
    """
    axes = [abs(source) - 1 for source in motion]
    return sorted(axes) == list(range(len(box))) and [box[axis] for axis in axes] == list(box)


def before(motion: Sequence[int], cell: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """The cell that a motion takes to this one. last: the greatest coordinates, which may differ by axis."""
    old = [0] * len(cell)
    for source, place in zip(motion, cell, strict=True):
        axis = abs(source) - 1
        old[axis] = place if source > 0 else last[axis] - place
    return tuple(old)


class Leader:
    """The lex-leader constraint of one automorphism.

    order: the literals that are compared; literals that are their own images are left out.
    image: returns the image of a named variable, its name and whether it is not negated, given literals that hold; None
        if the image is not known.
    excludes: returns whether no solution makes all of these literals true.
    """

    def __init__(
        self, order: Sequence[int], image: Image, excludes: Callable[[Set[int]], bool], variables: Mapping[Name, int]
    ) -> None:
        self.excludes = excludes
        self._image = image
        self._variables = variables
        self._names = {variables[name]: name for name in variables}
        self.order = [literal for literal in order if self.image(literal, set()) != literal]

    def alike(self, known: Set[int], start: int) -> float:
        """The number of first literals that equal their images, if the known literals are true and the first `start`
        equal theirs. Infinite if the known literals contradict the constraint.
        """
        true = set(known)
        equal: set[frozenset[int]] = set()
        for place, literal in enumerate(self.order):
            image, given = self.image(literal, true), place < start
            if image == literal or frozenset((literal, image)) in equal or (given and image is None):
                continue
            if image is None:
                return place
            holds = literal in true or (not given and self.excludes(true | {-literal}))
            fails = -image in true or (not given and self.excludes(true | {image}))
            if not (given or holds or fails or self.excludes(true | {-literal, image})):
                return place
            equal |= {frozenset((literal, image)), frozenset((-literal, -image))}
            if holds or image in true:
                true |= {literal, image}
            if fails or -literal in true:
                true |= {-literal, -image}
            if literal in true and -literal in true:
                return inf
        return inf if self.excludes(true) else len(self.order)

    def image(self, literal: int, true: Set[int]) -> int | None:
        """The image of a literal, given literals that hold; None if it is not known or has no variable."""
        name = self._names.get(abs(literal))
        image = name and self._image(name, true)
        variable = image and self._variables.get(image[0])
        if not image or not variable:
            return None
        return variable if (literal > 0) == image[1] else -variable


def unproven(clauses: Sequence[Clause], leader: Leader, named: Collection[int]) -> Iterator[tuple[Clause, str]]:
    """The clauses of one group that are not shown to follow from its lex-leader constraint, each with the reason.

    named: the variables that have a meaning; all others are auxiliary, and occur in no other group or constraint.
    """
    implying, forbidding, several = by_head(clauses, named)
    yield from ((clause, SEVERAL) for clause in several)
    alike: dict[int, float] = {}

    def shown(clause: Clause) -> float:
        """The number of first literals that are alike if all literals of named variables in the clause are false."""
        others = [-literal for literal in clause if abs(literal) not in named]
        start = max((alike.get(one, inf) for one in others if one > 0), default=0)
        known = {-literal for literal in clause if abs(literal) in named}
        tautology = any(-literal in known for literal in known)
        return inf if start == inf or tautology else leader.alike(known, int(start))

    try:
        for head in heads_in_order(implying):
            alike[head] = min(map(shown, implying[head]))
    except CycleError:
        yield next(iter(implying.values()))[0], CIRCLE
        return
    yield from ((clause, NOT_IMPLIED) for clause in forbidding if shown(clause) < inf)
