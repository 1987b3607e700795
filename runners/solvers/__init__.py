"""One adapter a file; see runners/solver.py for what an adapter is."""
