"""``runners.verify --proofs`` checks each kept proof again, and counts the answers with one."""

import lzma
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.called import typed
from tests.runners.recorded import table, write
from tilings.runners.install.programs import program

pytestmark = pytest.mark.skipif(program("lrat-check") is None, reason="lrat-check is not installed")


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with two proofs of h(5) = 4, from two solvers, of formulas that break symmetries."""
    home = tmp_path_factory.mktemp("proven")
    suite = home.parent / "proven.toml"
    suite.write_text(
        'timeout = 60\nsolvers = ["cadical", "glucose"]\nformulations = ["sat_cover"]\n'
        '[[runs]]\nfamily = "squares"\ninstances = ["h05"]\n',
        encoding="utf-8",
    )
    done = typed("tilings.runners.all", "--suite", suite, "--results", home, "--attempts", "1")
    assert done.returncode == 0, done.stderr
    return home


def verify(folder: Path) -> tuple[int, str]:
    """The exit code of the command, and what it prints."""
    done = typed("tilings.runners.verify", folder, "--proofs")
    return done.returncode, done.stdout + done.stderr


def test_valid_proofs_are_counted_with_their_answers(proven: Path) -> None:
    code, text = verify(proven)
    assert code == 0, text
    assert "2 proofs checked, 0 not stored" in text and "1 proved answer, 1 known: it rests on a verified proof" in text


def test_a_cut_or_changed_proof_is_a_fault_and_one_that_is_gone_is_counted(proven: Path, tmp_path: Path) -> None:
    """The proofs come from the archive, unpacked by tar."""
    home = tmp_path / "changed"
    shutil.copytree(proven, home)
    archive, folder = home / "proofs-1of1.tar", home / "proofs"
    subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
    whole = archive.read_bytes()
    archive.unlink()
    (cut,), (changed,) = sorted(folder.glob("*.lrat.xz")), sorted(folder.glob("*.drat.xz"))
    cut.write_bytes(cut.read_bytes()[:-50])
    changed.write_bytes(lzma.compress(b"1 0\n0\n"))
    code, text = verify(home)
    assert code == 3
    assert "cannot be read" in text
    assert "their hash differs" in text and "2 wrong" in text
    archive.write_bytes(whole[: len(whole) - 1])  # the last one is torn
    shutil.rmtree(folder)
    assert "1 proofs checked, 1 not stored" in verify(home)[1]


def test_a_proof_whose_symmetry_breaking_is_not_checked_is_one_solvers_word(tmp_path: Path) -> None:
    """Triominoes are ordered by mass, which is not a lex-leader constraint; older rows say verified."""
    suite = tmp_path / "mass.toml"
    suite.write_text(
        'timeout = 60\nsolvers = ["cadical"]\nformulations = ["sat_cell"]\n'
        '[[runs]]\nfamily = "triominoes"\ngoals = ["optimum"]\ninstances = ["dense-4-v4"]\n'
        'options = {board = ["mass"]}\n',
        encoding="utf-8",
    )
    assert typed("tilings.runners.all", "--suite", suite, "--results", tmp_path / "mass").returncode == 0
    rows = table(tmp_path / "mass")
    assert "verified up to the symmetry breaking" in {row["proof"] for row in rows}
    write(tmp_path / "mass", [row | {"proof": row["proof"] and "verified"} for row in rows])
    code, said = verify(tmp_path / "mass")
    assert code == 0, said
    assert "the proof is verified up to the symmetry breaking: board: not the name of an automorphism" in said
    assert "0 proofs checked" in said and "it rests on one solver's word" in said
