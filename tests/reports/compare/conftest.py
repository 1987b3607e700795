"""Two campaigns made by hand, whose runs take the seconds that a test gives."""

import pytest

from tests.reports.conftest import write

OUT = {"answer": "none", "check": "unchecked", "ended": "wall", "wall_s": 60.0, "encode_s": None, "solve_s": None}


@pytest.fixture
def made(base):
    """A run that took these seconds, with 100 nodes a second; None stands for a run that reached its limit of 60 s."""

    def run(instance, seconds, **changes):
        if seconds is None:
            return base._replace(instance=instance, **OUT | changes)
        given = {"wall_s": float(seconds), "nodes": round(100 * seconds)}
        return base._replace(instance=instance, **given | changes)

    return run


@pytest.fixture
def folders(tmp_path):
    """Writes the records of A and of B to two folders and returns the folders."""
    return lambda a, b: (write(tmp_path / "A", a), write(tmp_path / "B", b))
