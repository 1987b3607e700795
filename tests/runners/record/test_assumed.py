"""The reasons of runs that are not made can be read back from their rows."""

import pytest

from tilings.runners.record.assumed import above, below, like_most, read


def test_reasons_can_be_read_back() -> None:
    assert read(above(10.5).reason) == ("given_up", [10.5], False)
    assert read(below(8.0).reason) == ("skipped", [8], False)
    assert read("assumed solved: size 8 is solved soon") == ("skipped", [8], True)
    assert read(like_most(True).reason) == ("skipped", [], False)
    assert read("assumed unsolved: nothing solved at sizes 7, 8 and 9") == ("given_up", [7, 8, 9], False)
    with pytest.raises(ValueError, match="not the reason of a run that was not made"):
        read("tired")
