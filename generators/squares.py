"""Square tiling instances: a board and its limit on copies, or a fixed multiset of sides known to tile."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tilings.generators import emit
from tilings.generators.emit import Entry
from tilings.models.problem import CONVENTIONS, UserError
from tilings.models.squares import PROBLEM
from tilings.models.squares.instance import SquaresInstance, parse
from tilings.models.squares.published import LEAST_COPIES
from tilings.models.terminal.command import Parser, run

OEIS = "OEIS A036444 (E. Friedman, Math Magic, December 1998)"
AGREED = "agreed by clingo, CP-SAT (two formulations), Chuffed and exact cover; 2026-11-21"

FIRST_RUNG = 7  # smaller boards are on no ladder
MOST_FOR_OPTIMUM = 22  # the MIP files of larger boards are too large to ship

# The copies allowed on each board: as many as it needs, and one too few.
DECISIONS = {4: (4,), 5: (3, 4), 6: (4,)}
DECISIONS |= {size: (LEAST_COPIES[size] - 1, LEAST_COPIES[size]) for size in range(FIRST_RUNG, MOST_FOR_OPTIMUM + 1)}

# (size, copies): how many tilings there are, each orientation counted.
COUNTS = {(4, 4): 9, (5, 4): 32, (6, 4): 45, (7, 3): 28, (9, 3): 72, (10, 4): 949, (11, 3): 72, (13, 3): 8}
COUNTS |= {(19, 2): 8}
# Those counted by the native engines only.
NATIVE = "agreed by the native engines dlx_skyline and dlx_cover; 2026-11-22"
NATIVE_COUNTS = {(8, 4): 209, (12, 3): 68, (14, 3): 596, (15, 3): 804, (16, 3): 328, (17, 3): 3840, (18, 3): 4128}
NATIVE_COUNTS |= {(20, 2): 8, (22, 2): 32}

# (width, height): how many tilings there are with two copies of each side.
RECTANGLES = {(11, 9): 0, (15, 11): 2, (16, 9): 24, (17, 15): 160}

# Boards n x (n - 1), to count on: (n, copies) and how many tilings there are.
NEAR = {(7, 2): 4, (8, 2): 12, (9, 2): 16, (10, 2): 6, (11, 2): 8, (12, 2): 18, (13, 2): 60, (14, 2): 4, (15, 2): 0}
NEAR |= {(16, 2): 20, (17, 2): 128}
NEAR |= {(7, 3): 4, (8, 3): 12, (9, 3): 16, (10, 3): 86, (11, 3): 188, (12, 3): 198, (13, 3): 288, (14, 3): 446}
NEAR |= {(15, 3): 348, (16, 3): 356}
NEAR_AGREED = {(13, 2)}  # counted by the other solvers, too

SEED = {"name": "seed07x07", "width": 7, "height": 7, "sides": [4, 3, 3, 2, 2, 2, 1, 1, 1]}
MORON = {"name": "moron33x32", "width": 33, "height": 32, "sides": [18, 15, 14, 10, 9, 8, 7, 4, 1]}
RANDOM = [(8, 8, 1), (12, 10, 1), (15, 15, 1)]  # width, height, seed


def board(
    width: int,
    height: int,
    max_copies: int | None,
    name: str = "",
    convention: str = "raw",
    all_copies: bool = False,
) -> SquaresInstance:
    """A board with at most `max_copies` copies of each side; None: the least number is the objective."""
    size = f"{width:02}" if width == height else f"{width:02}x{height:02}"
    limit = "" if max_copies is None else f"k{max_copies}{'all' if all_copies else ''}"
    fields = {"width": width, "height": height, "max_copies": max_copies, "convention": convention}
    return parse({"name": name or f"h{size}{limit}", "all_copies": all_copies, **fields})


def generate(
    rng: random.Random, width: int, height: int, draws: int = 30, name: str = "", convention: str = "raw"
) -> SquaresInstance:
    """An instance with the sides of a random tiling, the one with the fewest squares of `draws` tilings."""
    board(width, height, None)  # refuses impossible sizes first
    sides = min((_random_tiling(rng, width, height) for _ in range(draws)), key=len)
    own_name = name or f"random{width:02}x{height:02}t{len(sides)}"
    fields = {"width": width, "height": height, "sides": sides, "convention": convention}
    return parse({"name": own_name, **fields})


def catalogue() -> Iterator[Entry]:
    for size, least in LEAST_COPIES.items():
        if size <= MOST_FOR_OPTIMUM:
            yield _on_ladder(_entry({"optimum": least}, OEIS, size, size), "hn")
    yield from _decisions()
    # E. Kalvelagen, "MSF CSP: Tiling Squares", 2009: three tiles of each side, 24 in all.
    counted = f"{OEIS}; count {AGREED}"
    yield _entry({"first": "sat", "count": COUNTS[9, 3]}, counted, 9, 9, 3, all_copies=True)
    for (width, height), count in RECTANGLES.items():
        yield _entry({"first": "sat" if count else "unsat", "count": count}, AGREED, width, height, 2)
    yield from _fixed_multisets()
    for (n, copies), count in NEAR.items():
        known = {"first": "sat" if count else "unsat", "count": count}
        source = f"count {AGREED if (n, copies) in NEAR_AGREED else NATIVE}"
        yield _on_ladder(_entry(known, source, n, n - 1, copies), f"near-k{copies}")


def main() -> int:
    """Write one instance in every format."""
    chosen = parser().parse_args()
    if chosen.all_copies and chosen.max_copies is None:
        raise UserError("--all-copies needs --max-copies")
    names = {"name": chosen.name or "", "convention": chosen.convention}
    if chosen.random_sides:
        instance = generate(random.Random(chosen.seed), chosen.width, chosen.height, **names)
    else:
        instance = board(chosen.width, chosen.height, chosen.max_copies, all_copies=chosen.all_copies, **names)
    return emit.announce(chosen, emit.write(PROBLEM, instance, chosen.out))


def parser() -> Parser:
    result = emit.parser(
        PROBLEM.family,
        "Make a square tiling instance: a board and its limit on copies, or the sides of a random tiling.",
        [
            "--width 9 --height 9    # h(9)",
            "--width 9 --height 9 --max-copies 3",
            "--width 9 --height 9 --max-copies 3 --all-copies",
            "--width 12 --height 10 --random-sides --seed 1",
        ],
    )
    add = result.add_argument
    add("--width", type=int, required=True, metavar="N", help="of the board")
    add("--height", type=int, required=True, metavar="N", help="of the board")
    add(
        "--convention", choices=CONVENTIONS, default="raw", metavar="WORD",
        help="which tilings count as one: %(choices)s (%(default)s)",
    )  # fmt: skip
    kind = result.add_mutually_exclusive_group()
    kind.add_argument("--max-copies", type=int, metavar="K", help="copies of each side (default: seek the least)")
    kind.add_argument("--random-sides", action="store_true", help="use exactly the sides of a random tiling")
    add("--all-copies", action="store_true", help="with --max-copies: keep copies that the board has no room for")
    add("--seed", type=int, default=1, metavar="N", help="of the random tiling (%(default)s)")
    return result


def _random_tiling(rng: random.Random, width: int, height: int) -> list[int]:
    """The sides of a tiling: the lowest, leftmost gap takes a square of random side until the board is full."""
    sides = []
    skyline = [0] * width
    while (low := min(skyline)) < height:
        x = skyline.index(low)
        gap = next((i for i in range(x, width) if skyline[i] != low), width) - x
        room = min(gap, height - low)
        side = rng.randint(1, room - (room == width == height))
        skyline[x : x + side] = [low + side] * side
        sides.append(side)
    return sides


def _decisions() -> Iterator[Entry]:
    for size, limits in DECISIONS.items():
        for copies in limits:
            known: dict[str, str | int] = {"first": "sat"}
            source = OEIS
            if copies < LEAST_COPIES[size]:
                known = {"first": "unsat", "count": 0}
            elif (size, copies) in COUNTS:
                known["count"] = COUNTS[size, copies]
                source = f"{OEIS}; count {AGREED}"
            elif (size, copies) in NATIVE_COUNTS:
                known["count"] = NATIVE_COUNTS[size, copies]
                source = f"{OEIS}; count {NATIVE}"
            yield _on_ladder(_entry(known, source, size, size, copies), "hn")


def _fixed_multisets() -> Iterator[Entry]:
    yield Entry(parse(SEED), "literature", known={"first": "sat", "count": 28}, source=AGREED)
    mirrored = parse(SEED | {"name": "seed07x07reflections", "convention": "reflections"})
    yield Entry(mirrored, "literature", known={"first": "sat", "count": 4}, source=AGREED)
    source = f"the least perfect rectangle, Z. Moron 1925, alone but for its four orientations; {AGREED}"
    yield Entry(parse(MORON), "literature", known={"first": "sat", "count": 4}, source=source)
    for width, height, seed in RANDOM:
        instance = generate(random.Random(seed), width, height)
        parameters = {"width": width, "height": height}
        yield Entry(instance, "generators.squares", parameters, seed, {"first": "sat"}, "by construction")


def _entry(
    known: dict[str, Any], source: str, width: int, height: int, max_copies: int | None = None, **all_copies: bool
) -> Entry:
    parameters: dict[str, Any] = {"width": width, "height": height, "max_copies": max_copies, **all_copies}
    return Entry(board(**parameters), "generators.squares", parameters, None, known, source)


def _on_ladder(entry: Entry, name: str) -> Entry:
    """The entry on the ladder of a class, whose size is the board's width, from 7."""
    size = entry.instance.width
    return replace(entry, ladder_class=name, size=size) if size >= FIRST_RUNG else entry


if __name__ == "__main__":
    run(main)
