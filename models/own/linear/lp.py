"""Reads CPLEX's LP format: constants and variables on both sides of a row, ranges, bounds, integers.

A row ends at its right-hand side, or where the next name and colon begin; a right-hand side ends with its line.
Anything else is refused. Source: the format as in CPLEX's manual, "LP file format: algebraic representation".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from tilings.models.own.linear import lp_words
from tilings.models.own.linear.lp_words import Token
from tilings.models.own.linear.model import (
    Column,
    Fault,
    LinearModel,
    Number,
    Row,
    Terms,
    finite,
    highest,
    lowest,
    named,
    number,
)

_ENDLESS = re.compile("inf(inity)?", re.IGNORECASE)
_MIRRORED = str.maketrans("<>", "><")


class _Side(NamedTuple):
    """A sum of terms and a constant, which is infinite for a side without a limit."""

    terms: Terms
    constant: Number | float


_Limits = tuple[Terms, Number | float | None, Number | float | None]


def read(text: str) -> LinearModel:
    """The model; raises Fault for a line that is not understood."""
    return _Reader(text).model


class _Reader:
    """Reads the sections of a file into a model."""

    def __init__(self, text: str) -> None:
        self.model = LinearModel(sense=lp_words.sense(text))
        self._tokens: list[Token] = []
        self._place, self._by_line = 0, False
        self._bounded: dict[str, int] = {}
        self._binary: dict[str, int] = {}
        self._late: list[str] = []
        for section, tokens in lp_words.sections(text):
            self._tokens, self._place, self._by_line = tokens, 0, section == "bounds"
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

    def _next(self, ahead: int = 0) -> Token | None:
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else None

    def _labelled(self) -> bool:
        """Whether a name with a colon comes next."""
        name, colon = self._next(), self._next(1)
        return bool(name and colon and name.kind == "name" and colon.kind == "colon")

    def _take(self) -> Token:
        token = self._tokens[self._place]
        self._place += 1
        return token

    def _objective(self) -> None:
        if self._labelled():
            self._place += 2
        self.model.objective, constant = self._side(whole=True)
        if (token := self._next()) or isinstance(constant, float):
            words = token.text[:40] if token else "inf"
            raise Fault(token.at if token else 0, f"'{words}' is out of place in the objective")
        self.model.constant = constant

    def _row(self) -> None:
        at, label, terms, lower, upper = self._comparison()
        row = Row(label or f"line {at}", at, terms)
        row.lower = None if lower is None else lowest(lower, at)
        row.upper = None if upper is None else highest(upper, at)
        self.model.rows.append(row)

    def _comparison(self) -> tuple[int, str, Terms, Number | float | None, Number | float | None]:
        """The comparison that comes next: its line, its name, its terms, and their limits, None for a limit that is not
        stated."""
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
        if len(sides) == 3:
            return at, label, *_between(at, sides, relations)
        return at, label, *_compared(at, sides[0], sides[1], relations[0])

    def _side(self, whole: bool) -> _Side:
        """The sum that comes next, up to a relation or the next row; if not whole, up to the end of its line."""
        terms, read = Terms(), 0
        constant: Number | float = 0
        while (token := self._next()) and token.kind != "relation" and not self._labelled():
            if read and not whole and token.at != self._tokens[self._place - 1].at:
                if terms and token.kind == "sign" and not self._by_line:
                    raise Fault(token.at, "this line may continue a row or begin one: write each row in one line")
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
        if not read and (not whole or (token and token.kind == "relation")):
            raise Fault(self._tokens[self._place - 1].at, f"nothing stands {'before' if whole else 'after'} a relation")
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
        lower: Number | float | None = -math.inf
        upper: Number | float | None = math.inf
        terms: Terms = {}
        if name and free and name.kind == free.kind == "name" and free.text.lower() == "free":
            at, terms = name.at, {name.text: 1}
            self._place += 2
            self._column(name.text)
        else:
            at, _, terms, lower, upper = self._comparison()
        (bounded, factor), *others = terms.items() or [("", 0)]
        if others or factor != 1:
            raise Fault(at, "a bound has one variable without a coefficient")
        column = self.model.columns[bounded]
        if len(self.model.columns) > known:
            self._late.append(bounded)
        self._bounded[bounded] = at
        if lower is not None:
            column.lower, column.stated = lowest(lower, at), True
        if upper is not None:
            column.upper = highest(upper, at)

    def _kinds(self, section: str, tokens: Iterable[Token]) -> None:
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


def _compared(at: int, one: _Side, other: _Side, relation: str) -> _Limits:
    """The terms of two sides on one, and their limits."""
    if not one.terms:
        one, other, relation = other, one, relation.translate(_MIRRORED)
    terms = dict(one.terms)
    for column, value in other.terms.items():
        terms[column] = terms.get(column, 0) - value
    if isinstance(one.constant, float) and isinstance(other.constant, float):
        raise Fault(at, "both sides are infinite")
    limit = finite(other.constant - one.constant)
    return terms, None if "<" in relation else limit, None if ">" in relation else limit


def _between(at: int, sides: list[_Side], relations: list[str]) -> _Limits:
    """The terms of the side in the middle, and their limits."""
    first, middle, last = sides
    if first.terms or last.terms or not middle.terms:
        raise Fault(at, "a range must be a sum between two numbers")
    if {relation.strip("=") for relation in relations} not in ({"<"}, {">"}):
        raise Fault(at, "a range must have <= twice or >= twice")
    limits = [finite(side.constant - middle.constant) for side in (first, last)]
    lower, upper = limits if "<" in relations[0] else reversed(limits)
    return middle.terms, lower, upper
