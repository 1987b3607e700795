"""Exact covers by plain dancing links: the baseline.

An exact-cover problem has items and options, an option being a set of items. A solution is a set of options
that covers every primary item exactly once and every secondary item at most as often as its capacity allows.
Source: D. E. Knuth, The Art of Computer Programming 4B (2022), section 7.2.2.1, Algorithm X with dancing links.
Capacities greater than one are an extension.

>>> search = Search(primary=3, capacities=[1], options=[[0, 1], [2, 3], [0], [1, 3], [2]])
>>> search.advance()
[[0, 1], [0, 4], [2, 3, 4]]
>>> search.finished, search.solutions
(True, 3)
"""

from tilings.runners.native._engine import Search

__all__ = ["Search"]
