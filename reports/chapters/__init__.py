"""The report's chapters: each module computes what one says, the .typ file of its name sets it.

In: a campaign (`reports.data.campaign.Results`) and a folder for figures. Out: text, tables and the names of figures'
files, as data for the templates.
"""
