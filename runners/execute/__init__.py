"""Makes runs: the solver is called under limits, its answer is read and checked.

In: planned runs. Out: for each an outcome, that is its record, its trace and its solution.
"""
