"""From the files of a campaign to a PDF, a page, pictures and comparisons. Needs no solver.

In: a results folder. Out: what `reports.build`, `reports.page`, `reports.boards`, `reports.export`
and `reports.compare` write. A row goes through `data`, is judged by `scores` and `analysis`, drawn by `plot` and
`figures`, told by `chapters` and set by `pdf`.
"""
