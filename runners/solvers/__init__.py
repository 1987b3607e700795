"""One adapter a file; `interface/solver.py` says what an adapter is.

In: a job. Out: the solver's command line, and what its output says as events.
"""

import time

# In the process of a solver that runs inside Python, the first that it does of ours.
IMPORTED_AT = time.monotonic()
