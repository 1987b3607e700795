"""Numbers in sentences have all their digits, and solutions that count as one are said to."""

import pytest

from tilings.models.terminal import phrases


@pytest.mark.parametrize(
    ("number", "said"), [(2, "2"), (2.0, "2"), (0.1 + 0.2, "0.3"), (1_234_567, "1234567"), (1_234_567.0, "1234567")]
)
def test_no_digit_of_a_cost_is_rounded(number: float, said: str) -> None:
    assert phrases.digits(number) == said
    assert phrases.plain("min").optimal(number) == f"no solution has an objective below {said}"


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (10**40 - 1, "9" * 40),
        (10**40, "100000000000… (41 digits)"),
        (-(10**41) + 1, "-999999999999… (41 digits)"),
        (10**6021 - 1, "999999999999… (6,021 digits)"),
        (10**6021, "100000000000… (6,022 digits)"),
    ],
    ids=["40", "41", "-41", "6021", "6022"],
)
def test_a_very_long_number_is_its_first_digits_and_their_number(number: int, said: str) -> None:
    assert phrases.digits(number) == said
    assert phrases.counted(number, "solution", commas=True).endswith("solutions")


def test_only_one_thing_stands_in_the_singular() -> None:
    assert [phrases.counted(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert phrases.counted(2, "copy", "copies") == "2 copies"


def test_symmetric_solutions_that_count_as_one_are_said_to() -> None:
    assert phrases.up_to("reflections", ", ") == ", up to rotations and reflections"
    assert phrases.up_to("raw", ", ") == ""


def test_lengths_of_time_have_two_units_at_most() -> None:
    lengths = {0.4: "0 s", 59.7: "1 min", 3660: "1 h 1 min", 7200: "2 h", 90000: "1 d 1 h"}
    assert {seconds: phrases.span(seconds) for seconds in lengths} == lengths
