"""Draws the kinds of plots that several figures share.

In: tables of runs, or names and numbers. Out: matplotlib figures and axes in one style. Nothing here knows what a
figure means.
"""
