"""What a campaign's report says of its runs and their limits."""

from tilings.reports.chapters.chapter import Table
from tilings.reports.chapters.experiment import chapter
from tilings.reports.data.campaign import read_results


def test_the_ends_of_unsolved_runs_show_a_solver_that_stops_before_its_limit(folder_of, base):
    cut = base._replace(answer="none", ended="wall", check="unchecked", wall_limit_s=5.0)
    rows = [
        base,
        *(cut._replace(run_id=f"a{number}", instance=f"x{number}", solver="early", wall_s=wall_s)
          for number, wall_s in enumerate((4.0, 4.5, 4.0))),
        cut._replace(run_id="b", solver="whole", wall_s=5.01),
        cut._replace(run_id="c", solver="whole", instance="y", ended="memory", wall_s=1.0),
    ]  # fmt: skip
    tables = {
        block.name: block for block in chapter(read_results(folder_of(*rows)), None).blocks if isinstance(block, Table)
    }
    assert tables["ends"].rows == [["early", "3", "80.0%", "80.0%"], ["whole", "1", "100.2%", "100.2%"]]
