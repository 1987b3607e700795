"""The command ``python -m runners.solve``: one instance goes in, its answer comes out as text, files and pictures."""
