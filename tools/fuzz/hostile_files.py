"""Hostile replacements of a file: folders, pipes, devices, links, and files of hostile bytes."""

from __future__ import annotations

import gzip
import lzma
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

_DEEP = 100_000
_LONG = 100_000_000  # bytes of a line
_DIGITS = 100_000
Maker = Callable[[Path], object]


def hostile_files(stream: bool, long: bool) -> Iterator[tuple[str, Maker]]:
    """The name of each, and a function that makes it at a path.

    stream: the reader reads a pipe, so only bytes can be hostile; long: also those that take seconds to make.
    """
    if not stream:
        yield "a folder", Path.mkdir
        yield "a pipe that nobody writes", os.mkfifo
        yield "a device without an end", lambda path: path.symlink_to("/dev/zero")
        yield "a link to itself", lambda path: path.symlink_to(path)
        yield "a link to nothing", lambda path: path.symlink_to("/nowhere")
    for name, data in _contents():
        yield name, partial(Path.write_bytes, data=data)
    if long:
        yield "a line of 100 MB", lambda path: path.write_bytes(b"a" * _LONG)
        yield "a line of 100 MB of cells", lambda path: path.write_bytes(b"1," * (_LONG // 2))
        yield "100 MB of line ends", lambda path: path.write_bytes(b"\n" * _LONG)
        yield "100 MB of NUL", lambda path: path.write_bytes(bytes(_LONG))
        yield "3 GB in gzip", lambda path: _bomb(path, gzip.compress(bytes(_LONG), 9), 30)
        yield "6 GB in xz", lambda path: _bomb(path, lzma.compress(bytes(_LONG)), 60)


def remove(path: Path) -> None:
    """Remove the file or folder at a path, if any."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def _contents() -> Iterator[tuple[str, bytes]]:
    digits = b"9" * _DIGITS
    yield "nothing", b""
    yield "a byte-order mark alone", b"\xef\xbb\xbf"
    yield "NUL", bytes(10_000)
    yield "no UTF-8", b"\xff\xfe{}\n\xc3\x28\n"
    yield "line ends alone", b"\r\n\r\n\r\r\n\n"
    yield "a number of 100,000 digits", digits
    yield "a JSON number of 100,000 digits", b'{"family": "squares", "name": "a", "size": %b}' % digits
    yield "a TOML number of 100,000 digits", b"[[run]]\ntimeout = %b\n" % digits
    yield "arrays nested 100,000 deep", b"[" * _DEEP + b"]" * _DEEP
    yield "objects nested 100,000 deep", b'{"a":' * _DEEP + b"1" + b"}" * _DEEP
    yield "TOML nested 100,000 deep", b"a = " + b"[" * _DEEP + b"]" * _DEEP
    yield "TOML keys of 100,000 parts", b".".join([b"a"] * _DEEP) + b" = 1\n"
    yield "XML nested 100,000 deep", b'<?xml version="1.0"?>' + b"<a>" * _DEEP + b"</a>" * _DEEP
    yield "brackets nested 100,000 deep", b"(" * _DEEP
    yield "an open quotation", b'a,b\n"' + b"x\n" * _DEEP


def _bomb(path: Path, packed: bytes, times: int) -> None:
    """Write so many copies of packed data."""
    with path.open("wb") as file:
        for _ in range(times):
            file.write(packed)
