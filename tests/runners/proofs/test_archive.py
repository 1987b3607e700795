"""Proofs are members of a tar file that grows, and whose torn end is left out."""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.runners.proofs import archive


def appended(path: Path, *contents: bytes) -> None:
    for number, content in enumerate(contents):
        member = path.with_name(f"m{number}")
        member.write_bytes(content)
        with closing(archive.opened(path)) as file:
            archive.append(file, [member])


def found(path: Path) -> dict[str, bytes]:
    with path.open("rb") as file:
        members = list(archive.members(file))
        return {member.name: (file.seek(member.offset), file.read(member.size))[1] for member in members}


CONTENTS = (b"", b"a" * 512, b"b" * 700)


def test_members_are_read_back_also_by_tar(tmp_path: Path) -> None:
    path = tmp_path / "p.tar"
    appended(path, *CONTENTS)
    assert found(path) == dict(zip(("m0", "m1", "m2"), CONTENTS, strict=True))
    listed = subprocess.run(["tar", "-tf", path], capture_output=True, text=True, check=True)
    assert (listed.stdout.split(), listed.stderr) == (["m0", "m1", "m2"], "")


@pytest.mark.parametrize("torn", [1, 511, 512, 600, 1024, 1535])
def test_a_torn_member_is_left_out_and_written_over(tmp_path: Path, torn: int) -> None:
    path = tmp_path / "p.tar"
    appended(path, *CONTENTS)
    whole = path.read_bytes()
    for damage in (whole[:-torn], whole[: len(whole) - 1536] + bytes(1536)):
        path.write_bytes(damage)
        assert list(found(path)) == ["m0", "m1"]
        appended(path, b"new")
        assert found(path) == {"m0": b"new", "m1": CONTENTS[1]}
        assert path.stat().st_size == 512 + 1024 + 1024


def test_a_file_that_is_no_archive_of_ours_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.tar"
    path.write_bytes(b"x" * 2000)
    with pytest.raises(UserError, match=r"p\.tar: byte 0 is not the start of a file in it: move it away"):
        archive.opened(path)
    (tmp_path / "link").symlink_to("/etc/passwd")
    subprocess.run(["tar", "-cf", path, "-C", tmp_path, "link"], check=True)
    with pytest.raises(UserError):
        archive.opened(path)
