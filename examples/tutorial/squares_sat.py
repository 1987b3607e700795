"""Tile an n x n board with smaller squares, few of each size: clauses."""

import sys
from itertools import combinations

from pysat.card import CardEnc
from pysat.solvers import Cadical153

n = 7
places = [(x, y, s) for s in range(1, n) for x in range(n - s + 1) for y in range(n - s + 1)]
square = {place: number for number, place in enumerate(places, 1)}  # the numbers of the variables


def tilings(most):
    clauses = []
    for a in range(n):
        for b in range(n):
            over = [square[x, y, s] for x, y, s in places if x <= a < x + s and y <= b < y + s]
            clauses += [over] + [[-one, -other] for one, other in combinations(over, 2)]
    last = len(places)
    for size in range(1, n):
        same = [square[x, y, s] for x, y, s in places if s == size]
        limit = CardEnc.atmost(same, bound=most, top_id=last)  # its own variables have numbers above last
        clauses, last = clauses + limit.clauses, max(last, limit.nv)
    if "corner" in sys.argv:
        for x, y, s in places:
            if x in (0, n - s) and y in (0, n - s):
                clauses += [[-square[x, y, s], -square[0, 0, smaller]] for smaller in range(1, s)]
    found = 0
    with Cadical153(bootstrap_with=clauses) as solver:
        while solver.solve():
            found += 1
            chosen = [number for number in solver.get_model()[: len(places)] if number > 0]
            solver.add_clause([-number for number in chosen])
    return found


most = 1
while not (found := tilings(most)):
    most += 1
print(f"at most {most} of a size: {found} tilings")
