"""Proofs that a formula has no model: stores them, and checks them with independent programs.

In: the files of a solver, and the instance. Out: the columns of the record, and compressed copies.
"""
