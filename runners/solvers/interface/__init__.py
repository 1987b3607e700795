"""What adapters share: the contract of a solver, its events, and how MiniZinc, PuLP and native engines are called.

In: a job (formulation, instance, options, limits). Out: a command line, and events read from the lines that it prints.
"""
