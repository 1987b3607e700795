"""The part on solver against model: what its matrix and its table say, and when there is none."""

from reports.chapters.factorial import factorial
from tests.reports.conftest import task


def made(table, tmp_path, rows):
    return factorial(task(table(rows)).median, tmp_path)


def test_a_solver_that_is_always_slower_explains_the_time(table, tmp_path):
    rows = {
        f"{solver}/cpmpy_{model}": [slow * (1 + number) * (1 + 0.01 * number * index) for number in range(8)]
        for slow, solver in ((0.1, "choco"), (5.0, "exact"))
        for index, model in enumerate(("cell", "cover"))
    }
    rows["exact/cpmpy_cover"] = [*rows["exact/cpmpy_cover"][:7], None]
    part = made(table, tmp_path, rows)
    (row,) = part["shares"]["rows"]
    assert row[:5] == ["squares", "2", "2", "8", "31/32"]
    assert float(row[5].split("%")[0]) > 95, "the solver's share"
    assert part["sentence"].startswith("The solver explains more of the time than the model in 1 family: squares")
    (matrix,) = part["matrices"]
    assert (tmp_path / matrix["file"]).exists()
    assert "over the 8 cases that every pair ran on" in matrix["sentence"] and "exact takes" in matrix["sentence"]


def test_without_solvers_that_ran_the_same_models_there_is_no_part(table, tmp_path):
    assert made(table, tmp_path, {"choco/cpmpy_cell": [1, 2], "exact/cpmpy_cover": [1, 2]}) is None
