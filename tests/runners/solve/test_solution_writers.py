"""Files of solutions are complete at any time and hold the solutions that were found."""

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.called import typed
from tests.models.polycubes.small_box import INSTANCE, PACKED, PROBLEM
from tilings.models.polycubes import definition
from tilings.models.problem import Solution, UserError, solution_from_json
from tilings.runners.solve import solution_writers

OTHER: Solution = (*PACKED[:2], ("I", ((0, 0, 0), (0, 1, 0))), ("I", ((1, 0, 0), (1, 1, 0))))


def opened(path: Path) -> solution_writers.Writer:
    return solution_writers.writer(str(path), "polycubes", INSTANCE)


def test_the_solutions_of_these_tests_are_valid() -> None:
    assert not PROBLEM.check(INSTANCE, PACKED, "first")
    assert not PROBLEM.check(INSTANCE, OTHER, "first")


def test_solutions_as_text_read_back_as_definitions_with_the_same_placements(tmp_path: Path) -> None:
    file = opened(tmp_path / "s.txt")
    file.write(PACKED)
    file.write(OTHER)
    text = (tmp_path / "s.txt").read_text(encoding="utf-8")
    file.close()
    assert text.count("# solution") == 2
    for number, solution in ((1, PACKED), (2, OTHER)):
        read = definition._Reader(text, "s.txt").definitions()[number - 1]
        assert read.box == (2, 2, 2)
        lying = {tuple(sorted(piece.cells)) for piece in read.pieces}
        assert lying == {cells for _, cells in solution} | {INSTANCE.blocked}
        assert {piece.name for piece in read.pieces if piece.fixed} == {"F", "*"}
        assert definition.read(text, "s.txt", "again", number).instance["box"] == [2, 2, 2]


@pytest.mark.parametrize("solutions", [[], [PACKED], [PACKED, OTHER, PACKED]])
def test_the_json_is_complete_after_each_solution(tmp_path: Path, solutions: list[Solution]) -> None:
    file, lines = opened(tmp_path / "s.json"), opened(tmp_path / "s.jsonl")
    for number in range(len(solutions) + 1):
        array = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))
        assert [solution_from_json(items) for items in array] == solutions[:number]
        rows = (tmp_path / "s.jsonl").read_text(encoding="utf-8").splitlines()
        assert [solution_from_json(json.loads(row)) for row in rows] == solutions[:number]
        for writer in (file, lines):
            if number < len(solutions):
                writer.write(solutions[number])
            else:
                writer.close()


def test_pictures_are_numbered_and_a_page_holds_six_solutions(tmp_path: Path) -> None:
    folder, pattern, pages = opened(tmp_path), opened(tmp_path / "a-%d.png"), opened(tmp_path / "s.pdf")
    for writer in (folder, pattern):
        writer.write(PACKED)
    for _ in range(7):
        pages.write(PACKED)
    pages.close()
    assert (tmp_path / "1.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a-1.png").read_bytes().startswith(b"\x89PNG")
    read = PdfReader(tmp_path / "s.pdf")
    assert len(read.pages) == 2
    assert "solution 7" in read.pages[1].extract_text()


@pytest.mark.parametrize("name", ["s.doc", "s.png", "%d-%d.png", "100%-%d.png", "s", "none/s.txt"])
def test_unknown_formats_and_bad_patterns_of_file_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="--solutions"):
        opened(tmp_path / name)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("soma-rotations", "--solutions", "s.json"), "written: {0}/s.json (1 solution)"),
        (("soma-rotations", "--solutions", "b-%d.png"), "written: {0}/b-1.png"),
        (("soma-rotations", "--draw", "a.svg"), "written: {0}/a.svg"),
        (("dominoes4x4", "--stl", "parts"), "written: {0}/parts: D.stl (8 times), solution.stl"),
        (("tetrominoes4x5", "--stl", "parts"), "{0}/parts is not written: there is no solution"),
        (("tetrominoes4x5", "--draw", "a.svg"), "{0}/a.svg is not written: there is no solution"),
        (("tetrominoes4x5", "--solutions", "s.pdf"), "{0}/s.pdf is not written: there is no solution"),
        (("tetrominoes4x5", "--solutions", "s.txt"), "written: {0}/s.txt (0 solutions)"),
    ],
)
def test_every_file_is_named_and_so_is_one_that_is_not_written(
    words: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    *before, file = words
    done = typed("tilings.runners.solve", *before, tmp_path / file)
    assert named.format(tmp_path) in done.stderr.splitlines()
    assert (tmp_path / file.replace("%d", "1")).exists() == named.startswith("written")


@pytest.mark.parametrize(("word", "lines"), [("--count", 0), ("--all", 480)])
def test_count_and_all_are_words_for_the_goal_count(word: str, lines: int) -> None:
    done = typed("tilings.runners.solve", "soma-rotations", word)
    assert done.stdout.count("# solution ") == lines
    assert "all 480 packings counted" in done.stdout + done.stderr
    refused = typed("tilings.runners.solve", "soma-rotations", word, "--goal", "first")
    assert refused.returncode == 2 and "--count and --all have the goal count, not first" in refused.stderr
