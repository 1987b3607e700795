"""Checks the proofs that a campaign has kept, by the checkers of runners.proofs, on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from models.problem import UserError
from runners import confine
from runners.proofs import checkers, keep
from runners.proofs.checkers import REFUTED, VERIFIED, Check, Place, Refutation
from runners.record.schema import RunRecord


class ProofFiles:
    """The proofs of one folder. verified: the runs whose proof was checked here; missing: how many are not stored."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.verified: set[str] = set()
        self.missing = 0

    def faults(self, run: RunRecord, instance: Path) -> Iterator[tuple[str, bool]]:
        """What there is to say of a run's proof, and whether it is wrong; nothing where it is right, or not stored."""
        kept = keep.find(self._folder / keep.PROOFS, run.run_id)
        if kept is None:
            self.missing += 1
            return
        try:
            with TemporaryDirectory() as work, keep.opened(kept) as (formula, proof):
                if keep.digest(formula, proof) != run.proof_sha256:
                    yield "its proof and formula are not those of the row: their hash is another", True
                    return
                unreached = checkers.unreached(run.objective, run.sense)
                refutation = Refutation(formula, proof, kept.form, instance.resolve(), unreached)
                found = self._checked(refutation, run, Path(work))
        except UserError as reason:  # damaged
            yield str(reason), True
            return
        if found.state == VERIFIED:
            self.verified.add(run.run_id)
        else:
            yield found.message, found.state == REFUTED

    def _checked(self, refutation: Refutation, run: RunRecord, work: Path) -> Check:
        limits = confine.Limits(run.wall_limit_s, run.cpu_limit_s, run.mem_limit_mb)
        with Path(os.devnull).open("wb") as nowhere:
            return checkers.check(refutation, Place(limits, work, nowhere))
