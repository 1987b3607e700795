"""Times have units; a campaign's folder is named once, or else is the last changed one in results/."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.models.terminal import arguments
from tilings.models.terminal.command import Parser


def one() -> Parser:
    parser = Parser("python -m runners.status", "What it does.", [""])
    arguments.folder(parser)
    return parser


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("0.5", 0.5), ("90s", 90), ("5m", 300), ("1.5h", 5400), ("1d", 86400)]
)
def test_a_time_is_seconds_or_has_its_unit(text: str, seconds: float) -> None:
    assert arguments.seconds(text) == seconds


@pytest.mark.parametrize(("text", "hours"), [("60", 60), ("0.5", 0.5), ("90m", 1.5), ("3h", 3), ("2d", 48)])
def test_a_budget_is_hours_or_has_its_unit(text: str, hours: float) -> None:
    assert arguments.hours(text) == hours


@pytest.mark.parametrize("text", ["", "m", "5x", "0", "0m", "-5m", "1e9h", "nan", "infs"])
@pytest.mark.parametrize("kind", [arguments.seconds, arguments.hours])
def test_another_text_is_no_time(kind: Callable[[str], float], text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=f"a number with s, m, h or d, such as .*, not '{text}'"):
        kind(text)


@pytest.mark.parametrize("words", [["x"], ["--results", "x"], ["--json", "x"], ["x", "--json"]])
def test_a_folder_is_a_position_or_an_option(words: list[str]) -> None:
    assert one().parse_args(words).results == Path("x")


def test_no_folder_is_none_and_two_are_refused() -> None:
    assert one().parse_args([]).results is None
    with pytest.raises(UserError, match="named twice, x and y: leave out one of them, or check the spelling"):
        one().parse_args(["x", "--results", "y"])


@pytest.mark.parametrize("words", [["x", "y"], ["--results", "x", "y"], ["x", "--results", "y"]])
def test_several_folders_are_positions_or_an_option(words: list[str]) -> None:
    parser = Parser("python -m runners.verify", "What it does.", [""])
    arguments.folders(parser)
    assert parser.parse_args(words).results == [Path("x"), Path("y")]
    assert parser.parse_args([]).results == []


def test_without_a_name_the_campaign_is_the_one_that_changed_last_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="there is no campaign in results/ of the current folder"):
        arguments.campaign(None)
    for age, name in enumerate(("new", "old", "older")):
        (tmp_path / "results" / name).mkdir(parents=True)
        file = tmp_path / "results" / name / "runs-1of1.csv"
        file.touch()
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    assert arguments.campaign(None) == Path("results/new")
    assert "results/new is the campaign that changed last" in capsys.readouterr().err
    assert arguments.campaign(Path("older")) == Path("older")
