"""Tables of runs of other programs as a results folder: reach, growth, pairs, page and exports without a tiling.

In: a CSV with a row a run, result files of BenchExec, or a CSV of its table-generator. Out: a folder with runs-1of1.csv
(runners.record.schema) and machine.json, which has the colours of the solvers. docs/data.md documents the columns.
"""
