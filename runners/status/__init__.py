"""Reports the state of a campaign while it is made: the runs done, running and left, and wrong answers.

In: a campaign's folder, which is only read, without a lock: rows, plans and signs of life of its shards. Out: words or
JSON.
"""
