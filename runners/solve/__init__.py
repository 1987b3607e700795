"""The command ``python -m runners.solve``: one instance.

In: an instance or a puzzle file, a solver, options. Out: its answer as text, JSON, solutions, pictures or a film.
"""
