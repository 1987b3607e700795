"""Linear models in MPS and in CPLEX's LP format: a reader of our own, exact, and the check of solutions against it."""
