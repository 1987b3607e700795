"""How large an instance each configuration and paradigm solves within the limit: reach, on ladders that are climbed.

In: the table of runs of `reports.data`. Out: plain values, tables and sentences: the climbs and the rungs held
(`climbs`), growth curves and fitted reach (`curves`), the table of reach (`reach`), who wins a ladder (`winners`), the
sizes at which the leader changes (`crossings`), predictions of the reach at a longer limit (`prediction`), reach by
model and solver (`models`), reach within any time (`over_time`), and the sentences on all of these (`findings`).
"""
