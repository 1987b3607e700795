"""How large an instance each configuration and paradigm solves within the limit, and what the report says of it.

In: the table of runs of `reports.data`. Out: plain values, sentences and chapters. Numbers: the climbs and the rungs
held (`climbs`), the reach observed and fitted (`reach`), predictions (`predicted`), who leads a ladder (`winners`), the
sizes at which the fastest changes (`crossings`), runs on a single size (`one_size`), all of these (`findings`) and the
sentences on them (`sentences`). A module with a PLACE is a chapter, with its numbers, figure and words.
"""
