"""A block of code ends at its limit, also within a block with a limit of its own."""

import signal
import time

import pytest

from tilings.models.time_limit import TooLong, time_limit


@pytest.mark.parametrize("seconds", [0.05, 0.0, -1.0])
def test_a_block_ends_at_its_limit(seconds: float) -> None:
    with pytest.raises(TooLong), time_limit(seconds):
        time.sleep(1000)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_outer_limit_stays_in_force() -> None:
    with pytest.raises(TooLong), time_limit(0.2):
        with pytest.raises(TooLong), time_limit(0.05):
            time.sleep(1000)
        with time_limit(1000):
            pass
        time.sleep(1000)


def test_a_block_within_its_limit_leaves_no_alarm() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(1000):
        pass
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == (before, (0, 0))
