"""The command ``python -m runners.verify``: a campaign's rows and files, checked again.

In: a campaign's folder. Out: a line for each fault, or the command that repeats one run.
"""
