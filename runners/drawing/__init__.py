"""Pictures of boards, and films of searches, as files and for notebooks.

In: figures that the families draw (models/FAMILY/draw.py), and boards at nodes of a search. Out: PNG, SVG and PDF
files, HTML, animations, and films as JSON, which reports read.
"""
