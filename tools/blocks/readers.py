"""The programs that read the blocks that are not commands."""

from __future__ import annotations

from tools.blocks.reading import Block

_PYTHON = "python -c 'import sys, tomllib; from pathlib import Path; {}' FILE"
# By language, the command that reads FILE and fails if it is invalid, and the ending of FILE.
READERS = {
    "toml": (_PYTHON.format("tomllib.loads(Path(sys.argv[1]).read_text())"), ".toml"),
    "suite": (
        _PYTHON.format(
            "from tilings.runners.plan import suite_reader; suite_reader.load(str(Path(sys.argv[1]).resolve()))"
        ),
        ".toml",
    ),
    "yaml": ("python -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' FILE", ".yaml"),
    "json": ("python -m json.tool FILE", ".json"),
    "instance": (
        _PYTHON.format("from tilings.runners.plan import manifest; manifest.read_instance(Path(sys.argv[1]))"),
        ".json",
    ),
    "minizinc": (
        "PATH=$VIRTUAL_ENV/../.solvers/bin:$PATH minizinc --solver gecode --model-interface-only FILE",
        ".mzn",
    ),
    "dzn": (_PYTHON.format("from tilings.models.own import dzn; dzn.read(Path(sys.argv[1]).read_text())"), ".dzn"),
    "clingo": ("python -m clingo --mode=gringo --text FILE", ".lp"),
    "python": ("python -m py_compile FILE", ".py"),
    "cover": ("tilings solve FILE --solver dlx", ".dlx"),
    "triominoes": ("tilings solve FILE#1 --solver clingo --timeout 60", ".txt"),
    "cnf": (r"! grep -nvE '^(p cnf [0-9]+ [0-9]+|c .*|(-?[0-9]+ )+0)$' FILE", ".cnf"),
}
_ALIASES = {"lp": "clingo", "prolog": "clingo"}


def language(block: Block) -> str | None:
    """The key of READERS for a block; None without a reader."""
    if named := block.noted("as"):
        return named[0] if named[0] in READERS else None
    name = _ALIASES.get(block.language, block.language)
    if name == "toml" and "[[runs]]" in block.text:
        name = "suite"
    if name == "json" and '"family"' in block.text:
        name = "instance"
    return name if name in READERS else None
