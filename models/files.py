"""Opens and reads what others wrote: only files, neither folders nor pipes nor devices, and none of any size.

A pipe that nobody writes would hold a reader for ever, and a device such as /dev/zero has no end. Each reader of a file
calls these functions, and takes an OSError for an answer as from any other file.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 250_000_000  # bytes: the files of an instance of the user's own may be 100 MB, and more as JSON
_FIRST = 1 << 16  # bytes: reading makes room for as many as it is asked for, and few files have more


def opened(path: Path) -> BinaryIO:
    """A file, opened for reading; raises OSError, also where it is something else."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is a pipe or a device, and no file", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def content(path: Path, most: int = LARGEST) -> bytes:
    """All bytes of a file; raises OSError, also where there are more than `most`."""
    with opened(path) as file:
        found = file.read(min(most + 1, _FIRST))
        if len(found) == _FIRST:
            found += file.read(most + 1 - _FIRST)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB", str(path))
    return found


def text(path: Path, most: int = LARGEST) -> str:
    """The text of a file in UTF-8; raises OSError as ``content``, and UnicodeDecodeError for anything else."""
    return content(path, most).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
