"""The site of the documents, which `make docs` builds with Sphinx.

The folder of the sources is the repository, so that links between all of its Markdown files lead on the site where they
lead on a code host. The site needs no network. What would be a directive in a document, which a code host would show as
it is written, is appended here: the contents, and the reference of the package `tilings`.
"""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "site")]

import tilings  # noqa: E402 -- of this repository

project = "Tilings"
extensions = ["myst_parser", "sphinx.ext.autodoc", "source_pages"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "models/*/README.md",
    "examples/*/README.md",
    "results/published/README.md",
]
exclude_patterns = [
    ".*",
    "build/docs",
    "reports",
    "runners",
    "studies",
    "tests",
    "tools",
]  # not looked through
myst_heading_anchors = 4
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # of the types of Python those of the package alone have an entry
default_role = "code"  # of docstrings
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
add_module_names = False
suppress_warnings = ["misc.highlighting_failure"]  # a language without colours is shown as it is

html_theme = "furo"
html_title = "Tilings"
html_static_path = ["site/site.css"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "redirect.html"}  # the folder's own index.html leads to the first page
templates_path = ["site"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False

CONTENTS = {
    "First steps": [
        "At a glance <../README>",
        "systems",
        "solve",
        "tutorial",
        "reading-the-report",
        "commands",
        "python",
    ],  # fmt: skip
    "Compare solvers": ["suites", "campaigns", "shards", "own-models", "harness", "hostile-inputs", "record", "data"],
    "The puzzles": [
        "Squares <../models/squares/README>",
        "Triominoes <../models/triominoes/README>",
        "Polycubes <../models/polycubes/README>",
        "Covers <../models/covers/README>",
    ],
    "Add your own": [
        "extending",
        "plugins",
        "A solver <../examples/solver-plugin/README>",
        "A problem <../examples/problem-plugin/README>",
        "A benchmark <../examples/own-benchmark/README>",
        "A class <../examples/class/README>",
    ],
    "How it works": [
        "architecture",
        "engines",
        "identity",
        "proofs",
        "Contributing <../CONTRIBUTING>",
        "Changes <../CHANGELOG>",
        "From others <../THIRD-PARTY>",
    ],
    "What was found": ["experiments", "../results/published/README"],
}
GALLERY = HERE.parent / "build" / "gallery" / "gallery.md"
if GALLERY.exists():  # `make gallery` writes it
    include_patterns.append("build/gallery/gallery.md")
    CONTENTS["What was found"].append("../build/gallery/gallery")


def add_directives(app: Sphinx, page: str, source: list[str]) -> None:
    """Append the contents to the first page, for the navigation of all pages, and the reference to that of Python."""
    if page == root_doc:
        for caption, pages in CONTENTS.items():
            source[0] += "\n".join(["\n```{toctree}", ":hidden:", f":caption: {caption}", *pages, "```\n"])
    elif page == "docs/python":
        source[0] += "\n## Reference\n" + "\n".join(map(_directive, tilings.__all__))


def _directive(name: str) -> str:
    kind = "autoclass" if isinstance(getattr(tilings, name), type) else "autofunction"
    members = "   :members:\n" if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: tilings.{name}\n{members}```\n"


def list_fields(app: Sphinx, kind: str, name: str, of: object, options: object, lines: list[str]) -> None:
    """Make lines `name: meaning` of a docstring a list."""
    within = False
    for number, line in enumerate(lines):
        if re.match(r"\w+(, \w+)*: ", line) and (within or not lines[number - 1]):
            lines[number], within = f"- {line}", True
        elif within and line.startswith("    "):
            lines[number] = f"  {line.strip()}"
        else:
            within = False


def setup(app: Sphinx) -> None:
    """Sphinx calls this when it starts."""
    app.connect("source-read", add_directives)
    app.connect("autodoc-process-docstring", list_fields)
