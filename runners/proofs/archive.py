"""A tar file that one writer appends members to, each on disk before the writer goes on.

``tar -xf`` reads it. A member that a kill or a power cut tore is at the end, and is left out. There is no block of
zeros at the end, which would have to be written over.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from tarfile import BLOCKSIZE, REGTYPE, USTAR_FORMAT, HeaderError, TarInfo
from typing import BinaryIO, NamedTuple

from tilings.models.problem import UserError
from tilings.runners.record.appended import AppendedFile

_CHUNK = 1 << 20


class Member(NamedTuple):
    """A member's name, and the place and the number of its bytes."""

    name: str
    offset: int
    size: int


def members(file: BinaryIO) -> Iterator[Member]:
    """The members of a file that this module wrote; raises UserError for another one."""
    end, offset = file.seek(0, os.SEEK_END), 0
    while offset + BLOCKSIZE <= end:
        file.seek(offset)
        header = file.read(BLOCKSIZE)
        if not any(header):
            return
        try:
            found = TarInfo.frombuf(header, "utf-8", "surrogateescape")
        except (HeaderError, ValueError):
            found = TarInfo()
        if found.type != REGTYPE or not found.name or found.size < 0:
            raise UserError(f"byte {offset} is not the start of a file in it")
        member = Member(found.name, offset + BLOCKSIZE, found.size)
        offset = _end(member)
        if offset > end:
            return
        yield member


def opened(path: Path) -> AppendedFile:
    """The file for `append`; raises UserError where no campaign wrote it."""
    try:
        return AppendedFile(path, lambda file: max(map(_end, members(file)), default=0))
    except UserError as error:
        raise UserError(f"{path}: {error}: move it away") from None


def append(archive: AppendedFile, paths: list[Path]) -> None:
    """Append files under their names, and wait until they are on disk; at an error it keeps none of them."""
    archive.write(chain.from_iterable(map(_blocks, paths)))


def _blocks(path: Path) -> Iterator[bytes]:
    info = TarInfo(path.name)
    info.size = path.stat().st_size
    yield info.tobuf(USTAR_FORMAT)
    with path.open("rb") as file:
        yield from iter(partial(file.read, _CHUNK), b"")
    yield bytes(-info.size % BLOCKSIZE)


def _end(member: Member) -> int:
    return member.offset + member.size + -member.size % BLOCKSIZE
