"""From the files of a campaign to a PDF, a page, pictures and comparisons. Needs no solver.

In: a results folder. Out: the files of `reports.build`, `reports.page`, `reports.boards`, `reports.export` and
`reports.compare`. The rows are read by `data`, compared by `scores` and `reach`, drawn by `plot` and `figures`,
described by `chapters` and `reach`, and set by `pdf`.
"""
