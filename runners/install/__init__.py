"""Installs what the toolkit needs, and says where an installed program lies.

In: requirements.lock and Debian's packages. Out: ``.venv`` and, from ``solvers.sh``, the programs under ``.solvers``.
"""
