"""Triominoes instances: tiles with uniformly drawn values on a board, as in the published experiments.

The published batches draw the numbers of tiles, of values and of rows from the ranges of a difficulty class;
most of their boards have far more room than the tiles need. The class ``dense`` has as many tiles as the board
has room for. Files in the experiments' text format (models/triominoes/text.py) are read and written.

    python -m generators.triominoes --difficulty medium --seed 5
    python -m generators.triominoes --rows 6 --cols 7 --tiles 14 --values 4 --blocked 2 --connected --seed 1
    python -m generators.triominoes --batch 3 --text input3.txt
    python -m generators.triominoes --read input3.txt --out boards
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from pathlib import Path

from generators import emit
from generators import triominoes_random as drawn
from generators.triominoes_shipped import catalogue
from models import fields
from models.command import run
from models.problem import UserError
from models.registry import read_text
from models.triominoes import PROBLEM, text
from models.triominoes.instance import TriominoesInstance

__all__ = ["catalogue"]


def main() -> int:
    """Write the instances that are asked for in every format, or into one file in the text format."""
    arguments = _arguments()
    instances = _instances(arguments)
    if arguments.name:
        if len(instances) > 1:
            raise UserError(f"--name names one instance, and these are {len(instances)}")
        instances = [replace(instances[0], name=fields.name(arguments.name))]
    if arguments.text:
        arguments.text.write_text(text.write(instances), encoding="utf-8")
        return emit.announce([arguments.text])
    return emit.announce(path for instance in instances for path in emit.write(PROBLEM, instance, arguments.out))


def _instances(arguments: argparse.Namespace) -> list[TriominoesInstance]:
    """Those of a file or of a batch, or one that is drawn."""
    if arguments.read:
        path = arguments.read
        return list(text.read(read_text(path), str(path), fields.as_name(path.stem)).values())
    if arguments.batch is not None:
        return [instance for _, instance in drawn.batch(arguments.batch)]
    rng = random.Random(arguments.seed)
    if arguments.difficulty:
        return [drawn.from_class(rng, f"{arguments.difficulty}-s{arguments.seed}", arguments.difficulty)]
    rows, cols, length = arguments.rows, arguments.cols or arguments.rows, arguments.length
    tiles = arguments.tiles if arguments.tiles is not None else rows * cols // max(length, 1)
    name = f"r{rows}-c{cols}-m{tiles}-v{arguments.values}-s{arguments.seed}"
    return [
        drawn.generate(
            rng, name, rows, cols, tiles, arguments.values,
            blocked=arguments.blocked, connected=arguments.connected, length=length,
        )
    ]  # fmt: skip


def _arguments() -> argparse.Namespace:
    parser = emit.parser((__doc__ or "").splitlines()[0], "triominoes")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--read", type=Path, metavar="FILE", help="the instances of a file in the text format")
    source.add_argument("--batch", type=_number, metavar="N", help="the ten instances of a batch, from 0")
    source.add_argument("--difficulty", choices=drawn.CLASSES, help="one from a published class")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, help="default: as many as rows")
    parser.add_argument("--tiles", type=int, help="default: as many as the area has room for")
    parser.add_argument("--values", type=int, default=6, help="values are drawn from 1 to this")
    parser.add_argument("--length", type=int, default=3, help="cells and values of a tile (%(default)s)")
    parser.add_argument("--blocked", type=int, default=0, help="number of cells blocked at random")
    parser.add_argument("--connected", action="store_true", help="the tiles placed must form one group")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--text", type=Path, metavar="FILE", help="write them into this file in the text format")
    return parser.parse_args()


def _number(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from 0")
    return int(word)


if __name__ == "__main__":
    run(main)
