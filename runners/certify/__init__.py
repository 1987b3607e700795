"""The command ``python -m runners.certify``: sides go in, tilings and exhaustive refutations come out."""
