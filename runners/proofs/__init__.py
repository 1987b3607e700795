"""Proofs that a formula has no model: keeps them, and has programs of others check them.

In: the files that a solver left, and the instance. Out: the columns of the record, and compressed copies.
"""
