"""A search for boards with as many tiles as possible that show equal values where they touch.

It is a depth-first branch and bound. A node holds the tiles that can still lie at each position and branches on the
cell with the fewest ways to be covered or left empty. Budgets, linear constraints that the formulation states, bound
the cells that may stay empty. ``budget/engine.hpp`` describes the search, and why it finds every board once.

Three tiles for a board of 3 x 3, two of which fit; boards of 0, 1 and 2 tiles are found:

>>> layouts = ((0, (1, 2, 3)), (0, (3, 2, 1)), (1, (4, 5, 4)))
>>> model = EdgeMatchingModel(3, 3, (), layouts, ((0, 0), (0, 1), (1, 0)), (2, 1), (), 0, every=False, connected=False)
>>> [len(board) for board in Boards(model).advance()]
[0, 1, 2]
"""

from tilings.models.problem import EdgeMatchingModel, NotApplicable
from tilings.runners.native._engine import BudgetSearch

__all__ = ["MOST_OPTIONS", "Boards"]

MOST_OPTIONS = 1 << 24


class Boards(BudgetSearch):
    """The search for the boards of a model, resumable in slices; see ``Search``. A solution is the tiles placed.

    If not all boards are wanted, each board found has more tiles than the one before, and the last one is best. Nodes
    are the nodes of the exhaustive search and of the random descents beside it, which are the same in every run.
    Updates, the effort, are the open cells looked at. ``bound`` is an upper bound on the tiles of every board.
    """

    def __init__(self, model: EdgeMatchingModel) -> None:
        """Raises NotApplicable for a board that is too large, ValueError for an invalid one."""
        if 2 * model.rows * model.cols * len(model.layouts) > MOST_OPTIONS:
            raise NotApplicable(f"this engine takes boards with up to {MOST_OPTIONS} placements of tiles")
        super().__init__(
            model.rows,
            model.cols,
            model.blocked,
            model.layouts,
            model.copies,
            model.budgets,
            model.wanted,
            model.every,
            model.connected,
        )
