"""The former names of the studies' commands start them as before."""

from __future__ import annotations

import pytest

from tests.called import called, typed

FORMER = {
    "tilings.runners.reproduce": "tilings.studies.busche",
    "tilings.runners.certify": "tilings.studies.hn",
    "tilings.runners.peers": "tilings.studies.peers",
    "tilings.reports.studies": "tilings.studies",
    "tilings.reports.gallery": "tilings.studies.gallery",
}


@pytest.mark.parametrize(("former", "name"), FORMER.items())
def test_a_former_name_starts_the_same_command(former: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = typed(former, "--help").stdout.replace("python -m tilings.", "python -m ")  # as in the repository
    assert text == called(name, "--help").stdout


def test_a_former_name_passes_its_arguments_and_the_exit_code_on() -> None:
    done = typed("tilings.runners.certify", "squares", "--from", "1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("error: --from 1 --to 112: ")
