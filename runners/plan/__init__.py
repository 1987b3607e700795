"""From a suite and the shipped instances to the ordered list of runs, each with its identity."""
