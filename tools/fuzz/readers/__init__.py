"""All readers, each with its function and its sound inputs."""

from tools.fuzz.readers import campaigns, plugins, programs, proofs, puzzles, solvers, status, user_models

_GROUPS = (puzzles, user_models, plugins, campaigns, status, proofs, solvers, programs)
READERS = {reader.name: reader for group in _GROUPS for reader in group.READERS}
