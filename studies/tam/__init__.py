"""G. Tam's experiments on triomino-domino boards, run again: ``python -m studies.tam`` judges his conclusions.

In: the runs that he published, and campaigns on such boards. Out: his conclusions judged by his runs and by ours, his
models beside ours, and where the hard boards lie.
"""
