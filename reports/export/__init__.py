"""Writes a campaign in the formats of other tools.

In: `Results`, and the measures of its instances. Out: the contents of files, by their path in the target: the table of
runs as CSV or Parquet, result files of BenchExec.
"""
