"""The interface of solvers, their events, and the calls of MiniZinc, PuLP, CPMpy, SAT solvers and native engines.

In: a job (formulation, instance, options, limits). Out: a command line, and events read from the lines that it prints.
"""
