"""Damaged inputs, which hypothesis draws from sound ones: lines, words and bytes are cut, replaced or repeated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

NUMBERS = (
    "0", "-1", "1", "2", "-0", "00", "+1", "1.5", "1e3", "1e308", "1e999", "-1e999", "NaN", "inf", "nan", "Infinity",
    "0x10", "1_000", "²", "٣", "255", "256", "65536", "999999", "1000000000", "2147483647", "2147483648", "4294967296",
    "9223372036854775808", "1" + "0" * 30, "9" * 400, "9" * 5000,
)  # fmt: skip
WORDS = (
    " ", "a", "A" * 300, "null", "true", "None", "..", "/", "../..", "/dev/null", "a b", "ä", "\ud7ff", "\u2028",
    "\x85", "\x0c", "\x0b", "\x00", "\x1b[31m", "%s%n", "{0}", "<", ">", "&amp;", "&#0;", '"', "'", "\\", "\\u0000",
    "\\ud800", "#", "|", ":", ";", ",", "=", ".", "~D", "~L", "*", "-", "\n", "\r", "\r\n", "\t", "\ufeff", "[",
    "]", "{", "}", "(", ")", '""', '"a"', "[]", "[[]]", "{}", '{"a": 1}', "[null]", '["a", "a"]', "[[0, 0, 0]]",
)  # fmt: skip
_HOSTILE = [*(text.encode() for text in (*NUMBERS, *WORDS)), b"\xff", b"\xc2"]
_PARTS = (rb"[^\n]*\n|[^\n]+", rb"-?\d+(?:\.\d+)?|\w+|\s+|[^\w\s]", rb"(?s:.)")  # lines, words, bytes
_LARGEST = 1 << 20


@st.composite
def damaged(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """One of the sound inputs after one to four changes: a slice of its parts is replaced, or repeated."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 4))):
        pattern = draw(st.sampled_from(_PARTS))
        parts = re.findall(pattern, data)
        at = draw(st.integers(0, len(parts)))
        to = draw(st.integers(at, min(at + 8, len(parts))))
        match draw(st.sampled_from(("leave out", "hostile", "other", "repeat", "end"))):
            case "hostile":
                put = [draw(st.sampled_from(_HOSTILE))]
            case "other":
                others = re.findall(pattern, draw(st.sampled_from(seeds)))
                start = draw(st.integers(0, len(others)))
                put = others[start : start + draw(st.sampled_from((1, 4, len(others))))]
            case "repeat":
                size = sum(map(len, parts[at:to]))
                put = parts[at:to] * min(draw(st.sampled_from((2, 20, 2000))), _LARGEST // (size + 1))
            case "end":
                put, to = [], len(parts)
            case _:
                put = []
        data = b"".join([*parts[:at], *put, *parts[to:]])[:_LARGEST]
    return data
