"""Two campaigns compared, case by case: faster, slower, newly solved, lost and contradictory cases.

In: two results folders. Out: Markdown or CSV, and an exit code for regressions.
"""
