"""Suites are read strictly: an error names the file, the line, the key and what is allowed."""

import json
import re
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest, suite_reader
from tilings.runners.plan.suite import Block

SQUARES = sum(entry.family == "squares" for entry in manifest.shipped())
GOOD = 'timeout = 5\n[[runs]]\nfamily = "squares"\n'


def complaint(tmp_path: Path, content: str | bytes) -> str:
    """The error message on a file with this content, without its folder."""
    path = tmp_path / "mine.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return complaint_of(str(path)).removeprefix(f"{tmp_path}/")


def complaint_of(name: str) -> str:
    with pytest.raises(UserError) as caught:
        suite_reader.load(name)
    words = str(caught.value)
    assert "\n" not in words and len(words) < 2000
    return words


def test_every_shipped_suite_can_be_read() -> None:
    squares = ["squares", "squares-ablation"]
    triominoes = ["triominoes", "triominoes-ablation", "triominoes-hardness", "triominoes-report"]
    first = ["counts", "default", "engines", "factorial", "full", "gallery", "presets", "proofs", "smoke"]
    assert list(suite_reader.files()) == [*first, *squares, "threads", *triominoes]
    assert all(suite_reader.load(name).blocks for name in suite_reader.files())


def test_keys_above_the_blocks_hold_for_all_of_them_unless_a_block_overrides_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + 'timeout = "7m"\n[[runs]]\nfamily = "polycubes"\n', encoding="utf-8")
    loaded = suite_reader.load(str(path))
    assert (loaded.name, [block.limits["timeout"] for block in loaded.blocks]) == ("mine", [420, 5])


@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_byte_order_marks_and_crlf_are_accepted(tmp_path: Path, start: str, end: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes((start + GOOD.replace("\n", end)).encode())
    assert suite_reader.load(str(path)).blocks[0].family == "squares"
    assert complaint(tmp_path, start + GOOD.replace("\n", end) + "seeds = [0]").startswith("mine.toml:4: ")


def test_the_value_of_an_option_may_be_a_whole_number(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[runs]]\nfamily = "polycubes"\nformulations = ["dlx_bits"]\noptions.depth = [1, 2]\n')
    assert suite_reader.load(str(path)).blocks[0].options == {"depth": ["1", "2"]}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("timeout = =\n", 1, "not TOML: Invalid value (column 11)"),
        ("[[runs]]\nfamily = squares\n", 2, "put a text in straight quotes"),
        (GOOD + "seeds = [1", 4, "not TOML"),
        ("", 1, "[[runs]]"),
        ('\n[runs]\nfamily = "squares"', 2, "[[runs]]"),
        ('\n[[run]]\nfamily = "squares"', 2, "unknown key 'run'; there are: "),
        (GOOD + "[[runs.limits]]\ntimeout = 3", 4, "unknown key 'limits'"),
        ("\n[[runs]]\n", 2, "needs a family; there are: covers, own, polycubes"),
        (GOOD + "timeuot = 3", 4, "unknown key 'timeuot'; there are: alone, "),
        (GOOD + "timeuot = 3", 4, "did you mean 'timeout'?"),
        (GOOD + "timeout = 0", 4, "'timeout' cannot be 0: it takes seconds (above 0"),
        (GOOD + "timeout = inf", 4, "'timeout' cannot be inf"),
        (GOOD + "timeout = '5 min'", 4, "'timeout' cannot be '5 min': it takes seconds (above 0"),
        (GOOD + "[runs.timeout]\nwall = 3", 4, "'timeout' cannot be {'wall': 3}"),
        (GOOD + "memory = 0.5", 4, "'memory' cannot be 0.5: it takes MB (whole"),
        (GOOD + "repetitions = 99999999999999", 4, "from 1 to 10000, such as 3"),
        (GOOD + "parts = 0", 4, "'parts' cannot be 0"),
        (GOOD + "threads = [1, 2]", 4, "'threads' cannot be [1, 2]"),
        (GOOD + 'instances = "h04"', 4, "'instances' cannot be 'h04': it takes a list of instances or paths, such"),
        (GOOD + 'instances = [\n  "h04",\n  "g04",\n]', 4, f"unknown instance 'g04'; there are: {SQUARES}, listed in "),
        (GOOD + "seeds = [1,\n2,\n0]", 4, "'seeds' cannot be [1, 2, 0]"),
        (GOOD + "seeds = [2147483648]", 4, "2147483647"),
        (GOOD + "seeds = [3, 1, 3]", 4, "3 is listed twice in 'seeds'"),
        (GOOD + 'goals = ["frist"]', 4, "unknown goal 'frist'; there are: count, first, optimum; did you"),
        (GOOD + 'solvers = ["dlx",\n"clngo"]', 4, "unknown solver 'clngo'; there are: cadical, cbc, "),
        (GOOD + 'formulations = ["cp_difn"]', 4, "did you mean 'cp_diffn'?"),
        (GOOD + 'solvers = ["clingo"]\nformulations = ["cp_*"]', 4, "no solver of this table takes its"),
        (GOOD + 'configurations = ["gecode/cp_*",\n"gecode/asp_*"]', 4, "unknown configuration 'gecode/asp_*'"),
        (GOOD + 'solvers = ["clingo"]\nconfigurations = ["gecode/*"]', 5, "no solver of this table takes its"),
        (GOOD + 'classes = ["nh"]', 4, "unknown class 'nh'"),
        (GOOD + "sizes = [7]", 4, "'sizes' cannot be [7]: it takes the least and the greatest size"),
        (GOOD + "sizes = [9000, 9001]", 4, "the table has no run: no instance of squares fits"),
        ('[[runs]]\nfamily = "square"', 2, "did you mean 'squares'?"),
        ('family = "cubes"\n[[runs]]\n', 1, "unknown family 'cubes'"),
        (GOOD + 'options = { symmetry = "all" }', 4, "'options' cannot be {'symmetry': 'all'}"),
        (GOOD + 'options = ["symmetry"]', 4, "'options' cannot be ['symmetry']"),
        (GOOD + '[runs.options]\nboard = ["none"]\nsymetry = ["all"]', 6, "did you mean 'symmetry'?"),
        (GOOD + 'formulations = ["cp_diffn"]\noptions.symmetry = ["all",\n"nonne"]', 5, "did you mean 'none'?"),
        (GOOD + 'options.symmetry = ["all", "all"]', 4, "'all' is listed twice in 'symmetry'"),
        (GOOD + 'alone = ["symetry"]', 4, "has an option 'symetry'; there are: "),
        (GOOD + 'description = "x"', 4, "'description' belongs above the [[runs]] tables"),
        ('instances = ["h05"]\n[[runs]]\nfamily = "triominoes"', 1, "no run: no instance of triominoes fits"),
        ("description = 5\n" + GOOD, 1, "'description' takes a text"),
        (GOOD + f"{GOOD[12:]}threads = 0", 6, "'threads' cannot be 0"),
    ],
)  # fmt: skip
def test_an_error_in_a_suite_is_named_with_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    found = complaint(tmp_path, text)
    assert found.startswith(f"mine.toml:{line}: ") and words in found, found


def test_an_error_in_a_table_names_its_number_and_the_key(tmp_path: Path) -> None:
    text = f'# seeds = [1]\nseeds = [2]\n{GOOD}[[runs]] # seeds\nfamily = "squares"\n"seeds" = [1, 0]\n'
    assert complaint(tmp_path, text).startswith("mine.toml:8: [[runs]] number 2: 'seeds' cannot be [1, 0]")
    found = complaint(tmp_path, f'{GOOD}goals = ["first"]\nsolvers = ["clngo"]\n')
    assert found.startswith("mine.toml:5: [[runs]] number 1: solvers: unknown solver 'clngo'")
    assert complaint(tmp_path, f'alone = ["x"]\n{GOOD}').startswith("mine.toml:1: alone: ")


def test_a_file_that_is_no_suite_is_refused_with_the_reason(tmp_path: Path) -> None:
    assert complaint(tmp_path, b"\xff\xfe\x00").endswith("mine.toml: not UTF-8 text")
    assert "larger than" in complaint(tmp_path, b"#" * 10_000_000)
    assert "nested too deeply" in complaint(tmp_path, "a = " + "[" * 10_000)
    assert "unknown key 'a'" in complaint(tmp_path, ".".join("a" * 3_000) + " = 1")
    with pytest.raises(UserError, match="is a folder"):
        suite_reader.load(str(tmp_path))
    with pytest.raises(UserError, match="there is no file /none/x.toml"):
        suite_reader.load("/none/x.toml")
    with pytest.raises(UserError, match="unknown suite 'smok'.* did you mean 'smoke'?"):
        suite_reader.load("smok")


_NAMES = st.sampled_from([*Block.model_fields, "description", "symmetry", "x"])
_VALUES = st.recursive(
    st.sampled_from(
        ['"squares"', '"*"', '"h04"', "1", "0", "-3", "2.5", "nan", "true", "1979-05-27", "07:32:00", '""']
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.tuples(_NAMES, inner).map(lambda pair: f"{{ {pair[0]} = {pair[1]} }}")
    ),
    max_leaves=4,
)
_LINES = st.one_of(
    st.just("[[runs]]"), st.just("[runs.options]"), st.just('family = "squares"'), st.text(max_size=12),
    st.tuples(_NAMES, _VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_LINES, max_size=8).map("\n".join))
def test_any_text_gives_a_suite_or_one_clear_line(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    try:
        assert suite_reader.load(str(path)).blocks
    except UserError as error:
        assert "\n" not in str(error) and str(path) in str(error)


WORDS = st.sampled_from(["default", "squares", "first", "sat", "h5", "*", "", "\0", "../x"]) | st.text(max_size=3)
SIMPLE = st.booleans() | st.integers() | st.floats() | WORDS | st.datetimes() | st.dates() | st.times()
VALUES = st.recursive(SIMPLE, lambda part: st.lists(part, max_size=2) | st.dictionaries(WORDS, part, max_size=2))


def toml(value: object) -> str:
    """A value as TOML, which writes most types as JSON or Python does."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value) if isinstance(value, str | bool) else str(value)


@settings(max_examples=120)
@given(st.sampled_from([*Block.model_fields, "description", "like", "runs", "other"]), VALUES, st.booleans())
def test_a_value_of_any_type_is_read_or_refused_with_its_key(key: str, value: object, above: bool) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.toml"
        line = f"{key} = {toml(value)}\n"
        path.write_text(line + GOOD if above else GOOD + line, encoding="utf-8", errors="replace")
        try:
            assert suite_reader.load(str(path)).blocks
        except UserError as error:
            assert str(error).startswith(f"{path}:"), error


def test_suites_that_are_like_each_other_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = {name: tmp_path / f"{name}.toml" for name in ("one", "other")}
    monkeypatch.setattr(suite_reader, "files", lambda: named)
    for name, path in named.items():
        path.write_text(f'like = "{(named.keys() - {name}).pop()}"\n', encoding="utf-8")
    assert "other.toml:1: 'like' takes the name of another suite" in complaint_of("one")


@pytest.mark.parametrize("value", ['["default"]', "{ default = 1 }", "1", '"nothing"'])
def test_only_the_name_of_a_suite_is_one_to_be_like(tmp_path: Path, value: str) -> None:
    assert complaint(tmp_path, f"like = {value}").startswith(
        "mine.toml:1: 'like' takes the name of another suite, not "
    )


def test_every_key_is_described_in_the_table_with_a_valid_example() -> None:
    text = (ROOT / "docs" / "suites.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| `(.+)` \|$", text, re.MULTILINE))
    assert list(rows) == list(Block.model_fields)
    for key, example in rows.items():
        assert tomllib.loads(example) == tomllib.loads(f"{key} = {Block.model_fields[key].examples[0]}")
