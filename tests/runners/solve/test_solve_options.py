"""Options of ``runners.solve``: the convention of counting, the pieces to keep, and the statistics."""

import json
import subprocess
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.called import called
from tilings.generators.covers import langford
from tilings.generators.polycubes import DEFINITIONS
from tilings.models import registry
from tilings.models.covers.instance import to_json
from tilings.models.problem import UserError, under_convention


def solve(*words: object) -> subprocess.CompletedProcess[str]:
    return called("tilings.runners.solve", *words, "--quiet")


# Conway and Guy count 240 solutions of the Soma Cube with rotations and reflections, so 480 and 24 * 480 without. For
# the Diabolical Cube comment 16 of M. Busche's article names 13 and 26; no solution is its own image when it is turned.
@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("soma-cube.txt", {"raw": 11520, "rotations": 480, "reflections": 240}),
        ("diabolical-cube.txt", {"raw": 24 * 26, "rotations": 26, "reflections": 13}),
    ],
)
def test_a_definition_file_is_counted_under_each_convention(file: str, counts: dict[str, int]) -> None:
    for convention, count in counts.items():
        done = solve(DEFINITIONS / file, "--solver", "dlx", "--goal", "count", "--convention", convention)
        assert done.stdout.startswith(f"counted {count} (finished"), done


def test_a_convention_is_refused_for_a_family_without_conventions() -> None:
    with pytest.raises(UserError, match="--convention: this family has no conventions"):
        under_convention(NamedTuple("Plain", [("name", str)])("x"), "rotations")


def test_a_convention_that_a_family_does_not_have_is_refused() -> None:
    done = solve("langford7", "--solver", "dlx", "--convention", "rotations")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "error: 'convention' must be one of raw, symmetries" in done.stderr


NATIVE = [("dlx", name) for name, found in registry.formulations("covers").items() if found.language == "dlx"]
NATIVE.remove(("dlx", "dlx_states"))  # it shows no solutions to compare, so it refuses


@pytest.mark.parametrize(("solver", "formulation"), [*NATIVE, ("clingo", "asp_cover")])
def test_a_cover_with_many_symmetries_is_counted_up_to_all_of_them(
    tmp_path: Path, solver: str, formulation: str
) -> None:
    pytest.importorskip("igraph", reason="igraph is not installed")
    # Plans of five rounds, in each of which six players meet in pairs: renaming the players makes any one of any other.
    matches = {f"{a}{b}" for a, b in combinations("123456", 2)}
    rounds = [chosen for chosen in combinations(sorted(matches), 3) if len(set("".join(chosen))) == 6]
    path = tmp_path / "rounds.json"
    path.write_text(
        json.dumps({"family": "covers", "name": "rounds", "primary": sorted(matches), "options": rounds}),
        encoding="utf-8",
    )
    words = ["--solver", solver, "--formulation", formulation, "--goal", "count"]
    assert solve(path, *words).stdout.startswith("counted 6 (finished")
    assert solve(path, *words, "--convention", "automorphisms").stdout.startswith("counted 1 (finished")
    if solver == "dlx":
        parts = [solve(path, *words, "--convention", "automorphisms", "--option", f"part={k}/2") for k in (1, 2)]
        assert sorted(done.stdout.partition(" (")[0] for done in parts) == ["counted 0", "counted 1"]


@pytest.mark.parametrize(("solver", "formulation"), [*NATIVE, ("clingo", "asp_cover")])
def test_a_cover_is_counted_up_to_the_symmetries_that_it_names(tmp_path: Path, solver: str, formulation: str) -> None:
    path = tmp_path / "langford7.json"
    reversal = {f"s{at}": f"s{13 - at}" for at in range(14)}
    path.write_text(json.dumps(to_json(langford(7)) | {"family": "covers", "symmetries": [reversal]}), encoding="utf-8")
    counted = [path, "--solver", solver, "--formulation", formulation, "--goal", "count"]
    assert solve(*counted).stdout.startswith("counted 26 (finished")
    assert solve(*counted, "--convention", "raw").stdout.startswith("counted 52 (finished")


def test_kept_pieces_are_fixed_in_every_solution_of_the_sub_puzzle(tmp_path: Path) -> None:
    out, found = tmp_path / "rest.json", tmp_path / "rest.jsonl"
    first = solve(DEFINITIONS / "soma-cube.txt", "--solver", "dlx", "--json", "--keep", "V,L", "--out", out)
    kept = [item for item in json.loads(first.stdout)["solution"] if item[0] in ("V", "L")]
    assert len(kept) == 2
    second = solve(out, "--solver", "clingo", "--goal", "count", "--solutions", found)
    held = [json.loads(line) for line in found.read_text(encoding="utf-8").splitlines()]
    assert second.stdout.startswith(f"counted {len(held)} ") and held
    assert all(item in solution for solution in held for item in kept)
    _, rest = registry.load_instance(out)
    assert rest.name == "rest"


def test_without_a_solution_no_sub_puzzle_is_written(tmp_path: Path) -> None:
    out = tmp_path / "rest.json"
    done = solve("tetrominoes4x5", "--solver", "dlx", "--keep", "T", "--out", out)
    assert (done.returncode, out.exists()) == (0, False)
    assert "rest.json is not written" in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("soma-raw", "--keep", "V"), "--keep and --out go together"),
        (("soma-raw", "--out", "rest.json"), "--keep and --out go together"),
        (("soma-raw", "--keep", "V,Q", "--out", "rest.json"), "there is no piece 'Q'"),
        (("soma-raw", "--keep", "V", "--out", "rest.txt"), "--out takes a .json file in a folder that exists"),
        (("soma-raw", "--keep", "V", "--out", "none/rest.json"), "--out takes a .json file in a folder that exists"),
        (("h07", "--keep", "V", "--out", "rest.json"), "squares has no pieces that can be fixed"),
    ],
)
def test_pieces_that_cannot_be_kept_are_refused_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    done = solve(*words, "--solver", "dlx")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert complaint in done.stderr
