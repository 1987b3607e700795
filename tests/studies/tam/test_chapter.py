"""The study of G. Tam's experiments: the sources of its runs, and what it states where some are missing."""

import pandas as pd
import pytest

from tests.called import called
from tests.reports.conftest import dump, write
from tests.studies.conftest import HIS_RUNS
from tilings.reports.chapters.chapter import Heading, Table, Words
from tilings.reports.figures.drawing import Drawing
from tilings.studies import document
from tilings.studies.tam import chapter as tam
from tilings.studies.tam import figures, hardness
from tilings.studies.tam import runs as tam_runs
from tilings.studies.tam.ladder import CLASSES, ladder

LADDER = ("b0-1-easy", "b0-5-medium", "b0-9-hard", "extreme-17")


@pytest.fixture
def campaign(tmp_path, base):
    """Writes a campaign beside the others, with its configurations on one instance of each or some classes."""

    def made(name, *configurations, instances=LADDER):
        folder, records = tmp_path / "results" / name, []
        for number, instance in enumerate(instances):
            side = 4 + number
            data = {"family": "triominoes", "name": instance, "rows": side, "cols": side, "tiles": [[1, 2, 3]] * side}
            data["difficulty"] = next((level for level in CLASSES if level in instance), None)
            dump(folder / "instances" / "triominoes" / f"{instance}.json", data)
            for solver, formulation in configurations:
                records.append(
                    base._replace(
                        run_id=f"{name}-{len(records)}", campaign=name, family="triominoes", instance=instance,
                        instance_sha256=instance, goal="optimum", solver=solver, formulation=formulation, sense="max",
                        answer="optimal", objective=side, wall_s=1.0 + number,
                    )
                )  # fmt: skip
        return write(folder, records)

    return made


@pytest.fixture
def three(campaign):
    """A folder of three campaigns and a few of his runs."""
    campaign("triominoes-report", ("clingo", "asp_pairwise"), ("chuffed", "cp_pairwise"))
    campaign("triominoes-hardness", ("cpsat", "cpsat_cell"), instances=[f"grid6-m{m:02}-k4-s1" for m in (4, 8, 12)])
    home = campaign("triominoes", ("clingo", "asp_cell"), ("cpsat", "cpsat_cell")).parent
    (home / tam_runs.FILE).write_text(f"{','.join(tam_runs.COLUMNS)}\n{HIS_RUNS}")
    return home


def parts(folder):
    studies = document.load(folder)
    return tam.sources(studies.campaigns, studies.published)


def chapter_of(studies):
    return tam.chapter(studies.campaigns, studies.published)


def test_our_model_is_called_faster_where_the_interval_says_so(three):
    def five(source, time_s):
        runs = parts(three)[source].assign(time_s=time_s, charged_s=time_s)
        return pd.concat([runs.assign(instance=runs["instance"] + str(n), instance_sha256=str(n)) for n in range(5)])

    said = tam.fastest({tam.THEIRS: five(tam.THEIRS, 40.0), tam.OURS: five(tam.OURS, 4.0)})
    assert said.endswith("is 10 times as fast as the best of his models, chuffed/cp_pairwise")


def words(chapter):
    return " ".join(block.text for block in chapter.blocks if isinstance(block, Words | Heading))


def test_the_study_has_his_conclusions_his_runs_and_both_sides_of_the_ladder(three):
    chapter = chapter_of(document.load(three))
    assert [block.name for block in chapter.blocks if isinstance(block, Table)] == [
        "conclusions", "ladder-published", "odd", "ladder-ratios",
    ]  # fmt: skip
    assert all(block.figure is not None for block in chapter.blocks if isinstance(block, Drawing))
    for said in (
        "The limit of a run: 300 s (the published runs), 60 s (the same models here), 60 s (our models).",
        "No answer was refuted, and no two exclude each other.",
        "4 instances of the ladder",
    ):
        assert said.lower() in words(chapter).lower(), said


def test_the_front_page_counts_conclusions_and_compares_models(three):
    (said,) = document.sentences(document.load(three))
    assert said == (
        "On triomino-domino boards 1 of 4 conclusions of G. Tam's report hold for his own runs and 2 for the same "
        "models here; whether clingo/asp_cell or the best of his models, chuffed/cp_pairwise, is faster is undecided; "
        "half of the 6 × 6 boards take all their tiles at a density of 0.50 with 4 values."
    )


def test_one_campaign_alone_is_a_study_of_what_it_has(campaign):
    studies = document.load(campaign("triominoes", ("clingo", "asp_cell"), instances=["b0-1-easy"]))
    assert list(studies.campaigns) == ["triominoes"]
    chapter = chapter_of(studies)
    assert [block.name for block in chapter.blocks if isinstance(block, Table) and block.rows] == ["odd"]
    assert document.sentences(studies) == []
    assert [made.title for each in document.chapters(studies).values() if (made := each()).blocks] == [chapter.title]


def test_disagreements_are_found_across_campaigns(three):
    path = three / "triominoes" / "runs-1of1.csv"
    rows = path.read_text()
    assert rows.count(",optimal,finished,valid,,,,1,max,4,") == 2
    path.write_text(rows.replace(",optimal,finished,valid,,,,1,max,4,", ",optimal,finished,valid,,,,1,max,3,", 1))
    said = tam.disagreements(document.load(three).campaigns)
    assert said.startswith("b0-1-easy: ") and said.count(" was refuted ") == 1
    assert "(the optimum 3, but " in said and " has a solution of 4, which passed the check)." in said


def test_models_that_ran_on_different_machines_are_reported(three):
    found = parts(three)
    assert tam.machines(found) == ""
    said = tam.machines(found | {tam.OURS: found[tam.OURS].assign(kind="Other CPU")})
    assert said.startswith("The report's models ran on Example CPU, ours on Other CPU: their seconds do not compare")


def test_sources_side_by_side_have_axes_of_their_own(three):
    runs = parts(three)[tam.OURS]
    one, two = figures.class_times({"one": runs, "two": runs.assign(wall_limit_s=9.0)}).figure.axes
    assert one.get_ylim() != two.get_ylim(), "seconds of different machines do not compare"


def test_the_matrix_says_what_was_solved(three):
    runs = ladder(document.load(three).campaigns["triominoes"].runs)
    assert figures.outcomes(runs).title == "Together ours solve 4 of 4 instances"
    assert figures.outcomes(runs[:0]).figure is None


def test_hard_boards_have_a_figure_where_boards_of_two_densities_are_decided(three):
    studies = document.load(three)
    said, drawn = hardness.chapter(studies.campaigns["triominoes-hardness"]).blocks
    assert said.text.endswith("3 runs on 3 boards, 3 of them settled.")
    assert drawn.figure is not None
    every = hardness.select(studies.campaigns["triominoes-hardness"].runs)
    assert hardness.draw(every[every["density"] == every["density"].min()]).figure is None


@pytest.mark.usefixtures("undrawn")
def test_the_command_writes_a_pdf_and_refuses_what_is_none(three, tmp_path):
    out = tmp_path / "new" / "studies.pdf"
    done = called("studies", "--results", three, "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
    assert out.read_bytes().startswith(b"%PDF")
    done = called("studies", "--results", three, "--out", "x.txt")
    assert done.returncode == 2 and "--out takes the path of a .pdf file" in done.stderr
