"""Keeps proofs in a campaign's folder ``proofs/``, compressed, each beside its formula, and reads them back."""

from __future__ import annotations

import errno
import hashlib
import lzma
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.proofs.checkers import CHECKERS, Refutation
from tilings.runners.record import csv_log
from tilings.runners.solvers.interface.sat import PROOF_MB

PROOFS = "proofs"
_FORMULA = "cnf"
MOST_MB = 2 * PROOF_MB  # the size of a formula or a proof as text; `store` keeps smaller ones only
_MEMORY_MB = 100  # for xz, all of whose presets take less
_CHUNK = 1 << 20
_PRESET = 1  # of xz: it takes a tenth of the default preset's time, and a fifth more bytes


@dataclass(frozen=True)
class Kept:
    """The files of one proof in the folder of proofs."""

    formula: Path
    proof: Path

    @property
    def form(self) -> str:
        """The format of the proof: drat or lrat."""
        return self.proof.suffixes[-2].lstrip(".")


def find(folder: Path, run_id: str) -> Kept | None:
    """The proof of a run in the folder of proofs; None where it is not kept."""
    formula = folder / f"{run_id}.{_FORMULA}.xz"
    proofs = [path for form in CHECKERS if (path := folder / f"{run_id}.{form}.xz").exists()]
    return Kept(formula, proofs[0]) if proofs and formula.exists() else None


def store(refutation: Refutation, folder: Path, run_id: str) -> None:
    """Compress the formula and its proof into the folder of proofs; raises OSError where it cannot be written."""
    remove(folder, run_id)
    folder.mkdir(exist_ok=True)
    for path, form in ((refutation.formula, _FORMULA), (refutation.proof, refutation.form)):
        csv_log.replace(folder / f"{run_id}.{form}.xz", partial(_compress, path))


def remove(folder: Path, run_id: str) -> None:
    """Remove the proof of an earlier attempt."""
    for form in (_FORMULA, *CHECKERS):
        (folder / f"{run_id}.{form}.xz").unlink(missing_ok=True)


def digest(formula: Path, proof: Path) -> str:
    """The SHA-256 of the concatenated texts of formula and proof."""
    sha256 = hashlib.sha256()
    for path in (formula, proof):
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                sha256.update(chunk)
    return sha256.hexdigest()


@contextmanager
def opened(kept: Kept, scratch: Path | None = None) -> Iterator[tuple[Path, Path]]:
    """The formula and the proof as files with their text; raises UserError where they cannot be read."""
    with TemporaryDirectory(dir=scratch) as work:
        formula, proof = Path(work, "formula.cnf"), Path(work, f"proof.{kept.form}")
        for packed, path in ((kept.formula, formula), (kept.proof, proof)):
            try:
                with files.opened(files.inside(packed.parent.parent, packed)) as source, path.open("wb") as target:
                    _unpack(source, target)
            except (OSError, EOFError, lzma.LZMAError) as error:
                words = error.strerror if isinstance(error, OSError) else error
                raise UserError(f"{packed} cannot be read: {words}") from None
        yield formula, proof


def _unpack(source: BinaryIO, target: BinaryIO) -> None:
    """Unpack xz in bounded memory, up to MOST_MB; raises OSError, EOFError or lzma.LZMAError for anything else.

    A few kilobytes can unpack to the size of a disk, and need 4 GB of memory.
    """
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MEMORY_MB << 20)
    size = 0
    while not unpacker.eof:
        data = source.read(_CHUNK) if unpacker.needs_input else b""
        if unpacker.needs_input and not data:
            raise EOFError("it ends too early")
        text = unpacker.decompress(data, _CHUNK)
        size += len(text)
        if size > MOST_MB * 1_000_000:
            raise OSError(errno.EFBIG, f"it unpacks to more than {MOST_MB} MB, the most that is kept")
        target.write(text)
    if unpacker.unused_data or source.read(1):
        raise lzma.LZMAError("there is more after its end")


def _compress(source: Path, target: BinaryIO) -> None:
    with source.open("rb") as file, lzma.open(target, "wb", preset=_PRESET) as packed:
        shutil.copyfileobj(file, packed)
