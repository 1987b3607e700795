"""One solver per file; `interface/solver.py` defines an adapter.

In: a job. Out: the solver's command line, and its output as events.
"""

import time

# In the process of a solver that runs inside Python, our first statement.
IMPORTED_AT = time.monotonic()
