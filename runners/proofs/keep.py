"""Keeps the proofs of a campaign, compressed, each with its formula, and reads them back.

A proof is two files in the folder proofs/ until the campaign moves them into proofs-*.tar, before the run's row is
written. Folders of earlier versions have all proofs in proofs/.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import lzma
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.proofs import archive
from tilings.runners.proofs.checkers import CHECKERS, Refutation
from tilings.runners.record import appended
from tilings.runners.solvers.interface.sat import PROOF_MB

PROOFS = "proofs"
_FORMULA = "cnf"
MOST_MB = 2 * PROOF_MB  # the size of a formula or a proof as text; `store` keeps smaller ones only
_MEMORY_MB = 100  # for xz, all of whose presets take less
_CHUNK = 1 << 20
_PRESET = 1  # of xz: it takes a tenth of the default preset's time, and a fifth more bytes


class Packed(NamedTuple):
    """A compressed text: a part of a file."""

    path: Path
    name: str
    offset: int
    size: int


class Kept(NamedTuple):
    """A proof and its formula."""

    formula: Packed
    proof: Packed

    @property
    def form(self) -> str:
        """The format of the proof: drat or lrat."""
        return self.proof.name.split(".")[-2]


class KeptProofs:
    """The proofs in a campaign's folder. faults: sentences on files that cannot be read."""

    def __init__(self, folder: Path) -> None:
        self.faults: list[str] = []
        self._packed: dict[str, Packed] = {}
        for path in (*sorted((folder / PROOFS).glob("*.xz")), *sorted(folder.glob(f"{PROOFS}-*.tar"))):
            try:
                with files.opened(files.inside(folder, path)) as file:
                    if path.suffix == ".tar":
                        self._packed |= {member.name: Packed(path, *member) for member in archive.members(file)}
                    else:
                        self._packed[path.name] = Packed(path, path.name, 0, file.seek(0, os.SEEK_END))
            except (OSError, UserError) as error:
                self.faults.append(f"{path}: it cannot be read: {error}")

    def find(self, run_id: str) -> Kept | None:
        """The proof of a run; None where it is not kept."""
        formula, *proofs = (self._packed.get(f"{run_id}.{form}.xz") for form in (_FORMULA, *CHECKERS))
        proof = next(filter(None, proofs), None)
        return Kept(formula, proof) if formula and proof else None


def pack(folder: Path, run_id: str, shard: str) -> None:
    """Move a run's proof into the shard's archive, in which the last one of a run counts."""
    paths = [path for form in (_FORMULA, *CHECKERS) if (path := folder / PROOFS / f"{run_id}.{form}.xz").exists()]
    if paths:
        with contextlib.closing(archive.opened(folder / f"{PROOFS}-{shard}.tar")) as packed:
            archive.append(packed, paths)
        remove(folder / PROOFS, run_id)


def store(refutation: Refutation, folder: Path, run_id: str) -> None:
    """Compress the formula and its proof into the folder of proofs; raises OSError where it cannot be written."""
    remove(folder, run_id)
    folder.mkdir(exist_ok=True)
    for path, form in ((refutation.formula, _FORMULA), (refutation.proof, refutation.form)):
        appended.replace(folder / f"{run_id}.{form}.xz", partial(_compress, path))


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
                with files.opened(packed.path) as source, path.open("wb") as target:
                    source.seek(packed.offset)
                    _unpack(source, packed.size, target)
            except (OSError, EOFError, lzma.LZMAError) as error:
                words = error.strerror if isinstance(error, OSError) else error
                raise UserError(f"{packed.path}: {packed.name} cannot be read: {words}") from None
        yield formula, proof


def _unpack(source: BinaryIO, left: int, target: BinaryIO) -> None:
    """Unpack `left` bytes of xz in bounded memory, up to MOST_MB; raises OSError, EOFError or lzma.LZMAError.

    A few kilobytes can unpack to the size of a disk, and need 4 GB of memory.
    """
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MEMORY_MB << 20)
    size = 0
    while not unpacker.eof:
        data = source.read(min(left, _CHUNK)) if unpacker.needs_input else b""
        if unpacker.needs_input and not data:
            raise EOFError("it ends too early")
        left -= len(data)
        text = unpacker.decompress(data, _CHUNK)
        size += len(text)
        if size > MOST_MB * 1_000_000:
            raise OSError(errno.EFBIG, f"it unpacks to more than {MOST_MB} MB, the most that is kept")
        target.write(text)
    if unpacker.unused_data or left:
        raise lzma.LZMAError("there is more after its end")


def _compress(source: Path, target: BinaryIO) -> None:
    with source.open("rb") as file, lzma.open(target, "wb", preset=_PRESET) as packed:
        shutil.copyfileobj(file, packed)
