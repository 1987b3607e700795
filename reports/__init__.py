"""From the CSV of a campaign to a PDF: loading, scores, figures. Needs no solver."""
