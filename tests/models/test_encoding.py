"""Data are written as MiniZinc data files and as ASP facts."""

from tilings.models.encoding import atom, dzn, facts


def test_numbers_sets_lists_and_grids_are_written_as_minizinc_data() -> None:
    assert dzn({"n": 3, "b": True, "s": "all"}) == 'n = 3;\nb = true;\ns = "all";\n'
    assert dzn({"set": {2, 1}, "row": [1, 2], "none": []}) == "set = {1, 2};\nrow = [1, 2];\nnone = [];\n"
    assert dzn({"grid": [[1, 2], [3, 4]]}) == "grid = [| 1, 2 | 3, 4 |];\n"


def test_atoms_are_written_as_asp_facts() -> None:
    assert facts([("size", (3,)), ("tile", (0, 1, 2)), ("flag", ())]) == "size(3).\ntile(0,1,2).\nflag.\n"
    assert atom("square", (0, 3, 5)) == "square(0,3,5)"
