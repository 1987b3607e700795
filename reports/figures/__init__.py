"""The figures of the report and of the page, one a file.

In: a table of runs, or what `reports.analysis` computed. Out: `figure(runs)`, None where there is nothing to show, and
`sentence(runs)`, what it shows, or why there is none.
"""
