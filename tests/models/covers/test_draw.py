"""The drawing of a cover shows each item of each chosen option once, in the item's column and with its colour."""

from matplotlib.figure import Figure

from tilings.models.covers import draw
from tilings.models.covers.instance import CoversInstance, Option, Primary

OPTIONS = (
    Option((("a", ""), ("x", "red"))),
    Option((("b", ""), ("x", "red"), ("y", "")), cost=3),
    Option((("a", ""), ("b", ""))),
)
INSTANCE = CoversInstance("c", (Primary("a"), Primary("b"), Primary("unused", least=0)), ("x", "y", "z"), OPTIONS)
CHOSEN = (("option", 1), ("option", 0))


def fields(figure: Figure) -> set[tuple[float, float]]:
    """The column and the row of each field."""
    (drawn,) = figure.axes[0].collections
    corners = [(path.vertices[:, 0].min(), path.vertices[:, 1].min()) for path in drawn.get_paths()]
    assert len(set(corners)) == len(corners)
    return set(corners)


def test_each_item_of_each_option_has_a_field_in_its_column() -> None:
    figure = draw.figure(INSTANCE, CHOSEN)
    assert fields(figure) == {(0, 0), (2, 0), (1, 1), (2, 1), (3, 1)}
    names = [text.get_text() for text in figure.axes[0].texts]
    assert names == ["red", "red", "a", "b", "x", "y", "", "3"]
    assert figure.texts[0].get_text() == "c: 2 of 3 options, cost 3"


def test_a_partial_cover_is_drawn_with_a_column_for_every_item() -> None:
    figure = Figure()
    draw.board(figure.add_subplot(), INSTANCE, CHOSEN[:1])
    assert fields(figure) == {(1, 0), (3, 0), (4, 0)}
    assert figure.axes[0].get_xlim() == (0, 6)


def test_the_empty_cover_can_be_drawn() -> None:
    assert fields(draw.figure(INSTANCE, (), bare=True)) == set()
