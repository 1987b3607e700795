"""The readers of files and lines that others wrote, each with the function that reads and sound inputs."""

from tools.fuzz.readers import campaigns, own, plugins, programs, proofs, puzzles, solvers, status

_GROUPS = (puzzles, own, plugins, campaigns, status, proofs, solvers, programs)
READERS = {reader.name: reader for group in _GROUPS for reader in group.READERS}
