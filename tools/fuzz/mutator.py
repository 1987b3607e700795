"""Makes damaged inputs from sound ones: changes or splices lines, numbers, words, cells, nodes of JSON and bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

NUMBERS = (
    "0", "-1", "1", "2", "-0", "00", "+1", "1.5", "1e3", "1e308", "1e999", "-1e999", "NaN", "inf", "nan", "Infinity",
    "0x10", "1_000", "²", "٣", "255", "256", "65536", "999999", "1000000000", "2147483647", "2147483648", "4294967296",
    "9223372036854775808", "1" + "0" * 30, "9" * 400, "9" * 5000, "",
)  # fmt: skip
WORDS = (
    "", " ", "a", "A" * 300, "null", "true", "None", "..", "/", "../..", "/dev/null", "a b", "ä", "\ud7ff", "\u2028",
    "\x85", "\x0c", "\x0b", "\x00", "\x1b[31m", "%s%n", "{0}", "{", "}", "[", "]", "(", ")", "<", ">", "&", "&amp;",
    "&#0;", '"', "'", "\\", "\\u0000", "\\ud800", "#", "|", ":", ";", ",", "=", ".", "~D", "~L", "*", "-", "\n", "\r",
    "\t",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 10**9, 10**18, 10**30, 1.5, 1e308, float("nan"), float("inf"), "", "a", "a\nb",
    "\x00", "\ud800", "x" * 5000, [], [[]], {}, {"a": 1}, [0], [None], ["a", "a"], [[0, 0, 0]], {"": ""},
)  # fmt: skip
_LARGEST = 1 << 20
_TOKEN = re.compile(r"-?\d+(?:\.\d+)?|\w+|[^\w\s]")


def mutated(random: Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds with one to six changes."""
    data = random.choice(seeds)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 6))):
        with suppress(RecursionError):  # of JSON that was nested deeply before
            data = random.choice(_CHANGES)(random, data, random.choice(seeds))[:_LARGEST]
    return data


def _lines(random: Random, data: bytes, other: bytes) -> bytes:
    lines, others = data.splitlines(keepends=True) or [b""], other.splitlines(keepends=True) or [b""]
    at = random.randrange(len(lines))
    match random.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines[at:at] = [lines[at]] * min(random.choice((1, 1, 2, 20, 2000)), _fitting(lines[at]))
        case 2:
            to = random.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        case 3:
            lines[at] = random.choice(others)
        case 4:
            lines[at:at] = others[: random.randrange(len(others)) + 1]
        case 5:
            lines = lines[:at] + others[random.randrange(len(others)) :]
        case 6:
            lines[at] = lines[at].rstrip(b"\n")
    return b"".join(lines)


def _fitting(part: bytes | str) -> int:
    """The greatest useful number of copies of a part, as inputs are cut at _LARGEST bytes."""
    return _LARGEST // (len(part) + 1) + 1


def _token(random: Random, data: bytes, other: bytes) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return data
    token = random.choice(tokens)
    others = _TOKEN.findall(other.decode("utf-8", "surrogateescape"))
    if token[0].lstrip("-")[:1].isdigit() and random.random() < 0.7:
        put = random.choice(NUMBERS)
    else:
        put = random.choice((random.choice(WORDS), random.choice(NUMBERS), random.choice(others or ["a"])))
    if random.random() < 0.1:
        put = token[0] * min(random.choice((2, 3, 50, 5000)), _fitting(token[0]))
    return (text[: token.start()] + put + text[token.end() :]).encode("utf-8", "surrogateescape")


def _cell(random: Random, data: bytes, other: bytes) -> bytes:
    """Another value in a cell between commas, mostly one from the same column."""
    lines = data.split(b"\n")
    row = random.randrange(len(lines))
    cells, others = lines[row].split(b","), random.choice(other.split(b"\n")).split(b",")
    at = random.randrange(len(cells))
    if random.random() < 0.4 and at < len(others):
        cells[at] = others[at]
    else:
        cells[at] = random.choice((*NUMBERS, *WORDS)).encode("utf-8", "surrogatepass")
    return b"\n".join([*lines[:row], b",".join(cells), *lines[row + 1 :]])


def _bytes(random: Random, data: bytes, other: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    to = min(len(data), at + random.choice((1, 1, 4, 40, 4000)))
    match random.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[to:]
        case 2:
            return data[:at] + random.choice((b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\xc2\x85")) + data[at:]
        case 3:
            return data[:at] + bytes(random.randrange(256) for _ in range(to - at)) + data[to:]
        case 4:
            return data.replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b" ")))
        case _:
            return data[:at] + other[random.randrange(len(other) + 1) :]


def _json(random: Random, data: bytes, other: bytes) -> bytes:
    try:
        value, donor = json.loads(data), json.loads(other)
    except (ValueError, RecursionError):
        return _token(random, data, other)
    places = list(_places(value, 2000))
    if not places:
        return json.dumps(random.choice(_VALUES)).encode()
    home, key = random.choice(places)
    donated = [part[name] for part, name in _places(donor, 2000)] or [donor]
    match random.randrange(6):
        case 0:
            del home[key]
        case 1 | 2:
            home[key] = random.choice(_VALUES)
        case 3:
            home[key] = random.choice(donated)
        case 4:
            home[key] = [home[key]] * random.choice((1, 2, 30, 3000))
        case 5:
            number = isinstance(home[key], int | float)
            home[key] = (home[key] + random.choice((-1, 1, 10, 1000, 10**6, 10**12))) if number else [donor, home[key]]
    text = json.dumps(value)
    if random.random() < 0.05:
        deep = random.choice((50, 900, 100_000))
        text = text.replace("[", "[" * deep, 1).replace("]", "]" * deep, 1)
    return text.encode()


def _places(value: Any, most: int) -> list[tuple[Any, Any]]:
    """The container and the key of each part of a JSON value, at most so many."""
    places: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(places) < most:
        part = waiting.pop()
        keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        places += [(part, key) for key in keys]
        waiting += [part[key] for key in keys]
    return places


_CHANGES = (_lines, _lines, _token, _token, _token, _cell, _bytes, _json, _json)
