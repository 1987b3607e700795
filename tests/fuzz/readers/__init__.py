"""The readers of files and lines that others wrote, each with what calls it, sound inputs and its sources."""

from tests.fuzz.readers import campaigns, programs, proofs, puzzles, solvers, status

_GROUPS = (puzzles, campaigns, status, proofs, solvers, programs)
READERS = {reader.name: reader for group in _GROUPS for reader in group.READERS}
