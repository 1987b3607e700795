"""Runs solvers under limits, checks their answers and records them. Imports nothing from generators or reports.

In: suites, instances, formulations. Out: rows of a campaign (`runners.all`), answers (`runners.solve`), certificates.
"""
