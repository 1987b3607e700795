"""The command ``python -m studies.hn``: what h(n) is, with a proof.

In: sides of boards. Out: tilings, and exhaustive searches without a result, as CSV rows and certificates, and their
chapters.
"""
