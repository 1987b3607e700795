"""Each published instance is the one that its rows name: as stored, or made again by its rule."""

import csv
import hashlib
import io
from functools import cache
from operator import itemgetter

import pytest

from tilings.generators import ladders
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.record import csv_log
from tilings.runners.record.stored_instances import StoredInstances, changed

PUBLISHED = ROOT / "results/published"
stored = cache(StoredInstances)
Named = tuple[StoredInstances, str, str, str]


@cache
def published() -> list[Named]:
    """The instances of the published rows, by name: the folder's, family, name and hash."""
    named: set[Named] = set()
    for path in PUBLISHED.rglob("runs-*.csv*"):
        home = stored(path.parent)
        with io.TextIOWrapper(csv_log.opened(path), encoding="utf-8") as file:
            cells = map(itemgetter("family", "instance", "instance_sha256"), csv.DictReader(file))
            named |= {(home, *instance) for instance in cells}
    return sorted(named, key=lambda each: each[1:])


def unlike(instances: list[Named]) -> list[str]:
    """Why some instances are not those of the rows."""
    reasons = []
    for home, family, name, sha256 in instances:
        try:
            text = home.text(family, name, sha256)
            if text is None:
                home.load(family, name, sha256)  # compares the hash
            elif hashlib.sha256(text).hexdigest() != sha256:
                reasons.append(f"{family}/{name}: its text has another hash")
        except UserError as error:
            reasons.append(str(error))
    return reasons


def test_a_sample_of_the_published_instances_is_that_of_the_rows() -> None:
    assert len(published()) > 1000
    assert not unlike(published()[::197])


@pytest.mark.nightly
def test_each_published_instance_is_that_of_the_rows() -> None:
    assert not unlike(published())


def test_a_rule_that_has_changed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    home, family, name, sha256 = next(each for each in published() if each[1] == "squares")
    other = ladders.entry("h07", "squares")
    monkeypatch.setattr(ladders, "entry", lambda *_: other)
    with pytest.raises(UserError, match=changed(name)):
        home.load(family, name, sha256)
