"""Exact covers: classic ones of every kind, and imported files in Knuth's text format."""

import random
from collections.abc import Callable, Iterator
from itertools import product
from math import factorial
from pathlib import Path

from tilings.generators import covers_ladders, emit
from tilings.generators.covers_ladders import LADDERS, cover, made
from tilings.generators.emit import Entry
from tilings.models import fields, registry
from tilings.models.covers import PROBLEM, text
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.problem import UserError
from tilings.models.terminal.command import Parser, run

__all__ = ["LADDERS", "made"]

KNUTH = """\
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
"""
# The assignments of the ladder beside that of seven, and the least cost of each.
ASSIGNMENTS = {5: 102, 10: 156, 14: 163, 20: 113, 28: 189}
KNUTHS_EXAMPLE = "D. E. Knuth, program DLX3, its introduction"


def queens(n: int, cost: Callable[[int, int], int] = lambda row, column: 0, name: str = "") -> CoversInstance:
    """n queens that do not attack each other: rows and columns are primary items, diagonals secondary ones."""
    options = [
        {"items": [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + n - 1}"], "cost": cost(r, c)}
        for r, c in product(range(n), repeat=2)
    ]
    lines = [f"{line}{i}" for line in "rc" for i in range(n)]
    diagonals = [f"{line}{i}" for line in "ab" for i in range(2 * n - 1)]
    return cover(name or f"queens{n}", lines, options, diagonals)


def langford(n: int) -> CoversInstance:
    """Langford pairs: 1, 1, …, n, n in a row, k other numbers between the two k's."""
    slots = [f"s{i}" for i in range(2 * n)]
    options = [[f"{k}", slots[i], slots[i + k + 1]] for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    return cover(f"langford{n}", [f"{k}" for k in range(1, n + 1)] + slots, options)


def de_bruijn(n: int) -> CoversInstance:
    """Cycles of 2^n bits that show every word of n bits once: bits are coloured 0 or 1. Zeros stand first."""
    words = ["".join(bits) for bits in product("01", repeat=n)]
    size = len(words)
    options = [
        [f"p{at}", f"w{word}", *(f"b{(at + i) % size}:{bit}" for i, bit in enumerate(word))]
        for at, word in product(range(size), words)
        if (at == 0) == ("1" not in word)
    ]
    items = [f"p{at}" for at in range(size)] + [f"w{word}" for word in words]
    return cover(f"de-bruijn{size}", items, options, [f"b{at}" for at in range(size)])


def matrices(n: int) -> CoversInstance:
    """n x n matrices of zeros and ones, with two ones in every row and column."""
    lines = [{"name": f"{line}{i}", "least": 2, "most": 2} for line in "rc" for i in range(n)]
    options = [[f"r{r}", f"c{c}"] for r, c in product(range(n), repeat=2)]
    return cover(f"matrices{n}x2", lines, options)


def domination(n: int, queens: int = 0) -> CoversInstance:
    """Queens (default: half of n, rounded up) that occupy or attack every square."""
    queens = queens or (n + 1) // 2
    squares = list(product(range(n), repeat=2))
    items = [{"name": f"s{r},{c}", "least": 1, "most": queens} for r, c in squares]
    items.append({"name": "queens", "least": queens, "most": queens})
    options = [
        ["queens", *(f"s{r},{c}" for r, c in squares if r == y or c == x or abs(r - y) == abs(c - x))]
        for y, x in squares
    ]
    return cover(f"domination{n}x{queens}", items, options)


def assignment(n: int) -> CoversInstance:
    """n jobs for n people at random costs of 1 to 99: the cheapest way to give each one job."""
    rng = random.Random(1)
    options = [
        {"items": [f"p{person}", f"j{job}"], "cost": rng.randint(1, 99)} for person, job in product(range(n), repeat=2)
    ]
    return cover(f"assignment{n}", [f"{kind}{i}" for kind in "pj" for i in range(n)], options)


# Each with the largest size that is written quickly.
CLASSICS: dict[str, tuple[Callable[[int], CoversInstance], int]] = {
    "queens": (queens, 100),
    "langford": (langford, 100),
    "de-bruijn": (de_bruijn, 6),
    "matrices": (matrices, 100),
    "domination": (domination, 25),
    "assignment": (assignment, 100),
}


def imported(path: Path, name: str = "") -> CoversInstance:
    """The instance in a file of Knuth's text format (models/covers/text.py)."""
    return parse(text.read(registry.read_text(path), str(path), name or fields.as_name(path.stem)))


def catalogue() -> Iterator[Entry]:
    """The shipped instances: one or two for each feature of covers."""
    example = parse(text.read(KNUTH, KNUTHS_EXAMPLE, "knuth-dlx3"))
    yield _counted(example, 1, KNUTHS_EXAMPLE)
    yield _counted(queens(8), 92, "F. Nauck, 1850; OEIS A000170")
    yield _counted(langford(7), 52, "twice OEIS A014552, which counts a row and its reverse once")
    yield _counted(langford(8), 300, "twice OEIS A014552, which counts a row and its reverse once")
    yield _counted(de_bruijn(4), 16, "N. G. de Bruijn, 1946; OEIS A016031")
    yield _counted(matrices(4), 90, "OEIS A001499")
    yield _counted(domination(5), 186, "OEIS A002564")
    yield _counted(domination(8, 5), 4860, "W. W. Rouse Ball, Mathematical Recreations and Essays; OEIS A002564")
    near = queens(8, lambda r, c: ((2 * r - 7) ** 2 + (2 * c - 7) ** 2) ** 2, "queens8-near")
    yield _counted(near, 92, "F. Nauck, 1850; OEIS A000170; the optimum by looking at all of them", optimum=15392)
    seven = _counted(assignment(7), 5040, "7!; the optimum by looking at all of them", seed=1, optimum=113)
    yield seven._replace(ladder_class="assignment", size=7)
    for n, optimum in ASSIGNMENTS.items():
        jobs = _counted(
            assignment(n),
            factorial(n),
            f"{n}!; the optimum by the Hungarian algorithm (SciPy) and HiGHS",
            1,
            optimum=optimum,
        )
        yield jobs._replace(ladder_class="assignment", size=n)
    yield from covers_ladders.catalogue()


def _counted(instance: CoversInstance, count: int, source: str, seed: int | None = None, **known: int) -> Entry:
    answers: dict[str, str | int] = {"first": "sat", "count": count, **known}
    return Entry(instance, "classic", seed=seed, known=answers, source=source)


def entries(instance: CoversInstance) -> int:
    """The entries of the MIP model: the items of all options."""
    return sum(len(option.items) for option in instance.options)


def main() -> int:
    """The command ``python -m generators.covers``."""
    given = parser().parse_args()
    if sum(source is not None for source in (given.path, given.classic, given.ladder)) != 1:
        raise UserError("give one of --import FILE, --classic KIND SIZE and --ladder CLASS")
    if given.path:
        instance = imported(given.path)
    elif given.classic:
        instance = _classic(*given.classic)
    else:
        width, height = given.box
        instance = covers_ladders.instance(given.ladder, width, height, given.seed)
    if given.convention:
        instance = PROBLEM.under_convention(instance, given.convention)
    if given.name:
        instance = instance._replace(name=fields.name(given.name))
    return emit.announce(given, emit.write(PROBLEM, instance, given.out))


def parser() -> Parser:
    result = emit.parser(
        PROBLEM.family,
        "Make an instance of exact cover: a classic one, one of a ladder, or one from a file in Knuth's text format.",
        ["--classic langford 7", "--import puzzle.dlx", "--ladder coloured --box 5 4 --seed 1"],
    )
    add = result.add_argument
    add("--import", dest="path", type=Path, metavar="FILE", help="a file in Knuth's text format")
    add("--classic", nargs=2, metavar=("KIND", "SIZE"), help=f"a classic problem ({', '.join(CLASSICS)}) and its size")
    add("--ladder", choices=covers_ladders.CLASSES, metavar="CLASS", help="a ladder: %(choices)s")
    add("--box", type=int, nargs=2, metavar=("X", "Y"), default=(5, 5), help="box size for --ladder (5 5)")
    add("--seed", type=int, default=1, metavar="N", help="random seed for --ladder (%(default)s)")
    add(
        "--convention",
        metavar="WORD",
        help="which covers count as one: raw, symmetries or automorphisms (which are computed)",
    )
    return result


def _classic(kind: str, size: str) -> CoversInstance:
    if kind not in CLASSICS:
        raise UserError(f"--classic takes one of {', '.join(CLASSICS)}, not {kind}")
    make, most = CLASSICS[kind]
    if not size.isdecimal() or not 1 <= int(size) <= most:
        raise UserError(f"--classic {kind} takes a size from 1 to {most}, not {size}")
    return make(int(size))


if __name__ == "__main__":
    run(main)
