"""Checks that the clauses of a CNF follow from the rules of the problem, so that a refutation concerns the instance.

The package shares no code with the formulations, the checkers or the readers of instances, except an error type and
the start of a command. `docs/proofs.md` has the argument.

In: the JSON of an instance, the commented DIMACS text of a formula, and the objective that it claims. Out: the clauses
that do not follow, and the symmetry breaking that may exclude all solutions.
"""
