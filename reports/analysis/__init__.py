"""Computes what figures and chapters say, beyond scores.

In: the tables of `reports.data` and the scores of `reports.scores`. Out: plain values: ratios, effects, variances,
gaps over time, the ladder and the hardness of triomino-domino boards. Nothing here draws.
"""
