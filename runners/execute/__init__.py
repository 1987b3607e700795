"""Executes runs: calls the solver under limits, reads its answer, and checks it.

In: planned runs. Out: for each an outcome, that is its record, its trace and its solution.
"""
