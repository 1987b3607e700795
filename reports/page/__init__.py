"""The explorable page of a campaign: one HTML file that holds its styles, scripts and data, and opens from disk.

`build` puts it together: page.html is the frame, page.css its look, the .js files its parts, and the data four blocks
of compressed JSON, of which the page unpacks all but the first only when a run is looked at.
"""
