"""A search for boards with as many tiles as possible that show equal values where they touch.

A depth-first branch and bound. A node knows what can still be laid at each position, branches on the cell with the
fewest ways to cover it or leave it empty, and pays for cells left empty from budgets, linear bounds that the
formulation states. How it goes, and why every board is found once, stands in ``budget/engine.hpp``.

Three tiles on a board of 3 x 3, of which two fit, and then the two ways to lay these two:

>>> line = Laying(3, 3, (), ((0, (1, 2, 3)), (0, (3, 2, 1)), (1, (4, 5, 4))), ((0, 0), (0, 1), (1, 0)), (2, 1), (),
...               wanted=0, every=False, connected=False)
>>> [len(board) for board in Boards(line).advance()]
[0, 1, 2]
"""

from __future__ import annotations

from models.problem import Laying, NotApplicable
from runners.native._engine import BudgetSearch

__all__ = ["MOST_OPTIONS", "Boards"]

MOST_OPTIONS = 1 << 24


class Boards(BudgetSearch):
    """The search for what a formulation stated, resumable in slices: see ``Search``; a solution is the tiles laid.

    If not all boards are wanted, each one found has more tiles than the one before, and the last is a best one.
    Nodes are those of the exhaustive search and of the random descents that go with it, which are the same in every
    run; updates, the effort, are the open cells looked at. ``bound`` is an upper bound on the tiles of every board.
    """

    def __init__(self, laying: Laying) -> None:
        """Raises NotApplicable for a board that is too large, ValueError for one that makes no sense."""
        if 2 * laying.rows * laying.cols * len(laying.layouts) > MOST_OPTIONS:
            raise NotApplicable(f"this engine takes boards of up to {MOST_OPTIONS} tiles in their places")
        super().__init__(
            laying.rows,
            laying.cols,
            laying.blocked,
            laying.layouts,
            laying.copies,
            laying.budgets,
            laying.wanted,
            laying.every,
            laying.connected,
        )
