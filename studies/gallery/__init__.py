"""The picture book: the prettiest boards among the published results, each with the proofs about it and its file.

In: certified tilings and campaigns with stored solutions (`reports.data`), and how a family draws itself. Out: a page,
an SVG file for each picture, the same as Markdown, and the pictures of README.md.
"""
