"""What a digest of sources depends on: definitions and includes that are reached, without comments and wording."""

from pathlib import Path

import pytest

from models.closure import EVERYTHING, Sources, Symbol, text

MODULES = {
    "models/__init__.py": "",
    "models/tools.py": '''
"""Tools."""
import json
LIMIT = 3
def used(x: int, most=LIMIT):
    """Docstring."""
    if x > most:
        raise ValueError(f"{x} is too large")
    return json.dumps(x)
def unused(x):
    return x
''',
    "models/words.py": "def spell(x):\n    return str(x)\n",
    "models/start.py": """
from typing import TYPE_CHECKING
from models import tools
from models.passed_on import renamed
if TYPE_CHECKING:
    from models.words import spell
def begin(x, kind="a"):
    from models.words import spell as said
    return tools.used(x), said(kind), renamed(x)
def other(x):
    return begin(x, "b")
TABLE = dict(first=tools.used, second=tools.unused)
""",
    "models/passed_on.py": "from models.deep import origin as renamed\n",
    "models/deep.py": "def origin(x):\n    return x\n",
}


class Tree:
    """A source tree, and the digest of a symbol in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for path, content in MODULES.items():
            self.write(path, content)

    def write(self, path: str, content: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")

    def digest(self, name: str = "begin", *apart: str) -> str:
        return Sources(self.root).digest([Symbol("models.start", name)], apart)

    def edited(self, path: str, old: str, new: str, name: str = "begin", *apart: str) -> bool:
        """Whether an edit changes the digest of a symbol."""
        before = self.digest(name, *apart)
        assert old in MODULES[path]
        self.write(path, MODULES[path].replace(old, new))
        return self.digest(name, *apart) != before


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("models/start.py", "tools.used(x), said", "said"),
        ("models/start.py", 'kind="a"', 'kind="c"'),
        ("models/tools.py", "most=LIMIT", "most=4"),
        ("models/tools.py", "LIMIT = 3", "LIMIT = 4"),
        ("models/tools.py", "import json", "import json5 as json"),
        ("models/tools.py", "LIMIT = 3", "LIMIT = 3\nprint()"),
        ("models/words.py", "str(x)", "repr(x)"),
        ("models/deep.py", "return x", "return -x"),
        ("models/passed_on.py", "import origin as renamed", "import other as renamed"),
    ],
)
def test_what_a_definition_reaches_counts(tree: Tree, path: str, old: str, new: str) -> None:
    assert tree.edited(path, old, new)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("models/start.py", "def other(x):\n    return begin", "def other(x):\n    return 1 + begin"),
        ("models/tools.py", "def unused(x):\n    return x", "def unused(x):\n    return -x"),
        ("models/tools.py", "Docstring.", "Other words."),
        ("models/tools.py", '"""Tools."""', ""),
        ("models/tools.py", "is too large", "is more than the limit"),
        ("models/tools.py", "x: int", "x: float"),
        ("models/tools.py", "    if x > most:", "\n    # A comment.\n    if (x > most):"),
        ("models/start.py", "    from models.words import spell\n", "    from models.words import none\n"),
    ],
)
def test_what_it_does_not_reach_does_not_count(tree: Tree, path: str, old: str, new: str) -> None:
    assert not tree.edited(path, old, new)


def test_an_argument_of_a_call_is_a_symbol(tree: Tree) -> None:
    assert not tree.edited("models/tools.py", "return x\n", "return -x\n", "TABLE.first")
    assert tree.edited("models/tools.py", "return x\n", "return +x\n", "TABLE.second")


def test_defaults_of_a_function_that_gets_all_arguments_do_not_count(tree: Tree) -> None:
    assert not tree.edited("models/start.py", 'kind="a"', 'kind="c"', "begin()")
    assert tree.edited("models/start.py", "said(kind)", "said(x)", "begin()")


def test_of_what_is_apart_only_the_name_counts(tree: Tree) -> None:
    assert not tree.edited("models/words.py", "str(x)", "repr(x)", "begin", "models.words")
    assert tree.edited("models/start.py", "import spell as said", "import shout as said", "begin", "models.words")


def test_everything_is_all_that_a_module_binds(tree: Tree) -> None:
    assert tree.edited("models/start.py", 'begin(x, "b")', 'begin(x, "c")', EVERYTHING)


MODEL = """% Head.
include "parts/data.mzn"; include "globals.mzn";
output ["100%\\n"];  % a comment behind a string
int: x;              % a comment
string: kind = mode default "fast";
"""


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("% Head.\n", "", False),
        ("% a comment\n", "% another\n", False),
        ("int: x;", "int: y;", True),
        ("100%", "99%", True),
        ('"fast"', '"slow"', False),
        ("int: x;", "/* % */ int: x;", True),
    ],
)
def test_texts_count_without_comments_and_defaults(tmp_path: Path, old: str, new: str, changed: bool) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "data.mzn").write_text("int: n;\n", encoding="utf-8")
    path = tmp_path / "cp_x.mzn"
    path.write_text(MODEL, encoding="utf-8")
    before = text(path, ["mode"])
    path.write_text(MODEL.replace(old, new), encoding="utf-8")
    assert (text(path, ["mode"]) != before) == changed


def test_a_default_counts_where_no_value_is_given(tmp_path: Path) -> None:
    path = tmp_path / "asp_x.lp"
    path.write_text("#const mode = fast.\n", encoding="utf-8")
    given, left = text(path, ["mode"]), text(path)
    path.write_text("#const mode = slow.\n", encoding="utf-8")
    assert text(path, ["mode"]) == given and text(path) != left


def test_what_is_included_counts_as_well(tmp_path: Path) -> None:
    for name, content in (("a.lp", '#include "b.lp".\n'), ("b.lp", '#include "a.lp".\nb.\n'), ("c.lp", "c.\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    before = text(tmp_path / "a.lp")
    (tmp_path / "c.lp").write_text("d.\n", encoding="utf-8")
    assert text(tmp_path / "a.lp") == before
    (tmp_path / "b.lp").write_text('#include "a.lp".\nd.\n', encoding="utf-8")
    assert text(tmp_path / "a.lp") != before
