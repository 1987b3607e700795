"""The whole document.

In: a campaign, and the published results. Out: the content of the report as data, its figures as files, for the
templates beside this file, which Typst sets as a PDF.
"""
