"""The former names of the studies' commands start them as before."""

from __future__ import annotations

import pytest

from tests.called import called, typed

FORMER = {
    "runners.reproduce": "studies.busche",
    "runners.certify": "studies.hn",
    "runners.peers": "studies.peers",
    "reports.studies": "studies",
    "reports.gallery": "studies.gallery",
}


@pytest.mark.parametrize(("former", "name"), FORMER.items())
def test_a_former_name_starts_the_same_command(former: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert typed(former, "--help").stdout == called(name, "--help").stdout


def test_a_former_name_passes_its_arguments_and_the_exit_code_on() -> None:
    done = typed("runners.certify", "squares", "--from", "1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("error: --from 1 --to 112: ")
