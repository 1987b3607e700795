"""From the files of a campaign to a PDF, a page, pictures and comparisons. Needs no solver.

In: a results folder. Out: the files of `reports.build`, `reports.page`, `reports.boards`, `reports.export` and
`reports.compare`. The rows are read by `data`, scored by `scores` and `analysis`, drawn by `plot` and `figures`,
described by `chapters` and set by `pdf`.
"""
