"""The options of a cover on a terminal: a line each, wrapped where it is narrow, with a ground for each colour."""

from tests.models.screens import plain
from tilings.models.covers import screen, text
from tilings.models.covers.instance import parse
from tilings.models.terminal.blocks import Room

INSTANCE = parse(
    {k: v for k, v in text.read("p q r | x y\np q x:A\nr x:A y:B |2\n", "here", "c").items() if k != "family"}
)
COVER = (("option", 0), ("option", 1))


def test_the_coloured_options_are_those_of_the_plain_text() -> None:
    assert plain(screen.coloured(INSTANCE, COVER, Room(80, 24))) == screen.text(INSTANCE, COVER)


def test_a_long_option_goes_on_in_an_indented_line() -> None:
    assert plain(screen.coloured(INSTANCE, COVER, Room(8, 24))).splitlines() == [
        "p q x:A",
        "r x:A",
        "    y:B",
        "    |2",
    ]
