"""One adapter a file; see runners/solvers/interface/solver.py for what an adapter is."""
