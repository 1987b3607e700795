"""Covers as text: the chosen options by their names, plain and in colours for terminals."""

from textwrap import TextWrapper

from tilings.models import palette
from tilings.models.covers import cells
from tilings.models.covers.instance import CoversInstance, Option
from tilings.models.polycubes import screen as boards
from tilings.models.problem import Solution
from tilings.models.terminal import blocks
from tilings.models.terminal.ansi import paint
from tilings.models.terminal.phrases import Phrases, digits

PHRASES = Phrases(
    "cover",
    "covers",
    lambda value: f"a cover of cost {digits(value)}",
    lambda value: f"no cover costs less than {digits(value)}",
)


def text(instance: CoversInstance, solution: Solution) -> str:
    """The board of a cover of pieces and cells; of another cover the text of `definition`."""
    box = cells.box(instance)
    return boards.text(box, cells.packing(instance, solution)) if box else definition(instance, solution)


def definition(instance: CoversInstance, solution: Solution) -> str:
    """The chosen options in Knuth's format, one on each line."""
    return "\n".join(map(str, chosen(instance, solution)))


def coloured(instance: CoversInstance, solution: Solution, room: blocks.Room) -> str:
    """The board, or the chosen options, one on each line, in the order of their first items, longer ones on further
    lines.

    Primary items are bold; each colour of items has its own background.
    """
    if box := cells.box(instance):
        return boards.coloured(box, cells.packing(instance, solution), room)
    primary = {item.name for item in instance.primary}
    options = chosen(instance, solution)
    given = sorted({colour for option in options for _, colour in option.items if colour})
    ground = {colour: palette.TINTS[rank % len(palette.TINTS)] for rank, colour in enumerate(given)}
    painted = {
        word: paint(word, "#000000", ground[colour]) if colour else paint(word, bold=item in primary)
        for option in options
        for word, (item, colour) in zip(option.words, option.items, strict=True)
    }
    wrapper = TextWrapper(room.columns, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    lines = [line for option in options for line in wrapper.wrap(str(option))]
    return "\n".join(" ".join(painted.get(word, word) for word in line.split(" ")) for line in lines)


def words(instance: CoversInstance, solution: Solution) -> str:
    """The number of chosen options, and their cost, if any."""
    options = chosen(instance, solution)
    cost = sum(option.cost for option in options)
    return f"{len(options)} of {len(instance.options)} options" + (f", cost {cost}" if cost else "")


def chosen(instance: CoversInstance, solution: Solution) -> list[Option]:
    """The options of a solution, in the order of the instance."""
    return [instance.options[number] for _, number in sorted(solution)]
