"""The report's chapters: each module computes what one says.

In: a campaign (`reports.data.campaign.Results`). Out: a `Chapter`, a title and blocks of words, figures and tables,
which one template sets.
"""
