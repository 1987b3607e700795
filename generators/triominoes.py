"""Triominoes instances: tiles with uniformly drawn values on a board, as in the published experiments.

The published batches draw the numbers of tiles, of values and of rows from the ranges of a difficulty class;
most of their boards have far more room than the tiles need. Files in the experiments' text format
(models/triominoes/text.py) are read and written.
"""

import argparse
import random
from pathlib import Path
from typing import Any

from tilings.generators import emit
from tilings.generators import triominoes_shipped as shipped
from tilings.generators.triominoes_shipped import LADDERS, catalogue, made
from tilings.models import fields
from tilings.models.problem import UserError
from tilings.models.registry import read_text
from tilings.models.terminal.command import Parser, run
from tilings.models.triominoes import PROBLEM, text
from tilings.models.triominoes.instance import TriominoesInstance

__all__ = ["LADDERS", "catalogue", "made"]

# The default numbers of a board, and the numbers that each other source of instances accepts.
_BOARD = {
    "rows": 6, "cols": None, "tiles": None, "values": 6, "length": 3, "blocked": 0, "connected": False, "seed": 0
}  # fmt: skip
_TAKEN: dict[str, set[str]] = {"read": set(), "batch": set(), "extreme": set(), "difficulty": {"seed"}}


def entries(instance: TriominoesInstance) -> int:
    """The entries of the MIP model at most: the cells of all tiles in all places and orientations."""
    return 4 * len(instance.tiles) * instance.rows * instance.cols * instance.length


def main() -> int:
    """Write the chosen instances in every format, or into one file in the text format."""
    arguments = parser().parse_args()
    instances = _instances(arguments)
    if arguments.name:
        if len(instances) > 1:
            raise UserError(f"--name names one instance, not {len(instances)}")
        if arguments.text:
            raise UserError("the text format has no names: leave out --name or --text")
        instances = [instances[0]._replace(name=fields.name(arguments.name))]
    if arguments.text:
        return emit.announce(arguments, [_write(arguments.text, text.write(instances))])
    written = (path for instance in instances for path in emit.write(PROBLEM, instance, arguments.out))
    return emit.announce(arguments, written)


def _write(path: Path, content: str) -> Path:
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    return path


def _instances(arguments: argparse.Namespace) -> list[TriominoesInstance]:
    """The instances of a file, of a batch or of the ladder, or a single drawn instance."""
    given = {name: value for name, value in vars(arguments).items() if name in _BOARD}
    for source, taken in _TAKEN.items():
        if source in arguments and (lost := sorted(set(given) - taken)):
            raise UserError(f"--{lost[0]} cannot be used with --{source}")
    if "read" in arguments:
        path = arguments.read
        return list(text.read(read_text(path), str(path), fields.as_name(path.stem)).values())
    if "batch" in arguments:
        return [instance for _, instance in shipped.batch(arguments.batch)]
    if "extreme" in arguments:
        return [instance for instance, _, _ in shipped.extreme()]
    board = _BOARD | given
    rng = random.Random(board["seed"])
    if "difficulty" in arguments:
        return [shipped.from_class(rng, f"{arguments.difficulty}-s{board['seed']}", arguments.difficulty)]
    return [_drawn(rng, board)]


def _drawn(rng: random.Random, board: dict[str, Any]) -> TriominoesInstance:
    """One instance with the numbers of _BOARD; its name holds those that differ from the defaults."""
    rows, length = board["rows"], board["length"]
    cols = rows if board["cols"] is None else board["cols"]
    tiles = rows * cols // max(length, 1) if board["tiles"] is None else board["tiles"]
    words = [f"r{rows}-c{cols}-m{tiles}-v{board['values']}"]
    words += [f"{word[0]}{board[word]}" for word in ("length", "blocked") if board[word] != _BOARD[word]]
    if board["connected"]:
        words.append("connected")
    words.append(f"s{board['seed']}")
    return shipped.generate(
        rng, "-".join(words), rows, cols, tiles, board["values"],
        blocked=board["blocked"], connected=board["connected"], length=length,
    )  # fmt: skip


def parser() -> Parser:
    """The command's arguments; read, batch, extreme, difficulty and the names of _BOARD exist only if given."""
    result = emit.parser(
        "triominoes",
        "Make triomino instances: tiles with uniformly drawn values on a board, as in the published experiments.",
        [
            "--difficulty medium --seed 5",
            "--rows 6 --cols 7 --tiles 14 --values 4",
            "--batch 3 --text input3.txt",
            "--read input3.txt --out boards",
        ],
    )
    result.add_argument(
        "--text", type=Path, metavar="FILE", help="write the instances into this file in the text format"
    )
    result.argument_default = argparse.SUPPRESS
    source = result.add_mutually_exclusive_group()
    source.add_argument("--read", type=Path, metavar="FILE", help="read instances from a file in the text format")
    source.add_argument("--batch", type=_number, metavar="N", help="make the ten instances of batch N (0, 1, …)")
    source.add_argument("--extreme", action="store_true", help="make the ten instances of the extreme ladder")
    source.add_argument(
        "--difficulty", choices=shipped.CLASSES, metavar="CLASS", help="an instance of a published class: %(choices)s"
    )
    add = result.group("a board of your own").add_argument
    add("--rows", type=int, metavar="N", help=f"rows of the board ({_BOARD['rows']})")
    add("--cols", type=int, metavar="N", help="columns of the board (default: as many as rows)")
    add("--tiles", type=int, metavar="N", help="number of tiles (default: as many as fit into the area)")
    add("--values", type=int, metavar="N", help=f"largest value on a tile, from 1 ({_BOARD['values']})")
    add("--length", type=int, metavar="N", help=f"cells and values of a tile ({_BOARD['length']})")
    add("--blocked", type=int, metavar="N", help=f"number of cells blocked at random ({_BOARD['blocked']})")
    add("--connected", action="store_true", help="the placed tiles must form one group")
    add("--seed", type=int, metavar="N", help=f"random seed ({_BOARD['seed']})")
    return result


def _number(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 0")
    return int(word)


if __name__ == "__main__":
    run(main)
