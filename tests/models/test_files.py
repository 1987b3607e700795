"""Only files are read, and none of any size; all else is an OSError with words."""

import gzip
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


def test_a_packed_text_is_read_up_to_the_size_that_is_allowed_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(gzip.compress(b"ab\r\n") + gzip.compress(b"cd"))
    assert (files.text(path, 60), files.head(path, 3)) == ("ab\ncd", b"ab\r")
    path.write_bytes(gzip.compress(bytes(100_000)))
    with pytest.raises(OSError, match="it is larger than 0 MB, unpacked"):
        files.text(path, 1000)


@pytest.mark.parametrize("damaged", [gzip.compress(b"abc", mtime=0)[:-9], b"\x1f\x8b", b"\x1f\x8bno gzip at all"])
def test_damaged_packed_data_is_an_error_in_words(damaged: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(damaged)
    for read in (files.text, lambda path: files.head(path, 300)):
        with pytest.raises(OSError, match="its compressed data is damaged or ends too early"):
            read(path)


@pytest.mark.parametrize(
    ("name", "plain"), [("TINY.MPS.gz", "TINY.mps"), ("a.b.LP", "a.b.lp"), ("x.GZ", "x"), ("a", "a"), (".gz", ".gz")]
)
def test_the_plain_name_of_a_file_has_a_small_ending_and_no_gz(name: str, plain: str) -> None:
    assert files.plain(Path("f") / name) == Path("f") / plain
    assert files.plain(Path("/")) == Path("/")


def test_a_link_within_a_folder_is_followed_and_one_out_of_it_refused(tmp_path: Path) -> None:
    folder, secret = tmp_path / "received", tmp_path / "secret"
    (folder / "logs").mkdir(parents=True)
    (folder / "logs" / "a.log").write_text("a")
    secret.write_text("s")
    (folder / "logs" / "b.log").symlink_to("a.log")
    (folder / "logs" / "c.log").symlink_to("../../secret")
    (folder / "more").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(folder)
    for home in (folder, tmp_path / "link"):
        assert files.inside(home, home / "logs" / "b.log").read_text() == "a"
        assert files.matching(home, "logs/[ab].log") == [home / "logs" / "a.log", home / "logs" / "b.log"]
        for name in ("logs/c.log", "more/secret", "../secret"):
            with pytest.raises(UserError, match="a link that leads out of the folder is not followed"):
                files.inside(home, home / name)
        with pytest.raises(UserError, match=r"c\.log"):
            files.matching(home, "logs/*.log")
