"""Installs the toolkit's dependencies, and finds installed programs.

In: requirements.lock and Debian's packages. Out: ``.venv`` and, from ``solvers.sh``, the programs under ``.solvers``.
"""
