"""Only files are read, and none of any size; all else is an OSError with words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilings.models import files, registry
from tilings.models.problem import UserError
from tools.fuzz.hostile_files import hostile_files


@pytest.mark.parametrize(
    "name, words",
    [
        ("a folder", "Is a directory"),
        ("a pipe that nobody writes", "it is a pipe or a device, not a file"),
        ("a device without an end", "it is a pipe or a device, not a file"),
        ("a link to itself", "Too many levels of symbolic links"),
        ("a link to nothing", "No such file or directory"),
    ],
)
def test_what_is_no_file_is_refused_in_words(name: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    dict(hostile_files(stream=False, long=False))[name](path)
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(OSError, match=words):
        files.content(path)
    assert len(list(Path("/proc/self/fd").iterdir())) == open_before
    with pytest.raises(UserError, match=f"cannot read {path}: {words}"):
        registry.read_text(path)


def test_a_file_is_read_up_to_the_size_that_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"ab\r\nc\rd")
    assert (files.content(path, 7), files.text(path)) == (b"ab\r\nc\rd", "ab\nc\nd")
    with pytest.raises(OSError, match="it is larger than 0 MB"):
        files.content(path, 6)


@pytest.mark.parametrize("length", [0, 2**16 - 1, 2**16, 2**16 + 1, 3 * 2**16])
def test_a_file_of_any_size_is_read_whole(length: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(length))
    assert files.content(path) == files.content(path, length) == bytes(length)
    if length:
        with pytest.raises(OSError, match="it is larger than"):
            files.content(path, length - 1)
