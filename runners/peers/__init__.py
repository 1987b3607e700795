"""The command ``python -m runners.peers``: command lines of others' programs and ours go in, paired times come out."""
