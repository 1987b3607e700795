"""Square tiling instances: a board and its limit on copies, or a fixed multiset of sides known to tile."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from tilings.generators import emit
from tilings.generators.emit import Entry
from tilings.generators.ladders import Ladder, Rung, Wording, presented, required
from tilings.models.problem import CONVENTIONS, UserError
from tilings.models.squares import PROBLEM
from tilings.models.squares.instance import MOST_CELLS_A_SIDE, SquaresInstance, parse
from tilings.models.squares.published import A036444, LEAST_COPIES
from tilings.models.terminal.command import Parser, run

OEIS = "OEIS A036444 (E. Friedman, Math Magic, December 1998)"
AGREED = "agreed by clingo, CP-SAT (two formulations), Chuffed and exact cover; 2026-11-21"

CERTIFIED = "tilings and refutations in results/published/certify, made by dlx_skyline and by a second program"
LEAST = LEAST_COPIES | dict.fromkeys((*range(101, 110), 111), 2)  # the values that are certified there alone

LOWEST_CUT = 6  # the lowest rung
FIRST_PERFECT = 110  # smaller boards have no tiling by squares that all differ
# The squares on the ladder of few copies, of which none needs more copies than a smaller one.
SIDES = [side for side in range(4, MOST_CELLS_A_SIDE + 1) if side not in (5, 7, 9, 21)]
DIFFERENT = range(4, FIRST_PERFECT)
NEAR_SIDES = range(7, MOST_CELLS_A_SIDE + 1)
SEEDS = (1, 2, 3)
_BOARD = re.compile(r"h(\d{1,9})(?:x(\d{1,9}))?(?:k(\d{1,9})(?P<all>all)?)?", re.ASCII)
_CUT = re.compile(r"cut(\d{1,9})-s(\d{1,9})", re.ASCII)

# The copies allowed on each board: as many as it needs, and one too few.
DECISIONS = {4: (4,), 5: (3, 4), 6: (4,)}
DECISIONS |= {size: (LEAST_COPIES[size] - 1, LEAST_COPIES[size]) for size in range(7, 23)}

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
    width: int, height: int, max_copies: int | None, name: str = "", convention: str = "raw", all_copies: bool = False
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
    """The shipped instances: those with a known answer, and a few fixed ones."""
    boards = [f"h{size:02}" for size in LEAST]
    boards += [f"h{size:02}k{copies}" for size, limits in DECISIONS.items() for copies in limits]
    boards += ["h09k3all", *(f"h{width:02}x{height:02}k2" for width, height in RECTANGLES)]
    yield from (required(made, name) for name in boards)
    yield from _fixed_multisets()
    yield from (required(made, f"h{n:02}x{n - 1:02}k{copies}") for n, copies in NEAR)


def made(name: str) -> Entry | None:
    """The board or the random tiling of a name such as h09, h09k3, h09x08k2 or cut09-s1; None for other names.

    A number may have leading zeros. Raises UserError for an impossible board.
    """
    if cut := _CUT.fullmatch(name):
        size, seed = map(int, cut.groups())
        board(size, size, None)  # refuses impossible sizes first
        instance = generate(random.Random(seed), size, size, name=f"cut{size:02}-s{seed}")
        entry = Entry(instance, "generators.squares", {"width": size, "height": size}, seed, {"first": "sat"})
        return entry._replace(source="by construction", ladder_class="cut", size=size)
    if not (found := _BOARD.fullmatch(name)):
        return None
    width, height, copies = (int(number) if number else None for number in found.groups()[:3])
    parameters: dict[str, Any] = {"width": width, "height": height or width, "max_copies": copies}
    if found["all"]:
        parameters["all_copies"] = True
    known, source = _known(**parameters)
    entry = Entry(board(**parameters), "generators.squares", parameters, None, known, source)
    ladder = _class_of(entry.instance)
    return entry._replace(ladder_class=ladder, size=entry.instance.width) if ladder else entry


def _class_of(instance: SquaresInstance) -> str:
    """The class of a board; empty for a board on no ladder."""
    width, height, copies = instance.width, instance.height, instance.max_copies
    if width == height and not instance.all_copies:
        if width in SIDES and copies in (None, LEAST.get(width)):
            return "hn"
        return "hn-k1" if copies == 1 and width in DIFFERENT else ""
    near = width == height + 1 and width in NEAR_SIDES and copies in (2, 3)
    return f"near-k{copies}" if near and not instance.all_copies else ""


def _known(
    width: int, height: int, max_copies: int | None, all_copies: bool = False
) -> tuple[dict[str, str | int], str]:
    """The known answers of a board, and their source."""
    if width != height:
        source, count = AGREED, RECTANGLES.get((width, height)) if max_copies == 2 else None
        if count is None and width == height + 1 and max_copies is not None:
            count = NEAR.get((width, max_copies))
            source = f"count {AGREED if (width, max_copies) in NEAR_AGREED else NATIVE}"
        return ({}, "") if count is None else ({"first": "sat" if count else "unsat", "count": count}, source)
    if width not in LEAST:
        return {}, ""
    least, source = LEAST[width], OEIS if width in A036444 else CERTIFIED
    if max_copies is None:
        return {"optimum": least}, source
    if max_copies < least:
        return {"first": "unsat", "count": 0}, source
    known: dict[str, str | int] = {"first": "sat"}
    for counts, agreed in ((COUNTS, AGREED), (NATIVE_COUNTS, NATIVE)):
        # All copies were counted of one board: E. Kalvelagen, "MSF CSP: Tiling Squares", 2009, 24 tiles, three a side.
        if (width, max_copies) in counts and (not all_copies or (width, max_copies) == (9, 3)):
            return known | {"count": counts[width, max_copies]}, f"{source}; count {agreed}"
    return known, source


def entries(instance: SquaresInstance) -> int:
    """The entries of the MIP model: the cells of all placements."""
    sides = range(1, instance.largest + 1)
    return sum((instance.width - side + 1) * (instance.height - side + 1) * side * side for side in sides)


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
    add("--width", type=int, required=True, metavar="N", help="board width in cells")
    add("--height", type=int, required=True, metavar="N", help="board height in cells")
    add(
        "--convention", choices=CONVENTIONS, default="raw", metavar="WORD",
        help="which tilings count as one: %(choices)s (%(default)s)",
    )  # fmt: skip
    kind = result.add_mutually_exclusive_group()
    kind.add_argument("--max-copies", type=int, metavar="K", help="most copies of a side (default: minimise them)")
    kind.add_argument("--random-sides", action="store_true", help="use exactly the sides of a random tiling")
    add("--all-copies", action="store_true", help="with --max-copies: keep copies that the board has no room for")
    add("--seed", type=int, default=1, metavar="N", help="random seed of the tiling (%(default)s)")
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


def _sizes(sides: Sequence[int], form: str) -> Callable[[int], Rung | None]:
    """The rungs of boards with one instance a size. Each side is the largest of `sides` within an eighth above the one
    before, or else the next one.

    form: the form of the names, with the side n, n - 1 as m, and h(n) as k.
    """
    chosen = [sides[0]]
    for side, larger in pairwise([*sides[1:], 2 * sides[-1]]):
        if 8 * larger > 9 * chosen[-1]:
            chosen.append(side)

    def rung(number: int) -> Rung | None:
        n = chosen[number] if number < len(chosen) else 0
        return Rung(n, presented(form.format(n=n, m=n - 1, k=LEAST.get(n)))) if n else None

    return rung


def _cuts(number: int) -> Rung | None:
    n = LOWEST_CUT + number
    return Rung(n, tuple(f"cut{n:02}-s{seed}" for seed in SEEDS)) if n <= MOST_CELLS_A_SIDE else None


_SIZED = "the {0} x {0} square", "the {0} x {0}"
_FEW_COPIES = Wording(
    "squares with few copies",
    "Tile a square by smaller squares, so that the most frequent size occurs as rarely as possible.",
    *_SIZED, "tiles {}",
)  # fmt: skip
LADDERS = [
    Ladder(
        PROBLEM.family, "hn", ("optimum",), "", "side",
        "The boards need four copies up to 10, three up to 18, and two from 19 on; 5, 7, 9 and 21 are left out.",
        "h{n}", f"{OEIS}; {CERTIFIED}", _sizes(SIDES, "h{n:02}"),
        _FEW_COPIES._replace(done="finds a best tiling of {} and proves it"),
    ),
    Ladder(
        PROBLEM.family, "hn", ("first",), "sat", "side",
        "The copies are as few as the board allows: four up to 10, three up to 18, and two from 19 on; 5, 7, 9 and 21 "
        "are left out.",
        "h{n}k{h(n)}", f"{OEIS}; {CERTIFIED}",
        _sizes([side for side in SIDES if side < FIRST_PERFECT], "h{n:02}k{k}"),
        _FEW_COPIES,
    ),
    Ladder(
        PROBLEM.family, "hn-k1", ("first",), "unsat", "side",
        "All squares must differ.",
        "h{n}k1", f"no perfect squared square is smaller than {FIRST_PERFECT} (I. Gambini, 1999)",
        _sizes(DIFFERENT, "h{n:02}k1"),
        Wording(
            "squares that all differ",
            "Tile a square by smaller squares of which no two are alike: impossible for sides this small.", *_SIZED,
        ),
    ),
    *(
        Ladder(
            PROBLEM.family, f"near-k{k}", ("count",), "", "side",
            f"The boards are one row lower than wide, and {word} copies of each side are allowed.",
            f"h{{n}}x{{n-1}}k{k}", f"counts up to 17 {NATIVE}", _sizes(NEAR_SIDES, f"h{{n:02}}x{{m:02}}k{k}"),
            Wording(
                "near-squares", f"Tile a square that lacks its last row by smaller squares, each size at most {times}.",
                "the board of side {} that lacks a row", "{}", "counts the tilings of {}",
            ),
        )
        for k, word, times in ((2, "two", "twice"), (3, "three", "three times"))
    ),
    Ladder(
        PROBLEM.family, "cut", ("first",), "sat", "side",
        "The boards are square, and the sides to use are those of the smallest of 30 random tilings.",
        "cut{n}-s{seed}", "by construction", _cuts,
        Wording("cut squares", "Tile a rectangle by the squares into which it was cut.", *_SIZED, "tiles {}"),
    ),
]  # fmt: skip


if __name__ == "__main__":
    run(main)
