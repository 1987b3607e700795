"""Plans a campaign.

In: a suite and the shipped instances. Out: the ordered list of runs, each with its identity.
"""
