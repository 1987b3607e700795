"""Drawings for the report: figures with their words, boards, and films of searches.

In: a figure, or the results of a campaign. Out: a `Drawing`, a title, a figure, and a sentence that says how to read
it; `drawing.NOTHING`, which reports leave out, where the data make none.
"""
