"""One adapter a file; `interface/solver.py` says what an adapter is.

In: a job. Out: the solver's command line, and what its output says as events.
"""
