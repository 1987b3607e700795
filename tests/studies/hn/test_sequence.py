"""The certified sequence: what its files prove, what the studies state of it, and studies of nothing else."""

from dataclasses import replace

import pytest

from tilings.models.problem import UserError
from tilings.reports.chapters.chapter import Boards, Table
from tilings.reports.plot.style import context
from tilings.studies import document
from tilings.studies.hn import certified, refutation_cost, sequence
from tilings.studies.hn.certified import Refutation

TAIL = "engine-1,alpha,Example CPU,abc,2026-01-01T00:00:00+00:00"
SHARDS = "size,copies,part,parts,nodes,solutions,digest,cpu_s,engine,host,cpu_model,git_commit,started_at"
TILINGS = "size,copies,tiling,nodes,cpu_s,engine,host,cpu_model,git_commit,started_at"
QUARTERS = {2: "0:0:1 1:0:1 0:1:1 1:1:1", 4: "0:0:2 2:0:2 0:2:2 2:2:2"}
FIVE = "0:0:2 2:0:1 2:1:1 0:2:1 1:2:1 2:2:1"  # of the 3 x 3 board, the least number of copies


def shard(size, copies, part=0, parts=1, nodes=100, solutions=0, digest="00000000000000a1", cpu_s=0.5, tail=TAIL):
    return f"{size},{copies},{part},{parts},{nodes},{solutions},{digest},{cpu_s},{tail}"


def tiling(size, copies, text):
    return f"{size},{copies},{text},7,0.1,{TAIL}"


@pytest.fixture
def files(tmp_path):
    """Writes shards and tilings to a folder and returns it."""

    def write(shards=(), tilings=(), name="results/certify"):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        for kind, header, rows in (("shards", SHARDS, shards), ("tilings", TILINGS, tilings)):
            (folder / f"{kind}-1-of-1.csv").write_text("".join(f"{row}\n" for row in (header, *rows)))
        return folder

    return write


@pytest.fixture
def proven(files):
    """The values that some rows prove."""
    return lambda shards=(), tilings=(): certified.load(files(shards, tilings))


@pytest.fixture
def three(proven):
    """The values h(2) to h(4), all of them certain."""
    refuted = [shard(2, 3), shard(3, 4, 0, 2), shard(3, 4, 1, 2), shard(4, 3)]
    return proven(refuted, [tiling(2, 4, QUARTERS[2]), tiling(3, 5, FIVE), tiling(4, 4, QUARTERS[4])])


def test_the_summary_names_the_missing_values_and_the_reasons(proven):
    found = proven(
        [shard(2, 3), shard(4, 3, 0, 2), shard(6, 1)], [tiling(2, 4, QUARTERS[2]), tiling(4, 4, QUARTERS[4])]
    )
    assert sequence.summary(found)[:2] == [
        "Certain is h(n) for n = 2.",
        "Not certain: n = 3 and 5–6: no valid tiling; n = 4: 3 copies not refuted (1 of 2 parts for 3 copies).",
    ]
    assert sequence.cost(found).startswith("2 refutations: 200 nodes and 1.0 s of CPU; 2 tilings: 14 nodes")


def test_the_values_are_compared_with_the_published_ones(three):
    assert sequence.summary(three)[-1].startswith("3 of 3 values agree with A036444")
    wrong = replace(three, refutations=three.refutations | {3: Refutation(3, 5, 1, 1, 0.1, "engine-1")},
                    tilings=three.tilings | {3: replace(three.tilings[3], copies=6)})  # fmt: skip
    said = sequence.summary(wrong)[-1]
    assert said == "2 of 3 values agree with A036444 and other published values; 5 is published for n = 3."


def test_the_least_perfect_squared_square_is_the_first_after_all_refuted(three):
    assert sequence.perfect(three) == "Perfect squared squares: there is none with a side of 2 to 4: each is refuted."
    perfect = replace(three.tilings[4], size=5, copies=1)
    one = replace(three, tilings=three.tilings | {5: perfect})
    assert sequence.perfect(one).endswith("each is refuted; one each was found with side 5; so 5 is the least side.")
    assert sequence.brief(one).endswith("and the least side of a perfect squared square is 5")
    gap = replace(three, tilings=three.tilings | {6: perfect})
    assert "least" not in sequence.perfect(gap) and "least" not in sequence.brief(gap)


def test_the_table_has_a_row_for_each_size_and_bounds_where_no_value_is_certain(three, files):
    assert sequence.table(three) == [
        ["2", "4", "3", "100", "0.50", "4", "0.10"],
        ["3", "5", "4", "200", "1.0", "6", "0.10"],
        ["4", "4", "3", "100", "0.50", "4", "0.10"],
    ]
    found = certified.load(files([shard(2, 1), shard(4, 2)], [tiling(2, 4, QUARTERS[2])], name="bounds"))
    assert [row[1] for row in sequence.table(found)] == ["≥ 2 ≤ 4", "–", "≥ 3"]


def test_the_growth_of_the_cost_is_fitted_over_the_values(three):
    refuted = {n: Refutation(n, 1, 1, int(1e6 * 1.15 ** (n - 40)), 1.2 ** (n - 40), "engine-1") for n in range(40, 60)}
    found = replace(three, refutations=refuted)
    base, low, high = refutation_cost.growth(list(refuted.values()))
    assert low <= base <= high and base == pytest.approx(1.15, abs=1e-4)
    drawn = refutation_cost.draw(found)
    assert drawn.title == "Each unit of side multiplies the nodes to refute 1 copy of a side by 1.150 (1.150 to 1.150)"
    with context():
        assert refutation_cost.draw(found).figure is not None


def test_four_copies_and_more_are_one_group_without_a_fit(three):
    refuted = {n: Refutation(n, 4 + n % 2, 1, 10**6 * n, 1.0, "engine-1") for n in range(40, 60)}
    found = replace(three, refutations=refuted)
    assert refutation_cost.draw(found).title == "The dearest refutation, of n = 59, took 59,000,000 nodes"
    with context():
        [axes] = refutation_cost.draw(found).figure.axes
    assert len(axes.collections) == 1
    assert not axes.lines


def test_small_trees_are_not_fitted(three):
    assert refutation_cost.growth(list(three.refutations.values())) is None
    assert "Dashed" not in refutation_cost.draw(three).sentence
    assert refutation_cost.draw(replace(three, refutations={})).figure is None


def test_the_finest_tilings_have_the_fewest_copies_and_then_the_most_sides(three):
    many = replace(three, tilings={n: replace(three.tilings[4], size=n) for n in range(4, 34)})
    perfect = replace(three.tilings[4], size=40, copies=1)
    varied = replace(three.tilings[3], size=33, copies=4)
    found = replace(many, tilings=many.tilings | {40: perfect, 33: varied})
    assert [each.size for each in sequence.finest(found)] == [40, 33]
    pictures = [each.size for each in sequence.prettiest(found)]
    assert len(pictures) == sequence.PICTURES and pictures == sorted(pictures)
    assert not {40, 33} & set(pictures)


def test_every_tiling_of_a_short_sequence_is_drawn(three):
    said = [each.sentence for each in sequence.draw_all(three, [*sequence.finest(three), *sequence.prettiest(three)])]
    assert sorted(said) == [
        "h(2) = 4, 4 squares of 1 side", "h(3) = 5, 6 squares of 2 sides", "h(4) = 4, 4 squares of 1 side",
    ]  # fmt: skip


def test_what_the_plain_search_confirms_is_said(files, three):
    assert sequence.confirmation(three) == ""
    folder = files([shard(2, 3)], [tiling(2, 4, QUARTERS[2])], name="confirmed")
    rows = (f"{TILINGS},refuted_nodes,refuted_cpu_s", *(f"{tiling(n, 4, QUARTERS[n])},4,0.1" for n in (2, 4)))
    (folder / "plain-1-of-1.csv").write_text("".join(f"{row}\n" for row in rows))
    found = certified.load(folder)
    assert "finds the same h(n) for n = 2, in 11 nodes." in " ".join(sequence.summary(found))
    assert not found.objections


def test_the_rows_are_read_from_the_folder_or_its_subfolder_certify(files, tmp_path):
    inner = files([shard(2, 3)])
    assert certified.load(inner) == certified.load(inner.parent)
    (tmp_path / "empty").mkdir()
    assert certified.load(tmp_path / "empty") is None
    with pytest.raises(UserError, match="holds no experiments"):
        document.load(tmp_path / "empty")
    with pytest.raises(UserError, match="no such folder"):
        document.load(tmp_path / "missing")


def test_a_certified_sequence_alone_makes_studies_of_its_own(files, three, tmp_path):
    studies = document.load(tmp_path / "results" / "certify")
    titles = [made.title for chapter in document.chapters(studies).values() if (made := chapter()).blocks]
    assert titles == ["The certified sequence h(n)"]
    (said,) = document.sentences(studies)
    assert said == (
        "Cut the n × n square into smaller squares so that no size occurs more than k times: the least k, h(n), is "
        "certain for n = 2–4; "
        "3 exhaustive searches of 400 nodes in 2.0 CPU seconds found none with a copy less."
    )
    blocks = sequence.chapter(studies.certified).blocks
    assert [len(each.rows) for each in blocks if isinstance(each, Table)] == [3]
    assert [len(each.drawings) for each in blocks if isinstance(each, Boards)] == [1]
    assert document.notices(studies) == []
