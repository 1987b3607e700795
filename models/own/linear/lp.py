r"""Reads CPLEX's LP format: constants and variables on both sides of a row, ranges, bounds, general and binary variables.

A row ends at its right-hand side, or where the next name and colon begin; a right-hand side ends with its line.
Anything else is refused. Source: the format as in CPLEX's manual ("LP file format: algebraic representation").
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tilings.models.own.linear.model import (
    Column, Fault, LinearModel, Number, Row, Terms, finite, highest, lowest, named, number,
)  # fmt: skip

_COMMENT = re.compile(r"\\.*")
_OBJECTIVE = r"(?P<sense>min|max)(?:imi[sz]e|imum)?"
_BEGINNING = re.compile(rf"(?:\s|\\.*)*{_OBJECTIVE}(?=\s|:|$)(?!\s*(?::-|[{{(\[,;]|\.(?!\d)))", re.IGNORECASE)
_LAST_OF_WORD = r"(?![^\s:])(?!\s*[-+<>=:])"
_SECTIONS = [
    (name, re.compile(rf"\s*({words}){_LAST_OF_WORD}", re.IGNORECASE))
    for name, words in (
        ("", r"lazy\s+constraints?|user\s+cuts?|general\s+constraints?|gencons?|semi-continuous|semis?|sos[12]?|pwlobj"
             r"|scenario|multi-objectives"),
        ("rows", r"subject\s+to|such\s+that|s\.t\.|st\.?"),
        ("bounds", "bounds?"),
        ("generals", "generals?|gen|integers?|int"),
        ("binaries", "binary|binaries|bin"),
        ("end", "end"),
    )
]  # fmt: skip
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![eE][^A-Za-z_])|(?P<relation>[<>]=?|=[<>]?)|"
    r"(?P<sign>[+-])|(?P<colon>:)|(?P<name>[A-Za-z_!\"#$%&(/?@`'{}|~][^\s+\-*^:<>=]*)"
)
_ENDLESS = re.compile("inf(inity)?", re.IGNORECASE)


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Side(NamedTuple):
    """A sum of terms and a constant, which is infinite for a side without a limit."""

    terms: Terms
    constant: Number | float


def begins(text: str) -> bool:
    """Whether a text begins as this format: comments, and the word that names the direction of the objective."""
    return bool(_BEGINNING.match(text))


def sense(text: str) -> str:
    """``max`` or ``min``, as the file begins."""
    stated = _BEGINNING.match(text)
    return stated["sense"].lower() if stated else "min"


def read(text: str) -> LinearModel:
    """The model; raises Fault for a line that is not understood."""
    return _Reader(text).model


def _sections(text: str) -> Iterator[tuple[str, list[_Token]]]:
    """The sections in their order, with their tokens."""
    beginning = _BEGINNING.match(text)
    if not beginning:
        raise Fault(0, "a model in CPLEX's LP format begins with Minimize or Maximize")
    first = text.count("\n", 0, beginning.end()) + 1
    if text[beginning.end() :].lstrip(" \t").startswith(":"):
        raise Fault(first, f"'{beginning['sense']}:' is of lp_solve's format; CPLEX's has no colon there")
    section, tokens = "objective", list[_Token]()
    for at, whole in enumerate(text[beginning.end() :].splitlines(), first):
        line = _COMMENT.sub("", whole)
        name, match = next(((name, match) for name, words in _SECTIONS if (match := words.match(line))), ("", None))
        if match and not name:
            raise Fault(at, f"the section {match[1]} is not supported")
        if match:
            yield section, tokens
            section, tokens, line = name, [], line[match.end() :]
        tokens.extend(_tokens(line, at))
        if section == "end" and tokens:
            raise Fault(at, "text after End")
    yield section, tokens


def _tokens(line: str, at: int) -> Iterator[_Token]:
    if "->" in line.replace(" ", ""):
        raise Fault(at, "indicator constraints (->) are not supported")
    place = 0
    while rest := line[place:].lstrip():
        place = len(line) - len(rest)
        match = _TOKEN.match(line, place)
        if not match or not match.lastgroup:
            if rest[0] in "[]*^":
                raise Fault(at, f"quadratic terms and products ('{rest[0]}') are not supported")
            raise Fault(at, f"'{rest[:40]}' is not understood")
        yield _Token(match.lastgroup, match[0], at)
        place = match.end()


class _Reader:
    """Reads the sections of a file into a model."""

    def __init__(self, text: str) -> None:
        self.model = LinearModel(sense=sense(text))
        self._tokens: list[_Token] = []
        self._place = 0
        self._bounded: dict[str, int] = {}
        self._binary: dict[str, int] = {}
        self._late: list[str] = []
        for section, tokens in _sections(text):
            self._tokens, self._place = tokens, 0
            if section == "objective":
                self._objective()
            elif section == "rows":
                while self._next():
                    self._row()
            elif section == "bounds":
                while self._next():
                    self._bound()
            else:
                self._kinds(section, tokens)
        self._finish()

    def _next(self, ahead: int = 0) -> _Token | None:
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else None

    def _labelled(self) -> bool:
        """Whether a name with a colon comes next."""
        name, colon = self._next(), self._next(1)
        return bool(name and colon and name.kind == "name" and colon.kind == "colon")

    def _take(self) -> _Token:
        token = self._tokens[self._place]
        self._place += 1
        return token

    def _objective(self) -> None:
        if self._labelled():
            self._place += 2
        self.model.objective, constant = self._side(whole=True)
        if (token := self._next()) or isinstance(constant, float):
            raise Fault(token.at if token else 0, f"'{token.text if token else 'inf'}' is out of place in the objective")
        self.model.constant = constant

    def _row(self) -> None:
        at, label, terms, lower, upper = self._comparison()
        row = Row(label or f"of line {at}", at, terms)
        row.lower = None if lower is None else lowest(lower, at)
        row.upper = None if upper is None else highest(upper, at)
        self.model.rows.append(row)

    def _comparison(self) -> tuple[int, str, Terms, Number | float | None, Number | float | None]:
        """The line of the comparison that comes next, its name, its terms, and their limits, None where unstated."""
        at, label = self._tokens[self._place].at, ""
        if self._labelled():
            label = self._take().text
            self._place += 1
        sides, relations = [self._side(whole=True)], list[str]()
        while (token := self._next()) and token.kind == "relation" and len(sides) < 3:
            relations.append(self._take().text)
            sides.append(self._side(whole=False))
        if not relations:
            raise Fault(at, "a row or bound has no <=, >= or =")
        return at, label, *(_compared(at, *sides, relations[0]) if len(sides) == 2 else _between(at, sides, relations))

    def _side(self, whole: bool) -> _Side:
        """The sum that comes next, up to a relation or the next row; if not whole, up to the end of its line."""
        terms, constant, read = Terms(), 0, 0
        while (token := self._next()) and token.kind != "relation" and not self._labelled():
            if read and not whole and token.at != self._tokens[self._place - 1].at:
                if terms and token.kind == "sign":
                    raise Fault(token.at, "this line may continue the row before it or begin one: write a row in one line")
                break
            factor = 1
            if read and token.kind != "sign":
                raise Fault(token.at, f"'{token.text[:40]}' after '{self._tokens[self._place - 1].text[:40]}'")
            while (sign := self._next()) and sign.kind == "sign":
                factor *= -1 if self._take().text == "-" else 1
            constant += self._term(terms, factor, whole)
            read += 1
        if isinstance(constant, float) and (read > 1 or terms):
            raise Fault(self._tokens[self._place - 1].at, "an infinity can only stand alone")
        if not read and not whole:
            raise Fault(self._tokens[self._place - 1].at, "nothing stands after the last relation")
        return _Side(terms, constant)

    def _term(self, terms: Terms, value: Number, whole: bool) -> Number | float:
        """Take a number, a name or both; adds to the terms, or returns the constant."""
        token = self._take() if self._next() else None
        if token and token.kind == "number":
            value *= number(token.text, token.at)
            following = self._next()
            if not following or following.kind != "name" or self._labelled() or not (whole or following.at == token.at):
                return value
            token = self._take()
        if not token or token.kind != "name":
            token = token or self._tokens[-1]
            raise Fault(token.at, f"'{token.text[:40]}' is out of place")
        if _ENDLESS.fullmatch(token.text):
            return value * math.inf
        self._column(token.text)
        terms[token.text] = terms.get(token.text, 0) + value
        return 0

    def _column(self, name: str) -> Column:
        return self.model.columns.setdefault(name, Column())

    def _bound(self) -> None:
        """A bound: a name between one or two numbers, or with the word free; the last one of a column holds."""
        name, free = self._next(), self._next(1)
        known = len(self.model.columns)
        if name and free and name.kind == free.kind == "name" and free.text.lower() == "free":
            at, terms, lower, upper = name.at, {name.text: 1}, -math.inf, math.inf
            self._place += 2
            self._column(name.text)
        else:
            at, _, terms, lower, upper = self._comparison()
        (bounded, factor), *others = terms.items() or [("", 0)]
        if others or abs(factor) != 1:
            raise Fault(at, "a bound has one variable without a coefficient")
        if factor == -1:
            lower, upper = (None if limit is None else -limit for limit in (upper, lower))
        column = self.model.columns[bounded]
        if len(self.model.columns) > known:
            self._late.append(bounded)
        self._bounded[bounded] = at
        if lower is not None:
            column.lower, column.stated = lowest(lower, at), True
        if upper is not None:
            column.upper = highest(upper, at)

    def _kinds(self, section: str, tokens: Iterable[_Token]) -> None:
        """The names of integer or of binary columns."""
        for token in tokens:
            if token.kind != "name":
                raise Fault(token.at, f"'{token.text[:40]}' is not a name of a variable")
            if token.text not in self.model.columns:
                self._late.append(token.text)
            self._column(token.text).integer = True
            if section == "binaries":
                self._binary[token.text] = token.at

    def _finish(self) -> None:
        for name, at in self._binary.items():
            column = self.model.columns[name]
            if name not in self._bounded:
                column.upper = 1
            elif column.lower is None or column.lower < 0 or column.upper is None or column.upper > 1:
                raise Fault(at, f"{name} is binary, and line {self._bounded[name]} states other bounds than 0 and 1")
        if self._late:
            self.model.notes.append(f"in no row and not in the objective: {named(self._late)}")
        self.model.complete()


def _compared(at: int, one: _Side, other: _Side, relation: str) -> tuple[Terms, Number | float | None, Number | float | None]:
    """The terms of two sides on one, and their limits."""
    terms = dict(one.terms)
    for column, value in other.terms.items():
        terms[column] = terms.get(column, 0) - value
    if isinstance(one.constant, float) and isinstance(other.constant, float):
        raise Fault(at, "both sides are infinite")
    limit = finite(other.constant - one.constant)
    return terms, None if "<" in relation else limit, None if ">" in relation else limit


def _between(at: int, sides: list[_Side], relations: list[str]) -> tuple[Terms, Number | float, Number | float]:
    """The terms of the side in the middle, and their limits."""
    first, middle, last = sides
    if first.terms or last.terms or not middle.terms:
        raise Fault(at, "a range must be a sum between two numbers")
    if {relation.strip("=") for relation in relations} not in ({"<"}, {">"}):
        raise Fault(at, "a range must have <= twice or >= twice")
    lower, upper = (side.constant - middle.constant for side in (first, last))
    return (middle.terms, finite(lower), finite(upper)) if "<" in relations[0] else (middle.terms, finite(upper), finite(lower))
