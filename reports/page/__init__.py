"""The explorable page of a campaign: one HTML file that holds its styles, scripts and data, and opens from disk.

In: a campaign (`reports.data.campaign.Results`). Out: the text of an HTML file. `build` joins page.html, page.css, one
script, and six compressed blocks: the plotting library of vendor/ and five of JSON. The page unpacks the library and
the first of these, `core`, at its start, the others, of `runs` and `pictures`, when a run is opened. In js/ main.js
starts the page; dom.js, data.js, files.js and state.js serve all others, each of which draws a part of the page.
"""
