"""What adapters share: the contract of a solver, its events, how MiniZinc, PuLP and native engines are called."""
