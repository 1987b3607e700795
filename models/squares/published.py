"""Published values of h(n), the least number of copies of one side that a tiling of the n x n square needs.

- n = 2 to 100: all 99 terms of OEIS A036444, by E. Friedman, after his "Math Magic", December 1998: the file
  seq/A036/A036444.seq of github.com/oeis/oeisdata, commit 1ebf49cf.
- 110 and 112 are sides of perfect squared squares: A. J. W. Duijvestijn, "Simple perfect squared square of lowest
  order", Journal of Combinatorial Theory B 25, 1978 (side 112), and T. H. Willcocks (side 110).

No perfect squared square is smaller than 110 (I. Gambini, "A method for cutting squares into distinct squares",
Discrete Applied Mathematics 98, 1999), so h(n) is at least 2 for n = 101 to 109. To our knowledge, no value is
published for these, for n = 111 and beyond 112. For comparison only: no search uses them.
"""

# fmt: off
A036444 = dict(enumerate((
    4, 5, 4, 4, 4, 3, 4, 3, 4,  # 2 to 10
    3, 3, 3, 3, 3, 3, 3, 3, 2, 2,
    3, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2,  # 91 to 100
), start=2))
# fmt: on
LEAST_COPIES = A036444 | {110: 1, 112: 1}
