"""The comments, sections and tokens of CPLEX's LP format, and how a file begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tilings.models.own.linear.model import Fault

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


class Token(NamedTuple):
    kind: str
    text: str
    at: int


def begins(text: str) -> bool:
    """Whether a text begins as this format: comments, and the word that names the direction of the objective."""
    return bool(_BEGINNING.match(text))


def sense(text: str) -> str:
    """``max`` or ``min``, as the file begins."""
    stated = _BEGINNING.match(text)
    return stated["sense"].lower() if stated else "min"


def sections(text: str) -> Iterator[tuple[str, list[Token]]]:
    """The sections in their order, with their tokens."""
    beginning = _BEGINNING.match(text)
    if not beginning:
        raise Fault(0, "a model in CPLEX's LP format begins with Minimize or Maximize")
    first = text.count("\n", 0, beginning.end()) + 1
    if text[beginning.end() :].lstrip(" \t").startswith(":"):
        raise Fault(first, f"'{beginning['sense']}:' is of lp_solve's format; CPLEX's has no colon there")
    section, tokens = "objective", list[Token]()
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


def _tokens(line: str, at: int) -> Iterator[Token]:
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
        yield Token(match.lastgroup, match[0], at)
        place = match.end()
