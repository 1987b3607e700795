"""Reads what was recorded.

In: the files of a results folder, and those of results/published. Out: `Results`, a campaign as tables of runs and
traces with the instances they ran on; stored solutions, checked again; what is certified of h(n); G. Tam's runs.
"""
