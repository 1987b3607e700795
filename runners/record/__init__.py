"""The record of a run and of the machine that made it.

In: a RunRecord. Out: a CSV row; and the other way round.
"""
