"""Exact cover instances, their checker, their drawing, and Knuth's text format."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from tests.called import called
from tests.generators.shipped import instances
from tilings.generators import covers as generator
from tilings.models import registry
from tilings.models.covers import PROBLEM, text
from tilings.models.covers.check import check
from tilings.models.covers.instance import CoversInstance, Option, Primary, parse, to_json
from tilings.models.problem import Solution, UserError

CATALOGUE = instances("covers")
COVER = {"name": "x", "primary": ["a"], "secondary": ["x"], "options": [["a", "x:1"]]}


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_instance_read_back_from_json_is_the_same(name: str) -> None:
    instance = CATALOGUE[name]
    assert parse(json.loads(json.dumps(to_json(instance)))) == instance


def test_long_and_short_forms_of_an_item_or_option_mean_the_same() -> None:
    long = {
        "name": "x",
        "primary": [{"name": "a", "least": 1, "most": 1}, {"name": "b", "least": 2}],
        "options": [{"items": ["a", "b"], "cost": 0}, {"items": ["b"], "cost": 3}],
    }
    instance = parse(long)
    assert instance.primary == (Primary("a"), Primary("b", 2, 2))
    assert to_json(instance)["primary"][0] == "a"
    assert to_json(instance)["options"] == [["a", "b"], {"items": ["b"], "cost": 3}]
    assert PROBLEM.goals(instance) == ("first", "count", "optimum")
    assert PROBLEM.goals(parse(COVER)) == ("first", "count")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"primary": "a"}, "'primary' must be an array"),
        ({"primary": ["a", "a"]}, "two items are named a"),
        ({"secondary": ["a"]}, "two items are named a"),
        ({"primary": ["a b"]}, "without space, colon and bar"),
        ({"primary": [{"least": 1}]}, "lacks the field 'name'"),
        ({"primary": [{"name": "a", "most": 0}]}, "most of item a"),
        ({"primary": [{"name": "a", "least": 3, "most": 2}]}, r"'least' \(3\) exceeds 'most' \(2\)"),
        ({"primary": [{"name": "a", "times": 3}]}, "unknown field 'times'"),
        ({"options": [["a", "b"]]}, r"option 0 \(a b\) has the unknown item b"),
        ({"options": [["a"], ["a", "a"]]}, "option 1 .* has an item twice"),
        ({"options": [["a:1"]]}, "only secondary items are coloured"),
        ({"options": [["x"]]}, "no primary item"),
        ({"options": [["a", "x:"]]}, "must hold words like"),
        ({"options": ["a"]}, "'items of option 0' must be an array"),
        ({"options": [{"items": ["a"], "cost": -1}]}, "cost of option 0"),
        ({"options": [{"items": ["a"], "cost": 10**9}] * 2}, "add up to more than"),
        ({"options": [{"items": ["a"], "price": 1}]}, "unknown field 'price'"),
        ({"options": [{"cost": 1}]}, "lacks the field 'items'"),
    ],
)
def test_a_bad_instance_is_refused_with_the_reason(change: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse(COVER | change)


MANY = parse(
    {
        "name": "x",
        "primary": ["a", {"name": "b", "least": 0, "most": 2}],
        "secondary": ["x"],
        "options": [["a", "x:1"], ["b", "x:1"], ["b", "x:2"], ["b", "x"], ["b"]],
    }
)


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [
        ([0], ""),
        ([0, 1], ""),
        ([0, 1, 4], ""),
        ([], "times"),
        ([1], "times"),
        ([0, 1, 3, 4], "times"),
        ([0, 2], "colour"),
        ([0, 3], "colour"),
        ([0, 0], "once"),
        ([5], "form"),
        ([-1], "form"),
        ([True], "form"),
    ],
)
def test_the_checker_names_the_broken_rule(chosen: list[int], rule: str) -> None:
    broken = check(MANY, tuple(("option", number) for number in chosen), "count")
    assert [violation.rule for violation in broken[:1]] == ([rule] if rule else [])


@pytest.mark.parametrize("garbage", [None, 3, ((),), (3,), (("option",),), (("choice", 0),), (("option", "0"),)])
def test_the_checker_raises_no_exception_on_any_value(garbage: Solution) -> None:
    assert [violation.rule for violation in check(MANY, garbage, "first")] == ["form"]


@pytest.mark.parametrize("atom", [("option", (5,)), ("option", (-1,)), ("option", ()), ("choice", (0,))])
def test_atoms_that_name_no_option_are_refused(atom: tuple[str, tuple[int, ...]]) -> None:
    with pytest.raises(UserError, match="is not an option"):
        PROBLEM.decode(MANY, [atom])


# Knuth's text format


def read(content: str) -> CoversInstance:
    return parse(text.read(content, "puzzle.dlx", "puzzle"))


def test_a_file_in_knuths_format_may_use_every_feature() -> None:
    content = "\ufeff| a comment\n\n  A\tB 2:3|C 2|D|X  Y\n| another\nA B X:red Y:0 |3 |4\r\n  C  D  \nX:0 Y:1\nA\n"
    instance = read(content.removeprefix("\ufeff").replace("D|X", "D |X"))
    assert instance.primary == (Primary("A"), Primary("B"), Primary("C", 2, 3), Primary("D", 2, 2))
    assert instance.secondary == ("X", "Y")
    assert instance.options == (
        Option((("A", ""), ("B", ""), ("X", "red"), ("Y", "0")), 7),
        Option((("C", ""), ("D", ""))),
        Option((("A", ""),)),
    )


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("", 1, "names of the items"),
        ("| only\n| comments\n", 1, "names of the items"),
        ("A B | X | Y\nA\n", 1, "primary ones | secondary ones"),
        ("x|A\nA\n", 1, "as in 2:3|c or 2|c, not 'x|A'"),
        ("A\nA |\n", 2, "expected a cost"),
        ("A\nA |3.5\n", 2, "expected a cost"),
    ],
)
def test_an_error_in_a_file_is_named_with_its_line(content: str, line: int, message: str) -> None:
    with pytest.raises(UserError) as caught:
        read(content)
    assert str(caught.value).startswith(f"puzzle.dlx:{line}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("A | A\nA\n", "two items are named A"),
        ("A:1\nA\n", "without space, colon and bar, not 'A:1'"),
        ("0|A\nA\n", "'most of item A' must be a whole number from 1"),
        ("2:3|\nA\n", "names without space"),
        ("|c\nA B\nA\n\nC A\n", "option 1 (C A) has the unknown item C"),
        ("A | B\nA\nC\n", "option 1 (C) has the unknown item C"),
        ("A B\nA B A\n", "option 0 (A B A) has an item twice"),
        ("A B\nA:1\n", "only secondary items are coloured"),
        ("A | X\nA X:\n", "must hold words like a or x:red"),
    ],
)
def test_items_and_options_are_those_of_an_instance(content: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        read(content)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_text_of_an_instance_reads_back(name: str) -> None:
    instance = CATALOGUE[name]
    items = [f"{item.least}:{item.most}|{item.name}" for item in instance.primary]
    lines = [" ".join([*items, "|", *instance.secondary]), *map(str, instance.options)]
    again = parse(text.read("\n".join(lines), "puzzle.dlx", name))
    assert again == instance
    assert text.looks_like("\n".join(lines))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("A B\nA\nB\n", True),
        ("| comment\n3|A | X\nA X:1\n", True),
        ("A B\nA C\n", True),
        ('{"family": "covers"}', False),
        ("{\n{ a", False),
        ("D:xDim=2:yDim=2:zDim=1\n~D\n", False),
        ("", False),
        ("| only a comment\n", False),
        ("some words\nand others\n", False),
        ("# a title\n# some words and others\n", False),
        ("| items without options\na b c\n", True),
        ("[1, 2]\n", False),
    ],
)
def test_a_text_in_knuths_format_is_recognised_by_its_content(content: str, expected: bool) -> None:
    assert text.looks_like(content) == expected


def test_files_in_knuths_format_can_be_solved_and_imported(tmp_path: Path) -> None:
    path = tmp_path / "my puzzle.dlx"
    path.write_text(generator.KNUTH, encoding="utf-8")
    answer = json.loads(called("tilings.runners.solve", path, "--solver", "dlx", "--goal", "count", "--json").stdout)
    assert (answer["answer"], answer["solutions"], answer["check"]) == ("counted", 1, "valid")
    assert answer["solution"] == [["option", 1], ["option", 3], ["option", 4]]
    assert called("tilings.generators.covers", "--import", path, "--out", tmp_path).returncode == 0
    _, instance = registry.load_instance(tmp_path / "my-puzzle.json")
    assert instance == generator.imported(path)


@pytest.mark.parametrize(("kind", "size"), [("queens", "0"), ("queens", "x"), ("magic", "3"), ("de-bruijn", "60")])
def test_unknown_classics_and_bad_sizes_are_refused(kind: str, size: str) -> None:
    done = called("tilings.generators.covers", "--classic", kind, size)
    assert done.returncode == 2
    assert done.stderr.startswith("error: --classic ")


@pytest.mark.parametrize("kind", generator.CLASSICS)
@pytest.mark.parametrize("size", [1, 2, 6, 11])
def test_every_classic_can_be_made_in_any_size(kind: str, size: int) -> None:
    make, most = generator.CLASSICS[kind]
    assert make(min(size, most)).options or size < 3


def test_empty_lines_take_no_memory_beyond_their_list() -> None:
    tracemalloc.start()
    assert not text.looks_like("\n" * 1_000_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20_000_000, "a file of 100 MB of them was too much"
