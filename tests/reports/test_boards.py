"""`reports.boards` writes a picture and a text for each valid solution, and a row for each run."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

from tests.called import called
from tests.reports.conftest import write

call = partial(called, "tilings.reports.boards")


def rows(out: Path) -> list[dict[str, str]]:
    with (out / "boards.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_run_has_a_row_and_every_solution_a_picture_and_a_text(all_families, tmp_path):
    done = call("--results", all_families, "--out", tmp_path, "--instance", "tri5")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}: 8 runs, 8 boards\n")
    found = rows(tmp_path)
    assert len(found) == 8, "as many configurations"
    files = {str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*")}
    assert files == {f"{row['board']}{ending}" for row in found for ending in (".png", ".txt")}
    assert {row["board"] for row in found} >= {"tri5/clingo-asp_made", "tri5/gecode-cp_made-symmetry-none"}
    first = next(row for row in found if row["board"] == "tri5/clingo-asp_made")
    assert (first["placed"], first["left_out"], first["difficulty"], first["answer"]) == ("4", "0", "easy", "optimal")
    assert float(first["wall_s"]) == float(first["time_s"]) > 0
    assert (tmp_path / "tri5" / "clingo-asp_made.txt").read_text().startswith("1-1-1 . .\n")


def test_files_of_several_goals_have_different_names(all_families, tmp_path):
    call("--results", all_families, "--out", tmp_path, "--instance", "box4")
    found = rows(tmp_path)
    assert {row["goal"] for row in found} == {"first", "count"}
    drawn = {row["board"] for row in found if row["board"]}
    assert "box4/dlx-dlx_made-goal-first" in drawn and not any("count" in stem for stem in drawn)
    assert {row["left_out"] for row in found} == {""}, "all pieces are placed in this family"


def test_runs_of_one_run_id_have_their_own_times(broken, base, tmp_path):
    write(broken, [base._replace(wall_s=1.0), base._replace(seed=2, wall_s=2.0)])
    call("--results", broken, "--out", tmp_path / "out")
    assert sorted((row["seed"], float(row["time_s"])) for row in rows(tmp_path / "out")) == [("1", 1.0), ("2", 2.0)]


def test_an_invalid_solution_is_not_drawn(broken, tmp_path):
    call("--results", broken, "--out", tmp_path / "out")
    assert [(row["board"], row["placed"]) for row in rows(tmp_path / "out")] == [("", "")]
    assert not list((tmp_path / "out").glob("*/*"))


def test_an_instance_without_a_run_is_refused(all_families, tmp_path):
    done = call("--results", all_families, "--out", tmp_path, "--instance", "h99", "--instance", "tri5")
    assert done.returncode == 2 and done.stderr.endswith("has no run of h99\n")


def test_a_folder_that_cannot_be_written_is_refused(all_families, tmp_path):
    (tmp_path / "boards.csv").symlink_to("/dev/full")
    done = call("--results", all_families, "--out", tmp_path, "--instance", "tri5")
    assert f"cannot write into {tmp_path}: No space left on device" in done.stderr
