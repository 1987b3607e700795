"""Keeps what a campaign found in its folder, and compares answers with each other and with the literature.

In: outcomes of runs, and the rows of earlier sessions. Out: CSV rows, traces, solutions and logs; a summary in words.
"""
