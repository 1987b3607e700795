"""The readers of files and lines that others wrote, each with what calls it, sound inputs and its sources."""

from tools.fuzz.readers import campaigns, kernel, own, plugins, programs, proofs, puzzles, solvers, status, studies

_GROUPS = (puzzles, own, plugins, campaigns, status, studies, proofs, solvers, programs, kernel)
READERS = {reader.name: reader for group in _GROUPS for reader in group.READERS}
