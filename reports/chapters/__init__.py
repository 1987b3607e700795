"""Chapters of the report, and the parts that they share.

A module with a PLACE is a chapter, here and in `reports.reach`, where most of them are; `reports.pdf.document` finds
them. The other modules here say what a chapter is, and make the parts of several.

In: a campaign (`reports.data.campaign.Results`). Out: a `Chapter`, a title and blocks of words, figures and tables,
which one template sets.
"""
