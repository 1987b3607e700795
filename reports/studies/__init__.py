"""The second document: what the published experiments show, each a study with campaigns or files of its own.

In: a folder of campaigns, by default results/published. Out: studies.pdf, by the same blocks and template as the report
on a campaign. A study whose campaign or file is missing is left out.
"""
