"""Says from afar how a campaign goes, while it is made: what is done, running and left, and what is wrong.

In: a campaign's folder, which is only read, without a lock: rows, plans and signs of life of its shards. Out: words or
JSON.
"""
