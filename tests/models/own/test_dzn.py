"""What MiniZinc's data files state is read back as values."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tilings.models import encoding
from tilings.models.own import dzn

NUMBERS = st.integers(-(10**9), 10**9)
VALUES = (
    NUMBERS
    | st.booleans()
    | st.text("abc xyz[]{}=.,|", max_size=9).map(lambda text: text.replace(";", ""))
    | st.sets(NUMBERS, min_size=1)
    | st.lists(NUMBERS)
    | st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1))
)
WORDS = st.text("abcxyz_", min_size=1, max_size=6).filter(lambda name: name not in ("true", "false"))


@given(st.dictionaries(WORDS, st.integers() | st.booleans() | VALUES.filter(lambda value: not isinstance(value, str))))
def test_what_is_written_is_read(values: dict[str, Any]) -> None:
    assert dzn.read(encoding.dzn(values)) == values


def test_the_forms_of_minizinc_that_python_writes_otherwise() -> None:
    text = """% a comment; with = in it
    /* and; t = 4; */ unit = "% of x; y = 2"; 
    n = 3; S = 1..n; T = -1..1; a = array1d(1..3, [1, 2, 3]);
    m = [| 1, 2
         | 3, 4 |];  b = [true, false]; x = 2.5; s = "true"; e = {A, B}; U = {};
    V = [1..2, 3..1, {5}]; W = 1..9999999999;"""
    assert dzn.read(text) == {
        "n": 3, "T": {-1, 0, 1}, "a": [1, 2, 3], "m": [[1, 2], [3, 4]], "b": [True, False], "x": 2.5, "s": "true",
        "unit": "% of x; y = 2", "U": set(), "V": [{1, 2}, set(), {5}],
    }  # fmt: skip
