"""What a piece of source depends on, found by reading it: nothing is imported.

Python is taken statement by statement. A *symbol* is a name that a module binds at its top level. The closure of a
symbol is the statements that bind it and the closures of all names of this project that they use, through imports as
well; of each module reached, the statements that bind nothing belong to it, too, as they run on import. A digest
depends on these statements as syntax trees, without what changes no result: comments, docstrings, annotations, and the
wording of errors.

Names that are looked up at run time (by ``importlib``, or as attributes of objects) are not seen: whoever needs what
they stand for asks for these symbols as well.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

LAYERS = ("models", "generators", "runners", "reports")
EVERYTHING = "*"
_INCLUDE = re.compile(r'\binclude\s+"([^"]+)"')
# No string goes beyond its line: so the first % of a line starts a comment, unless a string stands before it.
_COMMENT = re.compile(r'^([^"%\n]*)%.*$', re.MULTILINE)
_DEFAULTS = (r'\b({} default) "[^"\n]*"', r"(#const {}) *=[^\n]*")
_SEVERAL_LINES = ("/*", "%*", "#script")  # a comment or script that may hold any text


class Symbol(NamedTuple):
    """A name that a module binds. EVERYTHING: all its names; ``NAME.key``: an argument of the call that binds NAME;
    ``NAME()``: a function of which all arguments are given, so that their defaults say nothing; the empty name: the
    statements that bind nothing."""

    module: str
    name: str


class Sources:
    """The Python sources of a folder that holds the project's packages. Each module is read once, when it is needed.

    others: the files of further modules by their names, such as those of plug-ins; None for what is not ours.
    """

    def __init__(self, root: Path, others: Callable[[str], Path | None] = lambda _: None) -> None:
        self._root = root
        self._others = others
        self._modules: dict[str, _Module | None] = {}
        self._read_once: dict[Symbol, tuple[str, list[Symbol]]] = {}

    def digest(self, symbols: Iterable[Symbol], apart: Collection[str] = ()) -> str:
        """The digest of all that these symbols depend on, see ``closure``."""
        return hashed(f"{module}:{name}:{own}" for (module, name), own in sorted(self.closure(symbols, apart).items()))

    def closure(self, symbols: Iterable[Symbol], apart: Collection[str] = ()) -> dict[Symbol, str]:
        """All symbols that these depend on, each with the digest of its own statements.

        apart: modules and packages of which the names count, but not what they stand for (the digest is empty); so it
        is with what is not a Python module of this project.
        """
        found: dict[Symbol, str] = {}
        waiting = list(symbols)
        while waiting:
            symbol = waiting.pop()
            if symbol not in found:
                found[symbol] = ""
                if not _within(f"{symbol.module}.{symbol.name}", apart):
                    found[symbol], used = self._once(symbol)
                    waiting += used
        return found

    def _once(self, symbol: Symbol) -> tuple[str, list[Symbol]]:
        if symbol not in self._read_once:
            self._read_once[symbol] = self._read(symbol)
        return self._read_once[symbol]

    def _read(self, symbol: Symbol) -> tuple[str, list[Symbol]]:
        """The digest of a symbol's own statements, and the symbols that they use."""
        module, inner = self._module(symbol.module), f"{symbol.module}.{symbol.name}"
        if module is None:
            return "", []
        if symbol.name == EVERYTHING:
            return "", [Symbol(symbol.module, name) for name in module.bound]
        if symbol.name.isidentifier() and self._module(inner):
            return "", [Symbol(inner, EVERYTHING)]
        if symbol.name in module.imported:
            return "", [module.imported[symbol.name]]
        tree, used = _Tree(module.nodes(symbol.name)), [Symbol(symbol.module, "")]
        imported = module.imported | tree.imported
        for name, attribute in tree.names:
            if name in imported:
                used.append(self._attribute(imported[name], attribute))
            elif name in module.bound:
                used.append(Symbol(symbol.module, name))
        return hashed(tree.words), used

    def _attribute(self, symbol: Symbol, attribute: str) -> Symbol:
        """What ``symbol.attribute`` depends on: of a module that attribute, else the whole symbol."""
        name = symbol.module if symbol.name == EVERYTHING else f"{symbol.module}.{symbol.name}"
        return Symbol(name, attribute) if attribute and self._module(name) else symbol

    def _module(self, name: str) -> _Module | None:
        """The module of this project that has a name; None where there is none."""
        if name not in self._modules:
            path = self._root.joinpath(*name.split("."))
            files = (path.with_suffix(".py"), path / "__init__.py") if _within(name, LAYERS) else ()
            file = next((file for file in files if file.exists()), None) or self._others(name)
            self._modules[name] = _Module(file) if file else None
        return self._modules[name]


class _Module:
    """bound: the statements that bind each name; imported: the symbols that its imported names stand for."""

    def __init__(self, path: Path) -> None:
        self.bound: dict[str, list[ast.stmt]] = defaultdict(list)
        self.imported: dict[str, Symbol] = {}
        for statement in ast.parse(path.read_text(encoding="utf-8"), str(path)).body:
            names = _bound(statement)
            if not names:
                self.imported |= _Tree([statement]).imported
            for name in names or [""]:
                self.bound[name].append(statement)

    def nodes(self, name: str) -> Sequence[ast.AST]:
        """The statements that bind a name, or the expression of an argument."""
        if name.endswith("()"):
            return [_without_defaults(node) for node in self.bound.get(name[:-2], [])]
        variable, _, key = name.partition(".")
        found = self.bound.get(variable, [])
        if not key:
            return found
        calls = [node.value for node in found if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
        return [keyword.value for call in calls for keyword in call.keywords if keyword.arg == key]


class _Tree:
    """The syntax trees of statements: as words, without positions and without what changes no result; the names that
    are used in them, each with the attribute that is taken of it; and the names that they import."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self.words: list[str] = []
        self.names: set[tuple[str, str]] = set()
        self.imported: dict[str, Symbol] = {}
        for node in nodes:
            self._take(node)

    def _take(self, node: ast.AST) -> None:
        if isinstance(node, ast.ImportFrom):
            self.imported |= {name.asname or name.name: Symbol(node.module or "", name.name) for name in node.names}
        elif isinstance(node, ast.Import):
            for name in node.names:
                self.imported[name.asname or name.name.partition(".")[0]] = Symbol(name.name, EVERYTHING)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            self.names.add((node.value.id, node.attr))
            self.words += ["Attribute", node.value.id, node.attr]
        elif not _idle(node):
            if isinstance(node, ast.Name):
                self.names.add((node.id, ""))
            self._fields(node)

    def _fields(self, node: ast.AST) -> None:
        kind = type(node).__name__
        self.words.append(kind)
        for field in node._fields:
            value = getattr(node, field, None)
            if f"{kind}.{field}" in _TYPES:
                continue
            if isinstance(node, ast.Raise) and isinstance(value, ast.Call):
                value = value.func
            if isinstance(value, ast.AST):
                self._take(value)
            elif isinstance(value, list):
                self.words.append("[")
                for part in value:
                    self._take(part) if isinstance(part, ast.AST) else self.words.append(repr(part))
                self.words.append("]")
            else:
                self.words.append(repr(value))


def _without_defaults(node: ast.stmt) -> ast.stmt:
    """A function's definition, without the defaults of its arguments."""
    found = copy(node)
    if isinstance(found, ast.FunctionDef):
        found.args = copy(found.args)
        found.args.defaults = []
        found.args.kw_defaults = [None] * len(found.args.kwonlyargs)
    return found


_TYPES = ("arg.annotation", "FunctionDef.returns", "AnnAssign.annotation")


def _idle(node: ast.AST) -> bool:
    """Whether a statement does nothing: a docstring, or what only type checkers read."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def text(path: Path, given: Iterable[str] = ()) -> str:
    """The digest of a MiniZinc or ASP file and all that it includes, directly or not, without comments.

    given: parameters that always get a value, so that the defaults in the text say nothing. What is not included by its
    path, such as ``globals.mzn``, comes with the solver and belongs to its version.
    """
    defaults = [re.compile(pattern.format(name)) for name in given for pattern in _DEFAULTS]
    found: dict[Path, str] = {}
    waiting = [path.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = _without_comments(path.read_text(encoding="utf-8"))
            for default in defaults:
                found[path] = default.sub(r"\1", found[path])
            included = [(path.parent / name).resolve() for name in _INCLUDE.findall(found[path])]
            waiting += [other for other in included if other.exists()]
    return hashed(f"{path.parent.name}/{path.name}\n{found[path]}" for path in sorted(found))


def hashed(parts: Iterable[Any]) -> str:
    """The SHA-256 of texts in their order."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def _without_comments(text: str) -> str:
    """A MiniZinc or ASP text without comments and empty lines; as it is where it has any of several lines."""
    if any(mark in text for mark in _SEVERAL_LINES):
        return text
    lines = (line.rstrip() for line in _COMMENT.sub(r"\1", text).splitlines())
    return "\n".join(line for line in lines if line)


def _within(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _bound(statement: ast.stmt) -> list[str]:
    """The names that a statement binds, other than by importing."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    nodes = (node for target in targets for node in ast.walk(target))
    return [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
