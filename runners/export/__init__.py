"""The command ``python -m runners.export``: a formulation's model of an instance as a file that other solvers read.

In: an instance, a formulation, a goal. Out: the model's text.
"""
