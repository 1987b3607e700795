"""Opens and reads files from outside: regular files only, up to a limit of size; raises OSError for others.

Reading a pipe without a writer would block for ever, and a device such as /dev/zero has no end.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

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


def content(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a file; raises OSError, also for more than `most` bytes."""
    with opened(path) as file:
        data = file.read(min(most + 1, _FIRST))
        if len(data) == _FIRST:
            data += file.read(most + 1 - _FIRST)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB", str(path))
    return data


def text(path: Path, most: int = LARGEST) -> str:
    """The text of a file in UTF-8; raises OSError as ``content``, and UnicodeDecodeError."""
    return content(path, most).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
