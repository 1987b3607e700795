"""The command ``python -m studies.busche``: published experiments of M. Busche, run again.

In: the cases of his Table 2. Out: CSV rows with our attempts, fits and solutions beside his, and their chapter.
"""
