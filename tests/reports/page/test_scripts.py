"""The page's JavaScript modules: they pass their own tests under node, and are joined into one script."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from reports.page.scripts import bundle
from reports.text.english import seconds

HERE = Path(__file__).parent


def test_the_modules_pass_their_tests_under_node():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: apt-get install nodejs")
    files = sorted(map(str, HERE.glob("*.test.js")))
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_python_and_javascript_write_seconds_by_one_table():
    for value, text in json.loads((HERE / "seconds.json").read_text()):
        assert seconds(float("nan") if value is None else value) == text


@pytest.fixture
def write(tmp_path):
    """Writes files by their names; returns their folder."""

    def written(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path

    return written


def test_a_module_is_included_once_and_after_those_that_it_imports(write):
    folder = write(
        main='import { one } from "./one.js";\nimport * as two from "./two.js";\nexport const sum = one + two.two();\n',
        two='import { one } from "./one.js";\nexport function two() {\n  return one;\n}\n',
        one="export const one = 1;\n",
    )
    assert bundle(folder, "main.js") == (
        '"use strict";\nconst modules = {};\n'
        'modules["one.js"] = (() => {\nconst one = 1;\nreturn { one };\n})();\n'
        'modules["two.js"] = (() => {\nconst { one } = modules["one.js"];\n'
        "function two() {\n  return one;\n}\nreturn { two };\n})();\n"
        'modules["main.js"] = (() => {\nconst { one } = modules["one.js"];\nconst two = modules["two.js"];\n'
        "const sum = one + two.two();\nreturn { sum };\n})();\n"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('import * as main from "./main.js";\n', "imports itself by way of"),
        ('import { a as b } from "./main.js";\n', "in a form that the page does not understand"),
        ("export default 1;\n", "in a form that the page does not understand"),
        ('export const end = "</SCRIPT>";\n', "cannot hold the end of a script"),
        ('export const comment = "<!--";\n', "cannot hold the end of a script"),
    ],
)
def test_what_the_page_cannot_hold_is_refused(write, text, words):
    folder = write(main='import * as other from "./other.js";\n', other=text)
    with pytest.raises(ValueError, match=words):
        bundle(folder, "main.js")
