"""Two campaigns compared, case by case: what got faster or slower, newly solved, lost, contradictory.

In: two results folders. Out: Markdown or CSV, and an exit code that says whether something was lost.
"""
