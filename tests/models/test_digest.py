"""A digest depends on the names and bytes of whole files, of which includes name further ones."""

from pathlib import Path

from tests.plugged import write
from tilings.models import digest


def test_a_digest_has_names_and_bytes_but_neither_the_order_nor_the_place(tmp_path: Path) -> None:
    one, two = (write(tmp_path / name, {"made/a.py": "1", "made/b.py": "2"}) / "made" for name in ("one", "two"))
    first = digest.of_files([one / "a.py", one / "b.py"])
    assert first == digest.of_files([two / "b.py", two / "a.py", two / "a.py"])
    (two / "a.py").write_text("1  # a comment", encoding="utf-8")
    assert first != digest.of_files([two / "a.py", two / "b.py"])
    (one / "a.py").rename(one / "c.py")
    assert first != digest.of_files([one / "b.py", one / "c.py"])


def test_includes_are_followed_as_far_as_there_are_such_files(tmp_path: Path) -> None:
    texts = {
        "cp_x.mzn": 'include "parts/data.mzn"; include "globals.mzn";', "parts/data.mzn": 'include "../goal.mzn";',
        "goal.mzn": "", "unused.mzn": "", "a.lp": '#include "b.lp".', "b.lp": '#include "a.lp".',
    }  # fmt: skip
    folder = write(tmp_path, texts)
    names = {path.name for path in digest.with_includes(folder / "cp_x.mzn")}
    assert names == {"cp_x.mzn", "data.mzn", "goal.mzn"}
    assert digest.with_includes(folder / "a.lp") == {folder / "a.lp", folder / "b.lp"}


def test_hidden_files_are_no_python_files(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.py": "", "in/b.py": "", "in/.c.py": "", ".d/e.py": "", "f.txt": ""})
    (folder / ".#a.py").symlink_to(folder / "gone")
    assert digest.python_files(folder) == {folder / "a.py", folder / "in/b.py"}
