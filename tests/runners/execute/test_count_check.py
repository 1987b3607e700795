"""The column count_check says of each count how it is known."""

import pytest

from tests.runners.fakes import EXHAUSTED, TILING, WRONG, Runs, counted, says

COMPUTED = '{"event": "SearchComplete", "count": 1, "computed": true}'


@pytest.mark.parametrize(
    ("lines", "goal", "count_check"),
    [
        pytest.param([TILING, EXHAUSTED], "count", "enumerated", id="all were sent out"),
        pytest.param([TILING, counted("1")], "count", "enumerated", id="as many were sent out as it says"),
        pytest.param([TILING, counted("2")], "count", "told", id="not all were sent out"),
        pytest.param([TILING, TILING, counted("2")], "count", "told", id="one was sent out twice"),
        pytest.param([COMPUTED], "count", "computed", id="none was sent out"),
        pytest.param([TILING, COMPUTED], "count", "computed", id="a sample was sent out"),
        pytest.param([TILING], "count", "enumerated", id="the search did not end: those that came"),
        pytest.param([WRONG, EXHAUSTED], "count", "", id="a wrong solution was sent out"),
        pytest.param([EXHAUSTED], "first", "", id="another goal"),
    ],
)
def test_a_count_is_enumerated_computed_or_told(outcome: Runs, lines: list[str], goal: str, count_check: str) -> None:
    assert outcome(says(*lines), goal).count_check == count_check


def test_an_event_that_does_not_say_truly_or_falsely_that_it_is_computed_is_no_event(outcome: Runs) -> None:
    record = outcome(says(COMPUTED.replace("true", "1")), "count")
    assert (record.answer, record.count_check) == ("none", "")
