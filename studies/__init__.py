"""Published experiments run again, each a room of its own, and the document on what they show.

A study is a user of the public names of the packages below it, none of which knows of it: its command, the schema of
its rows, its chapter and figures.

In: a folder of campaigns, by default results/published. Out: studies.pdf, by the same blocks and template as the report
on a campaign. A study whose campaign or file is missing is left out.
"""
