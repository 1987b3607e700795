"""Words and tables.

In: numbers, names, rows of text. Out: English phrases, and tables as the template sets them.
"""
