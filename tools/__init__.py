"""Programs for developers: measuring the harness, fuzzing, the documents' code blocks, lint and checks that make calls.

This file makes the folder a package that is found before those called `tools` that other wheels install.
"""
