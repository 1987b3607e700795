"""The explorable page of a campaign: one HTML file that holds its styles, scripts and data, and opens from disk.

In: a campaign (`reports.data.campaign.Results`). Out: the text of an HTML file. `build` joins page.html, page.css, one
script, the plotting library of vendor/, packed, and five blocks of compressed JSON, of which the page unpacks all but
the first only when a run is opened. `scripts` makes the script from the JavaScript modules: main.js starts the page;
base/ holds what all of them use, opening/ the scores and the clock, matrix/ the matrix and its filters, cactus/
and scatter/ the plots, run/ the panel of a run or two, rows/ their CSV files, viewer/ the solids that can be turned.
"""
