"""The chapter on triomino-domino boards: the sources of its runs, and what it states where some are missing."""

import io
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.analysis.ladder import CLASSES, ladder
from reports.build import build
from reports.chapters import triominoes
from reports.data import tam_runs
from reports.data.campaign import read_results
from reports.figures import extreme, ladder_matrix, time_by_size, time_distribution
from reports.plot.style import context, svg
from tests.reports.conftest import HIS_RUNS, dump, write

LADDER = ("b0-1-easy", "b0-5-medium", "b0-9-hard", "extreme-17")


@pytest.fixture
def campaign(tmp_path, base):
    """Writes a campaign beside the others, with its configurations on one instance of each or some classes."""

    def made(name, *configurations, home="results", instances=LADDER):
        folder, records = tmp_path / home / name, []
        for number, instance in enumerate(instances):
            side = 4 + number
            data = {"family": "triominoes", "name": instance, "rows": side, "cols": side, "tiles": [[1, 2, 3]] * side}
            data["difficulty"] = next((level for level in CLASSES if level in instance), None)
            dump(folder / "instances" / "triominoes" / f"{instance}.json", data)
            for solver, formulation in configurations:
                records.append(
                    replace(
                        base, run_id=f"{name}-{len(records)}", campaign=name, family="triominoes", instance=instance,
                        instance_sha256=instance, goal="optimum", solver=solver, formulation=formulation, sense="max",
                        answer="optimal", objective=side, wall_s=1.0 + number,
                    )
                )  # fmt: skip
        return write(folder, records)

    return made


@pytest.fixture
def three(campaign):
    """The three campaigns beside each other; the folder of ours."""
    campaign("triominoes-report", ("clingo", "asp_pairwise"), ("chuffed", "cp_pairwise"))
    boards = [f"grid6-m{tiles:02}-k4-s1" for tiles in (4, 8, 12)]
    campaign("triominoes-hardness", ("cpsat", "cpsat_cell"), instances=boards)
    return campaign("triominoes", ("clingo", "asp_cell"), ("cpsat", "cpsat_cell"))


@pytest.fixture
def published(tmp_path):
    """A folder of published results with nothing but a few of his runs."""
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / tam_runs.FILE).write_text(f"{','.join(tam_runs.COLUMNS)}\n{HIS_RUNS}")
    return folder


def chapter(folder: Path, published: Path, drawn: Path | None = None):
    with context():
        return triominoes.chapter(read_results(folder), drawn or folder, published)


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def campaigns(folder: Path, published: Path):
    return {name: triominoes.campaign(name, read_results(folder), published) for name in triominoes.CAMPAIGNS}


def test_campaigns_without_these_instances_have_no_such_chapter(folder_of, base, published):
    assert chapter(folder_of(base), published) is None


def test_the_chapter_takes_the_campaigns_beside_its_own_and_is_the_same_each_time(three, published, tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    found, again = (chapter(three, published, folder) for folder in folders)
    assert found["elsewhere"] == "results/triominoes-hardness, results/triominoes-report"
    assert found["missing"] == [] and found["disagreements"] == []
    assert all(each["file"] for each in found["figures"])
    assert [each["title"].partition("(")[2] for each in found["figures"]] == [f"his figure {n})" for n in range(5, 10)]
    assert [each["lead"] for each in found["ladder"]["ratios"]] == ["By solver.", "By paradigm."]
    assert found["hardness"]["sentence"] == "3 runs on 3 boards, 3 of them settled."
    assert "of 4 instances of the ladder" in found["ladder"]["proven"].lower()
    drawings = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
    assert (found, drawings[0]) == (again, drawings[1])


def test_a_campaign_of_another_name_takes_the_published_runs_alone(three, published, campaign):
    other = campaign("other", ("clingo", "asp_cell"))
    assert {found.folder for found in campaigns(other, published).values()} == {other}
    shutil.copytree(three.parent / "triominoes-report", published / "triominoes-report")
    report, ours, hardness = campaigns(other, published).values()
    assert [report.folder, ours.folder, hardness.folder] == [published / "triominoes-report", other, other]


def test_each_part_that_is_missing_is_named(campaign, tmp_path):
    found = chapter(campaign("triominoes", ("clingo", "asp_cell"), instances=["dense-5"]), tmp_path / "nothing")
    assert [each.partition(" (")[0] for each in found["missing"]] == [
        "the published runs", "runs of the report's models on the ladder", "runs of our models on the ladder",
    ]  # fmt: skip
    assert (found["oddities"], found["reproduced"], found["ladder"], found["hardness"]) == ([], None, None, None)


def test_disagreements_are_found_across_campaigns(three, published):
    rows = (three / "runs-1of1.csv").read_text()
    assert rows.count(",optimal,finished,valid,,,,1,max,4,") == 2
    (three / "runs-1of1.csv").write_text(
        rows.replace(",optimal,finished,valid,,,,1,max,4,", ",optimal,finished,valid,,,,1,max,3,", 1)
    )
    (said,) = triominoes.disagreements(campaigns(three, published))
    assert said.startswith("triominoes/b0-1-easy, goal optimum: ")
    assert "says optimal 3" in said and "says optimal 4" in said


@pytest.mark.usefixtures("undrawn")
def test_the_report_has_the_chapter(three, published):
    text = text_of(build(three, published))
    for words in (
        "Triomino-domino boards, published and here",
        "b0-5-medium, 14 of 6 in 301 s",
        "None: over all campaigns of this chapter no answer was refuted",
        "Where the hard boards lie",
    ):
        assert words in text, words


@pytest.mark.usefixtures("undrawn")
def test_a_report_with_little_says_what_is_missing(campaign, tmp_path):
    text = text_of(build(campaign("triominoes", ("clingo", "asp_cell"), instances=["b0-1-easy"]), tmp_path / "nothing"))
    assert "Missing: the published runs" in text
    assert "Missing: the campaign triominoes-hardness" in text


def test_sources_side_by_side_share_sizes_and_styles_but_no_axis_of_seconds(three):
    runs = ladder(read_results(three).runs)
    sources = {"one": runs, "two": runs[runs["solver"] == "clingo"].assign(wall_limit_s=9.0)}
    size, spread = time_by_size.beside(sources), time_distribution.beside(sources)
    one, two = size.axes
    assert one.get_xlim() == two.get_xlim()
    assert one.get_ylim() != two.get_ylim(), "seconds of different machines have axes of their own"
    looks = [{line.get_label(): (line.get_color(), line.get_marker()) for line in axes.lines} for axes in (one, two)]
    assert looks[0]["clingo/asp_cell"] == looks[1]["clingo/asp_cell"]
    assert len({axes.get_xlim() for axes in spread.axes}) == 2
    with context():
        assert svg(time_by_size.beside(sources)) == svg(time_by_size.beside(sources))


def test_the_matrix_and_the_extreme_figure_say_what_was_solved(three):
    runs = ladder(read_results(three).runs)
    assert ladder_matrix.draw(runs).figure is not None
    assert ladder_matrix.draw(runs).sentence.endswith("Together ours solve 4 of 4 instances.")
    assert ladder_matrix.draw(runs[:0]).figure is None and ladder_matrix.draw(runs[:0]).sentence
    far = {"published": ladder(tam_runs.extreme()), "none": runs[:0]}
    assert extreme.draw(far).sentence == "Published: up to 21 tiles, by chuffed/cp_pairwise. None: none is solved."


def test_the_limits_of_each_source_are_stated(three):
    runs = ladder(read_results(three).runs)
    said = triominoes._limits({"published": ladder(tam_runs.extreme()), "ours here": runs})
    assert said == "The limit of a run: 300 s (published), 60 s (ours here)."
    assert triominoes._limits({}) == ""


def test_models_that_ran_on_different_machines_are_reported(three):
    theirs = ladder(read_results(three).runs)
    assert triominoes._machines(theirs, theirs) == ""
    said = triominoes._machines(theirs, theirs.assign(kind="Other CPU"))
    assert said.startswith("The report's models ran on Example CPU, ours on Other CPU: their seconds do not compare")
