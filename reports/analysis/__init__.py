"""Computes the numbers behind figures and chapters, other than scores.

In: the table of runs of `reports.data` and the scores of `reports.scores`. Out: plain values: ratios, effects,
variances, causes of failure, gaps over time, the ladder and the hardness of triomino-domino boards.
Nothing here draws.
"""
