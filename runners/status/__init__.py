"""Reports the state of a campaign while it runs: the runs done, running and left, and wrong answers.

In: a campaign's folder (rows, plans and heartbeats of its shards), only read, without a lock. Out: text or JSON.
"""
