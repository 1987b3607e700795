"""Colours go to terminals, and where the user's environment asks for them."""

import io
import os
import pty

import pytest

from tilings.models.terminal.ansi import Printable, colours, paint, unfiltered


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "coloured"),
    [
        (Screen(), {}, True),
        (io.StringIO(), {}, False),
        (Screen(), {"NO_COLOR": "1"}, False),
        (Screen(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (Screen(), {"TERM": "dumb"}, False),
        (Screen(), {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
    ],
)
def test_the_environment_and_the_stream_decide(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, environment: dict[str, str], coloured: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colours(stream) == coloured


def test_a_pseudo_terminal_is_a_terminal_and_a_pipe_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for ends, coloured in ((pty.openpty(), True), (os.pipe(), False)):
        with os.fdopen(ends[0], "rb"), os.fdopen(ends[1], "w") as stream:
            assert colours(stream) == coloured


def test_painted_text_ends_its_colours() -> None:
    assert paint("A", ink="red") == "\x1b[31mA\x1b[0m"
    assert paint("A", ink="#000000", ground="#ffd787", bold=True) == "\x1b[1;38;5;16;48;5;222mA\x1b[0m"
    assert paint("A", faint=True) == "\x1b[2mA\x1b[0m"


@pytest.mark.parametrize(
    "code", ["\x1b[8m", "\x1b[2J", "\x1b]0;title\x07", "\x9b2J", "\r", "\b", "\0", "\u202e", "\ud800"]
)
def test_a_stream_takes_control_characters_out_of_a_line(code: str) -> None:
    stream = Printable(screen := io.StringIO())
    print(f"a{code}b", file=stream)
    shown = screen.getvalue()
    assert shown.endswith("b\n") and shown[:-1].isprintable()


def test_the_colours_that_were_painted_go_through_and_so_do_lines_and_tabs() -> None:
    text = f"{paint('x', '#123456')}\ty\n"
    assert Printable(screen := io.StringIO()).write(text)
    assert screen.getvalue() == text


def test_a_programs_own_codes_go_to_the_stream_behind() -> None:
    screen = io.StringIO()
    assert unfiltered(Printable(screen)) is screen and unfiltered(screen) is screen
