"""The whole document.

In: a campaign. Out: the content of the report as data, its figures as files, for the template beside this file, which
Typst sets as a PDF.
"""
