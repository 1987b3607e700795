"""Tile an n x n board with smaller squares, few of each size: a mixed integer program."""

import sys

import pulp

n = 7
places = [(x, y, s) for s in range(1, n) for x in range(n - s + 1) for y in range(n - s + 1)]

model = pulp.LpProblem("squares", pulp.LpMinimize)
square = pulp.LpVariable.dicts("square", places, cat="Binary")
most = pulp.LpVariable("most", lowBound=1)
model += most
for a in range(n):
    for b in range(n):
        model += pulp.lpSum(square[x, y, s] for x, y, s in places if x <= a < x + s and y <= b < y + s) == 1
for size in range(1, n):
    model += pulp.lpSum(square[x, y, s] for x, y, s in places if s == size) <= most

if "corner" in sys.argv:
    corner = [pulp.lpSum(s * square[i * (n - s), j * (n - s), s] for s in range(1, n)) for i in (0, 1) for j in (0, 1)]
    for other in corner[1:]:
        model += corner[0] >= other

# The solver gives one solution. To count, forbid each one that was found, and ask again.
best, found = n * n, 0
while model.solve(pulp.PULP_CBC_CMD(msg=False)) == pulp.LpStatusOptimal and round(most.value()) <= best:
    best, found = round(most.value()), found + 1
    chosen = [square[place] for place in places if square[place].value() > 0.5]
    model += pulp.lpSum(chosen) <= len(chosen) - 1
print(f"at most {best} of a size: {found} tilings")
