"""Published values of h(n), the least number of copies of one side that a tiling of the n x n square needs.

- n = 2 to 24: OEIS A036444, after E. Friedman, "Math Magic", December 1998, who gives 2 from 22 on until the first
  perfect squared squares.
- No perfect squared square is smaller than 110: I. Gambini, "A method for cutting squares into distinct squares",
  Discrete Applied Mathematics 98, 1999.
- 110 and 112 are sides of perfect squared squares: A. J. W. Duijvestijn, "Simple perfect squared square of lowest
  order", Journal of Combinatorial Theory B 25, 1978 (side 112), and T. H. Willcocks (side 110).

To our knowledge, no values are published for n = 111 and beyond 112. For comparison only: no search uses them.
"""

LEAST_COPIES = dict(enumerate((4, 5, 4, 4, 4, 3, 4, 3, 4, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 3, 2, 2, 2), start=2))
LEAST_COPIES |= dict.fromkeys(range(25, 110), 2) | {110: 1, 112: 1}
