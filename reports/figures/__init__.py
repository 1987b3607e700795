"""The figures of the report and of the page, one a file.

In: a table of runs, or results of `reports.analysis`. Out: `draw(data)` returns a `Drawing`: a title, a
figure, and a sentence that says how to read it; `drawing.NOTHING`, which reports leave out, where the data make none.
"""
