"""The keys of a TOML text are found where they stand."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from runners.plan.toml_lines import KeyLines

TEXT = '''# [[runs]] in a comment
timeout = 5
description = """a [ \\""" ]
x = 1"""  # [
options.symmetry = ['[', "#"]

[[runs]]
family = "squares"
instances = [
  "h04", # "h99" ]
  "h99",
]
[runs.options]
a = ["x"]
  [[runs]]
"family" = 'poly'
options = { a = ["y"], b.c = 2 }
[[runs.deep]]
[[runs.deep]]
y = 1'''


def test_the_lines_of_keys_in_every_kind_of_statement_are_found() -> None:
    lines = KeyLines(TEXT)
    expected = {
        ("timeout",): 2, ("description",): 3, ("options", "symmetry"): 5, ("runs", 0): 7, ("runs", 0, "family"): 8,
        ("runs", 0, "instances"): 9, ("runs", 0, "options"): 13, ("runs", 0, "options", "a"): 14, ("runs", 1): 15,
        ("runs", 1, "family"): 16, ("runs", 1, "options", "b", "c"): 17, ("runs", 1, "deep", 1, "y"): 20,
    }  # fmt: skip
    assert {key: lines.line(key) for key in expected} == expected


def test_the_items_of_a_long_list_have_their_own_lines() -> None:
    lines = KeyLines(TEXT)
    assert [lines.line(("runs", 0, "instances", number)) for number in (0, 1, 2)] == [10, 11, 9]


def test_a_missing_key_has_the_line_of_the_table_around_it() -> None:
    lines = KeyLines(TEXT)
    assert lines.line(("runs", 1, "options", "none", "x")) == 17
    assert lines.line(("none",)) == 1


WORDS = st.text(st.sampled_from("ab[]{}#\"'\\= "), max_size=6)
QUOTED = st.one_of(
    WORDS.map(lambda word: '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'),
    WORDS.map(lambda word: "'" + word.replace("'", "") + "'"),
    WORDS.map(lambda word: '"""\n' + word.replace("\\", "\\\\").replace('"', '\\"') + '\n"""'),
)


@given(st.lists(st.tuples(QUOTED, st.booleans(), WORDS.map(lambda word: f"  # {word}")), min_size=1, max_size=6))
def test_strings_and_comments_hide_no_key(values: list[tuple[str, bool, str]]) -> None:
    text, expected = "", {}
    for number, (value, listed, comment) in enumerate(values):
        expected[(f"k{number}",)] = text.count("\n") + 1
        text += f"k{number} = " + (f"[\n{value},{comment}\n]" if listed else value) + f"{comment}\n"
    tomllib.loads(text)
    lines = KeyLines(text)
    assert {key: lines.line(key) for key in expected} == expected


def test_a_string_that_ends_in_a_quote_hides_no_key() -> None:
    assert KeyLines('a = """x"""" # "[\nb = 1\n').line(("b",)) == 2
