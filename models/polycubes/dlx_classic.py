"""Pieces that fill a box, for the classic engine: DLX, most constrained hole and de Bruijn, switched within a search.

Symmetry breaking: by the engine, which keeps one piece to an image of each orbit (``constrain``) and counts one
solution of each class of symmetric ones.
Source: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. The defaults are his: plain DLX, branching on what
has the fewest images left, without filters. Thresholds are numbers of remaining pieces; 0 switches a feature off.

Goals: first, count
Option order: f | <text>                (f x y z X Y Z R a@DEGREES, each with a threshold: x=35,f=20)
Option mch: 0 | <number>                (from so many remaining pieces on, the most constrained hole)
Option emch: 0 | <number>               (from then on its estimate)
Option bruijn: 0 | <number>             (from then on de Bruijn's first hole)
Option constrain: none | auto | <text>  (the piece that is kept to one image of each orbit)
Option parity_filter: 0 | once | <number>   (down to so many remaining pieces, after each one)
Option volume_filter: 0 | once | <number>
Option fit_filter: 0 | once | <number>
Option parity_trigger: 0 | <number>     (a violation ends the branch, down to so many remaining pieces)
Option volume_trigger: 0 | <number>
Option trials: 0 | <number>             (so many random trials in place of a complete search)
Option stop: 0 | <number>               (a trial ends when the piece is removed before which so many remained)
Option seed: 0 | <number>
"""

from __future__ import annotations

from models.polycubes.instance import PolycubesInstance
from models.polycubes.packing import packing
from models.problem import Packing


def build(instance: PolycubesInstance, goal: str, **options: str) -> Packing:
    """The placements and the engine's settings; both goals have the same."""
    del goal
    return packing(instance, "classic", options)
