"""Certificates of refutations read back, can be searched again, and are refused where they are incomplete."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

import pytest

from tests.called import called
from tilings.models.problem import UserError
from tilings.studies.hn import certificate
from tilings.studies.hn.certificate import Certificate, Part
from tilings.studies.hn.search import VERSION, SearchTask, exhaust

command = partial(called, "tilings.studies.hn")


def searched(size: int, copies: int, parts: int) -> Certificate:
    found = [exhaust(SearchTask(size, copies, part, parts)) for part in range(parts)]
    return Certificate(size, copies, tuple(Part(each.nodes, each.solutions, f"{each.digest:016x}") for each in found))


MADE = searched(17, 2, 5)
TEXT = certificate.text(MADE)


def write(folder: Path, text: str) -> Path:
    path = folder / "certificate.txt"
    path.write_text(text, encoding="utf-8")
    return path


def signed(text: str) -> str:
    """An altered text with the checksum that fits it."""
    body = text[: text.rstrip("\n").rindex("\n") + 1]
    rest, _, _ = text[len(body) :].rpartition(" ")
    return f"{body}{rest} {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_a_certificate_read_back_is_the_same(tmp_path: Path) -> None:
    assert certificate.read(write(tmp_path, TEXT)) == MADE


def test_parts_add_up_to_the_whole_search() -> None:
    (whole,) = searched(17, 2, 1).parts
    assert MADE.total == whole


@pytest.mark.parametrize("jobs", [1, 2])
def test_verifying_a_certificate_searches_its_parts_again(tmp_path: Path, jobs: int) -> None:
    path = write(tmp_path, TEXT)
    done = command("--verify", path, "--jobs", jobs)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no tiling of the 17 x 17 board with 2 copies of a side: 5 parts of 5 searched again, equal" in done.stdout
    assert "1 part of 5 searched again, equal" in command("--verify", path, "--part", 4).stdout
    assert command("--verify", path, "--part", 5).returncode == 2
    assert command("--verify", path, "--part", -1).returncode == 2


def test_a_part_with_another_result_is_reported_as_a_wrong_answer(tmp_path: Path) -> None:
    first, *rest = MADE.parts
    path = write(tmp_path, certificate.text(Certificate(17, 2, (Part(first.nodes + 1, 0, first.digest), *rest))))
    done = command("--verify", path)
    assert done.returncode == 3
    assert f"part 0 DIFFERS: certified are nodes {first.nodes + 1} " in done.stdout
    assert command("--verify", path, "--part", 1).returncode == 0


def test_every_refutation_gets_a_certificate(tmp_path: Path) -> None:
    words = ("squares", "--from", 20, "--to", 22, "--results")
    done = command(*words, tmp_path, "--certificates", tmp_path / "new" / "here")
    assert "3 certificates in " in done.stdout
    written = sorted((tmp_path / "new" / "here").iterdir())
    assert [path.name for path in written] == [
        "squares-020-copies-1.txt", "squares-021-copies-2.txt", "squares-022-copies-1.txt"
    ]  # fmt: skip
    assert [command("--verify", path).returncode for path in written] == [0, 0, 0]


@pytest.mark.parametrize("cut", [1, 2, 70, len(TEXT) // 2, len(TEXT) - 30])
def test_a_certificate_cut_short_is_refused(tmp_path: Path, cut: int) -> None:
    with pytest.raises(UserError, match="certificate.txt: the certificate is cut short or altered"):
        certificate.read(write(tmp_path, TEXT[:-cut]))


@pytest.mark.parametrize("line", range(1, len(TEXT.splitlines())))
def test_a_certificate_without_a_line_is_refused(tmp_path: Path, line: int) -> None:
    lines = TEXT.splitlines(keepends=True)
    with pytest.raises(UserError, match="cut short or altered"):
        certificate.read(write(tmp_path, "".join(lines[:line] + lines[line + 1 :])))
    with pytest.raises(UserError, match="cut short or altered"):
        certificate.read(write(tmp_path, signed("".join(lines[:line] + lines[line + 1 :]))))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (certificate.FORMAT, "tilings-refutation 2", "of format 2; this version reads 1"),
        (certificate.FORMAT, "a poem", "not a certificate"),
        (f"engine {VERSION}", "engine another-9", f"of engine another-9; this version has {VERSION}"),
        ("board 17 17", "board 17 18", "cut short or altered"),
        ("board 17 17", "board 18 18", "cut short or altered"),
        ("part 2 nodes ", "part 2 nodes 1", "cut short or altered"),
        ("symmetry on", "symmetry off", "cut short or altered"),
    ],
)
def test_an_altered_certificate_or_one_of_another_format_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in TEXT
    with pytest.raises(UserError, match=message):
        certificate.read(write(tmp_path, TEXT.replace(old, new)))


@pytest.mark.parametrize(
    "certified", [Certificate(1, 1, MADE.parts), Certificate(128, 1, MADE.parts), searched(19, 2, 3)]
)
def test_a_certificate_of_an_impossible_board_or_with_solutions_is_refused(
    tmp_path: Path, certified: Certificate
) -> None:
    with pytest.raises(UserError, match="impossible"):
        certificate.read(write(tmp_path, certificate.text(certified)))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="not a text"):
        certificate.read(tmp_path / "c")
