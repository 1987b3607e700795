"""Tests of the whole repository; they mirror its folders.

This file makes the folder a package that is found before those called `tests` that some solvers' wheels install.
"""
