"""How large an instance each configuration and paradigm solves within the limit: reach, on ladders that are climbed.

In: the table of runs of `reports.data`. Out: plain values, sentences and chapters: the climbs and the rungs held
(`climbs`), growth curves and fitted reach (`curves`), the table of reach (`reach`), who wins a ladder (`winners`), the
sizes at which the leader changes (`crossings`), reach by model and solver (`models`), and the sentences on all of these
(`findings`). A module each has the numbers, the figure and the words of a page of the report: `front` with `over_time`,
`how_far`, `luck`, `growth`, `threads`, `presets`, `proof`, `stops`, `prediction` and `ladders`.
"""
