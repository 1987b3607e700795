"""The explorable page of a campaign: one HTML file that holds its styles, scripts and data, and opens from disk.

In: a campaign (`reports.data.load.Results`) and its published neighbours. Out: the text of an HTML file.
`build` puts it together: page.html is the frame, page.css its look, the .js files its parts, and the data four blocks
of compressed JSON, of which the page unpacks all but the first only when a run is looked at.
"""
