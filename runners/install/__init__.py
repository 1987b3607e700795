"""Installs the toolkit's dependencies, and finds installed programs.

In: requirements.lock, on top of which development and the extra solvers have locks of their own, and Debian's packages.
Out: ``.venv`` and, from ``solvers.sh``, the programs under ``.solvers``.
"""
