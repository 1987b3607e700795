"""From a planned run to its outcome: the solver is called under limits, its answer read and checked."""
