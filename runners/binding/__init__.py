"""Checks that each clause of a CNF follows from the rules of the problem, so that its refutation proves something.

The package shares no code with the formulations, the checkers or the readers of instances: only the type of an error
and the start of a command come from elsewhere. `docs/proofs.md` has the argument.

In: the JSON of an instance, the commented DIMACS text of a formula, and the objective that it claims. Out: the clauses
that were not shown to follow.
"""
