"""The explorable page of a campaign: one HTML file that holds its styles, scripts and data, and opens from disk.

In: a campaign (`reports.data.campaign.Results`). Out: the text of an HTML file. `build` joins page.html, page.css, one
script, and six compressed blocks: the plotting library of vendor/ and five of JSON. The page unpacks the library and
the first of these at its start, the others only when a run is opened. `scripts` makes the script from the JavaScript
modules: main.js starts the page; base/ holds what all of them use, opening/ the scores and the clock, matrix/ the
matrix and its filters, cactus/ and scatter/ the plots, run/ the panel of a run or two, rows/ their CSV files.
"""
