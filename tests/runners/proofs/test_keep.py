"""Kept proofs are unpacked within limits of disk and memory."""

import lzma
import resource
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.runners.proofs import keep


def kept(folder: Path, proof: bytes) -> keep.Kept:
    """A formula and its proof in a campaign's folder, in one file."""
    (folder / "proofs").mkdir()
    (folder / "proofs" / "a.cnf.xz").write_bytes(lzma.compress(b"p cnf 1 1\n1 0\n"))
    (folder / "proofs" / "a.lrat.xz").write_bytes(proof)
    keep.pack(folder, "a", "1of1")
    assert not list((folder / "proofs").iterdir())
    found = keep.KeptProofs(folder).find("a")
    assert found is not None
    return found


def refused(folder: Path, proof: bytes) -> str:
    with pytest.raises(UserError) as raised, keep.opened(kept(folder, proof), folder):
        pass
    assert sorted(path.name for path in folder.iterdir()) == ["proofs", "proofs-1of1.tar"]
    return str(raised.value)


def test_a_kept_proof_is_read_back(tmp_path: Path) -> None:
    text = bytes(range(256)) * 20_000
    with keep.opened(kept(tmp_path, lzma.compress(text, preset=9)), tmp_path) as (formula, proof):
        assert (formula.read_bytes(), proof.read_bytes()) == (b"p cnf 1 1\n1 0\n", text)


def test_the_last_proof_of_a_run_counts_and_folders_of_earlier_versions_are_read(tmp_path: Path) -> None:
    kept(tmp_path, lzma.compress(b"first"))
    (tmp_path / "proofs").rmdir()
    last = kept(tmp_path, lzma.compress(b"last"))
    with keep.opened(last) as (_, proof):
        assert proof.read_bytes() == b"last"
    (tmp_path / "proofs-1of1.tar").unlink()
    assert keep.KeptProofs(tmp_path).find("a") is None
    for name in ("a.cnf.xz", "a.drat.xz"):
        (tmp_path / "proofs" / name).write_bytes(lzma.compress(b"of a file"))
    former = keep.KeptProofs(tmp_path).find("a")
    assert former is not None and former.form == "drat"
    with keep.opened(former) as (formula, _):
        assert formula.read_bytes() == b"of a file"


def test_unpacking_stops_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep, "MOST_MB", 3)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refusal = refused(tmp_path, lzma.compress(bytes(100_000_000)))
    assert "a.lrat.xz cannot be read" in refusal and "more than 3 MB" in refusal
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # kB, most of them to make it


def test_a_file_that_needs_gigabytes_of_memory_is_refused(tmp_path: Path) -> None:
    large = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 20}]
    packed = bytearray(lzma.compress(b"1 0\n", filters=large))
    assert packed[12:16] == bytes([2, 0, 0x21, 1])  # the block's header, with the size of the dictionary behind it
    packed[16] = 40  # 4 GB
    packed[20:24] = zlib.crc32(packed[12:20]).to_bytes(4, "little")
    assert "Memory usage limit exceeded" in refused(tmp_path, bytes(packed))


@pytest.mark.parametrize(
    "damage, words",
    [
        (lambda whole: whole[:-9], "it ends too early"),
        (lambda whole: b"", "it ends too early"),
        (lambda whole: whole + b"more", "there is more after its end"),
        (lambda whole: whole + whole, "there is more after its end"),
        (lambda whole: b"no xz" + whole, "format not supported"),
        (lambda whole: whole[:20] + b"\0\0" + whole[22:], "Corrupt input data"),
    ],
)
def test_damage_is_named(tmp_path: Path, damage: Callable[[bytes], bytes], words: str) -> None:
    assert words in refused(tmp_path, damage(lzma.compress(b"1 2 0\n" * 50)))
