"""Runs solvers under limits, checks their answers and records them. Imports models; nothing from generators or reports."""
