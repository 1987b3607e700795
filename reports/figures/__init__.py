"""The figures of the report and of the page, one a file.

In: a table of runs, or what `reports.analysis` computed. Out: `draw(data)` returns a `Drawing`: a title, a figure (None
where there is nothing to show), and a sentence that says what it shows or why there is none.
"""
