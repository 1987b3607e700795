"""Runs solvers under limits, checks and records their answers. Imports nothing from generators or reports."""
