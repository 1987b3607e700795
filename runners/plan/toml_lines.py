"""Where in a TOML text its keys and values stand: Python's TOML parsers do not report it.

The grammar is that of tree-sitter, which editors use.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

Path = tuple[str | int, ...]


class KeyLines:
    """The lines of the keys and of the items of lists in a TOML text, which must be valid.

    A key is named by its path: ``("runs", 2, "seeds", 0)`` is the first seed of the third ``[[runs]]`` table.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._tables: Counter[Path] = Counter()
        root = Parser(Language(tree_sitter_toml.language())).parse(text.encode()).root_node
        for statement in _children(root):
            if statement.type == "pair":
                self._pair((), statement)
            else:
                header, *pairs = _children(statement)
                table = self._table(_key(header), new=statement.type == "table_array_element")
                self._note(table, statement)
                for pair in pairs:
                    self._pair(table, pair)

    def line(self, path: Path) -> int:
        """The line of a key or an item, or of the nearest table around it; 1 where there is none."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _note(self, path: Path, node: Node) -> None:
        for length in range(1, len(path) + 1):
            self._lines.setdefault(path[:length], node.start_point.row + 1)

    def _table(self, names: Path, new: bool) -> Path:
        """The path to a header's table, with the numbers of the arrays of tables that it is within."""
        path: Path = ()
        for depth, name in enumerate(names, 1):
            path += (name,)
            self._tables[path] += new and depth == len(names)
            if self._tables[path]:
                path += (self._tables[path] - 1,)
        return path

    def _pair(self, table: Path, pair: Node) -> None:
        key, value = _children(pair)
        self._value(table + _key(key), value)

    def _value(self, path: Path, value: Node) -> None:
        self._note(path, value)
        for number, part in enumerate(_children(value)):
            if value.type == "array":
                self._value((*path, number), part)
            elif value.type == "inline_table":
                self._pair(path, part)


def _children(node: Node) -> Iterator[Node]:
    return (child for child in node.named_children if child.type != "comment")


def _key(node: Node) -> Path:
    """The names of a bare, quoted or dotted key, as the standard library reads them."""
    assert node.text is not None
    value, names = tomllib.loads(f"{node.text.decode()} = 0"), []
    while isinstance(value, dict):
        ((name, value),) = value.items()
        names.append(name)
    return tuple(names)
