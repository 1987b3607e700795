"""The command ``python -m studies.hn``: values of h(n) with proofs.

In: sides of boards. Out: tilings, and exhaustive searches without a result, as CSV rows and certificates, and their
chapters.
"""
