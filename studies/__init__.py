"""Published experiments run again, each in a package of its own, and the document on their results.

A study is its command, the schema of its rows, its chapter and figures. It uses the public names of the core, which
does not import it.

In: a folder of campaigns, by default results/published. Out: studies.pdf, by the same blocks and template as the report
on a campaign. A study whose campaign or file is missing is left out.
"""
