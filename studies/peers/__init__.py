"""The command ``python -m studies.peers``: whole commands timed side by side.

In: command lines of other programs and of ours, and instances. Out: CSV rows of times, in pairs, and their chapter.
"""
