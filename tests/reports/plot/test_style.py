"""The style that all figures share."""

from reports.plot.style import colour


def test_solvers_keep_their_colours():
    known = ["gecode", "chuffed", "cpsat", "clingo", "cbc", "highs", "dlx"]
    assert len({colour(solver) for solver in known}) == len(known)
    assert colour("new") == colour("newer")
