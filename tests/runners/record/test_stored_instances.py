"""Each published instance is the one that its rows name: as stored, or made again by its rule."""

from __future__ import annotations

import hashlib
from functools import cache

import pytest

from tilings.generators import ladders
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.record import rows
from tilings.runners.record.stored_instances import StoredInstances, changed

PUBLISHED = ROOT / "results/published"
Named = tuple[StoredInstances, str, str, str]


@cache
def published() -> list[Named]:
    """The instances of the published rows, by name: the folder's, family, name and hash."""
    homes = sorted({path.parent for path in PUBLISHED.rglob("runs-*.csv*")})
    named = [
        (StoredInstances(home), *instance)
        for home in homes
        for instance in {(run.family, run.instance, run.instance_sha256) for run in rows.runs(home)}
    ]
    return sorted(named, key=lambda each: each[1:])


def unlike(instances: list[Named]) -> list[str]:
    """Why some instances are not those of the rows."""
    reasons = []
    for stored, family, name, sha256 in instances:
        try:
            text = stored.text(family, name, sha256)
            if text is None:
                stored.load(family, name, sha256)  # compares the hash
            elif hashlib.sha256(text).hexdigest() != sha256:
                reasons.append(f"{family}/{name}: its text has another hash")
        except UserError as error:
            reasons.append(str(error))
    return reasons


def test_a_sample_of_the_published_instances_is_that_of_the_rows() -> None:
    assert len(published()) > 1000
    assert not unlike(published()[::97])


@pytest.mark.nightly
def test_each_published_instance_is_that_of_the_rows() -> None:
    assert not unlike(published())


def test_a_rule_that_has_changed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, family, name, sha256 = next(each for each in published() if each[0].text(*each[1:]) is None)
    other = ladders.entry("h07", "squares")
    monkeypatch.setattr(ladders, "entry", lambda *_: other)
    with pytest.raises(UserError, match=changed(name)):
        stored.load(family, name, sha256)
