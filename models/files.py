"""Opens and reads files from outside: regular files only, up to a limit of size; raises OSError for others.

Reading a pipe without a writer would block for ever, and a device such as /dev/zero has no end. Texts may be packed
with gzip: their limit is that of the unpacked text.
"""

import errno
import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tilings.models.problem import UserError

GZIP = b"\x1f\x8b"  # the first bytes of a file of gzip
LARGEST = 250_000_000  # bytes: a user's own model may have 100 MB, and more as JSON
_FIRST = 1 << 16  # bytes: read() allocates the size requested, and few files are larger


def opened(path: Path) -> BinaryIO:
    """A regular file, opened for reading; raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def inside(folder: Path, path: Path) -> Path:
    """The path of a file of a campaign's folder; raises UserError where a link leads out of the folder.

    Others may have made the folder: a report would show any file that a link in it names, and a run would overwrite
    that file.
    """
    real = Path(os.path.realpath(path))  # resolve() fails for a link to itself
    if not real.is_relative_to(os.path.realpath(folder)):
        raise UserError(f"{path}: a link that leads out of the folder is not followed: remove it, or copy its file")
    return path


def matching(folder: Path, pattern: str) -> list[Path]:
    """The files of a campaign's folder that match a pattern, in order; raises UserError as ``inside`` does."""
    return [inside(folder, path) for path in sorted(folder.glob(pattern))]


def content(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a file; raises OSError, also for more than `most` bytes."""
    with opened(path) as file:
        data = file.read(min(most + 1, _FIRST))
        if len(data) == _FIRST:
            data += file.read(most + 1 - _FIRST)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB", str(path))
    return data


def packed(path: Path) -> bool:
    """Whether a file is one of gzip; raises OSError."""
    with opened(path) as file:
        return file.read(len(GZIP)) == GZIP


def unpacked(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a file, or those that gzip packed in it; raises OSError as ``content``, and for damaged data."""
    data = content(path, most)
    if not data.startswith(GZIP):
        return data
    try:
        data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise OSError(errno.EINVAL, "its compressed data is damaged or ends too early", str(path)) from None
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB, unpacked", str(path))
    return data


def text(path: Path, most: int = LARGEST) -> str:
    """The text of a file in UTF-8; raises OSError as ``unpacked``, and UnicodeDecodeError."""
    return unpacked(path, most).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Raise UserError where the file cannot be read in the block, or is not UTF-8 text."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise UserError(f"cannot read {path}: {reason}") from None


def head(path: Path, size: int) -> bytes:
    """The first bytes of a file, or of those that gzip packed in it; raises OSError."""
    is_packed = packed(path)
    with opened(path) as file:
        try:
            return (gzip.GzipFile(fileobj=file) if is_packed else file).read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise OSError(errno.EINVAL, "its compressed data is damaged or ends too early", str(path)) from None


def plain(path: Path) -> Path:
    """The name of an unpacked file, with its ending in small letters: ``TINY.MPS.gz`` becomes ``TINY.mps``."""
    unpacked = path.with_name(path.stem) if path.suffix.lower() == ".gz" else path
    return unpacked.with_suffix(unpacked.suffix.lower()) if unpacked.suffix else unpacked
