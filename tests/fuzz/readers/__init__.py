"""The readers of files and lines that others wrote, each with what calls it, sound inputs and its sources."""

from tests.fuzz.readers import campaigns, proofs, puzzles, solvers, status

READERS = {reader.name: reader for group in (puzzles, campaigns, status, proofs, solvers) for reader in group.READERS}
