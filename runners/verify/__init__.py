"""The command ``python -m runners.verify``: a recorded campaign goes in, a line for each fault found comes out."""
