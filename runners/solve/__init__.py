"""Solves one instance: the command ``python -m runners.solve``, and `isolated.solved` for other programs.

In: an instance or a puzzle file, and options. Out: its answer as text, JSON, solutions, pictures or a film.
"""
