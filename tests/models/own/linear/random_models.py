"""Random linear models, written as MPS and as LP by these tests, and their optimum by enumeration in exact numbers."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

Number = int | Fraction
WIDEST = 3  # integer columns without a bound have a row that bounds them so
UNSAT, UNBOUNDED = "unsat", "unbounded"


@dataclass(frozen=True)
class Stated:
    """columns: of each name whether it is integer, and its bounds; at most one is not. rows: coefficients, sides."""

    sense: str
    constant: Number
    columns: dict[str, tuple[bool, Number | None, Number | None]]
    costs: dict[str, Number]
    rows: list[tuple[dict[str, Number], Number | None, Number | None]]

    def best(self) -> str | Number:
        """UNSAT, UNBOUNDED, or the optimum: for all values of the integers the best of the other column's interval."""
        integers = [name for name, (integer, *_) in self.columns.items() if integer]
        other = next((name for name in self.columns if name not in integers), None)
        found: list[Number] = []
        sign = 1 if self.sense == "min" else -1
        for values in product(range(-WIDEST, WIDEST + 1), repeat=len(integers)):
            point: dict[str, Number] = dict(zip(integers, values, strict=True))
            limits = [({name: 1}, lower, upper) for name, (_, lower, upper) in self.columns.items()]
            interval = _interval([*self.rows, *limits], point, other)
            if interval is None:
                continue
            cost = sign * self.costs.get(other, 0) if other else 0
            end = interval[0 if cost > 0 else 1]
            if cost and end is None:
                return UNBOUNDED
            fixed = self.constant + sum(value * point[name] for name, value in self.costs.items() if name in point)
            found.append(sign * fixed + (cost * end if cost and end is not None else 0))
        return sign * min(found) if found else UNSAT


def _interval(
    rows: list[tuple[dict[str, Number], Number | None, Number | None]], point: dict[str, Number], other: str | None
) -> tuple[Number | None, Number | None] | None:
    """The values that the rows leave for the other column, None for no end; None if they leave none."""
    least: Number | None = None
    most: Number | None = None
    for terms, lower, upper in rows:
        rest = sum(value * point[name] for name, value in terms.items() if name != other)
        factor = terms.get(other, 0) if other else 0
        sides = [None if side is None else side - rest for side in (lower, upper)]
        if not factor:
            if (sides[0] is not None and sides[0] > 0) or (sides[1] is not None and sides[1] < 0):
                return None
            continue
        ends = [None if side is None else Fraction(side) / factor for side in (sides if factor > 0 else sides[::-1])]
        least = ends[0] if least is None else least if ends[0] is None else max(least, ends[0])
        most = ends[1] if most is None else most if ends[1] is None else min(most, ends[1])
    return None if least is not None and most is not None and least > most else (least, most)


TENTHS = st.integers(-30, 30).map(lambda value: Fraction(value, 10))
NUMBERS: st.SearchStrategy[Number] = st.one_of(st.integers(-3, 3), st.integers(-3, 3), TENTHS)
SIDES = st.one_of(st.none(), st.integers(-6, 6), TENTHS)


@st.composite
def linear_models(draw: st.DrawFn) -> Stated:
    """Models of up to three integer columns and at most one other, with bounds, ranges, equalities and a constant."""
    names = ["x", "y_1", "z(2)"][: draw(st.integers(1, 3))]
    columns: dict[str, tuple[bool, Number | None, Number | None]] = {}
    rows: list[tuple[dict[str, Number], Number | None, Number | None]] = []
    bounds = st.one_of(st.none(), st.integers(-WIDEST, WIDEST))
    for name in names:
        columns[name] = True, draw(bounds), draw(bounds)
        if None in columns[name] or draw(st.booleans()):
            rows.append(({name: 1}, -WIDEST, WIDEST))
    if draw(st.booleans()):
        columns["free.c"] = False, draw(SIDES), draw(SIDES)
    terms = st.fixed_dictionaries({}, optional=dict.fromkeys(columns, NUMBERS))
    for _ in range(draw(st.integers(0, 3))):
        coefficients = draw(terms) or {names[0]: 1}
        lower, upper = draw(st.tuples(SIDES, SIDES))
        if draw(st.booleans()):
            upper = lower
        if lower is None and upper is None:
            lower = 0
        if lower is not None and upper is not None and lower > upper:
            lower, upper = upper, lower
        rows.append((coefficients, lower, upper))
    sense, constant = draw(st.sampled_from(["min", "max"])), draw(NUMBERS)
    return Stated(sense, constant, columns, draw(terms), rows)


def as_mps(model: Stated, draw: Any) -> str:
    """The model as MPS; what the format leaves open is drawn."""
    lines = [] if model.sense == "min" and draw(st.booleans()) else ["OBJSENSE", f"    {model.sense.upper()}"]
    kinds, sides, ranges = ["N"], [-model.constant] if model.constant else [None], [None]
    for _, lower, upper in model.rows:
        ranged = lower is not None and upper is not None and lower != upper
        kind = (
            "E" if lower == upper else "G" if upper is None else "L" if lower is None else draw(st.sampled_from("LGE"))
        )
        up = draw(st.booleans())  # for an equality with a range, whether it goes up
        kinds.append(kind)
        sides.append(lower if kind == "G" or (kind == "E" and up) else upper)
        width = upper - lower if ranged and lower is not None and upper is not None else None
        ranges.append(-width if width is not None and kind == "E" and not up else width)
    tables = [model.costs, *(terms for terms, *_ in model.rows)]
    lines += ["NAME random", "ROWS", *(f" {kind} r{place}" for place, kind in enumerate(kinds)), "COLUMNS"]
    for integer in (True, False):
        chosen = [name for name, (kind, *_) in model.columns.items() if kind == integer]
        entries = [(name, place, table.get(name)) for name in chosen for place, table in enumerate(tables)]
        lines += [" M 'MARKER' 'INTORG'"] * integer
        lines += [
            f" {name} r{place} {text(value or 0)}" for name, place, value in entries if place == 0 or value is not None
        ]
        lines += [" M 'MARKER' 'INTEND'"] * integer
    lines += ["RHS", *(f" R r{place} {text(side)}" for place, side in enumerate(sides) if side is not None)]
    lines += ["RANGES", *(f" R r{place} {text(width)}" for place, width in enumerate(ranges) if width is not None)]
    lines.append("BOUNDS")
    for name, (integer, lower, upper) in model.columns.items():
        if lower is None and upper is None:
            lines.append(f" FR B {name}")
        elif lower is not None and lower == upper and draw(st.booleans()):
            lines.append(f" FX B {name} {text(lower)}")
        else:
            traditional = lower is None and upper is not None and upper < 0 and draw(st.booleans())
            if lower != 0 and not traditional:
                lines.append(f" MI B {name}" if lower is None else f" LO B {name} {text(lower)}")
            elif lower == 0 and upper is not None and upper < 0:
                lines.append(f" LO B {name} 0")
            if upper is not None:
                lines.append(f" UP B {name} {text(upper)}")
            elif integer and lower == 0:
                lines.append(f" PL B {name}")
    return "\n".join([*lines, "ENDATA", ""])


def as_lp(model: Stated, draw: Any) -> str:
    """The model in CPLEX's format; what the format leaves open is drawn."""
    lines = [r"\ Drawn, and ends with a full stop.", {"min": "Minimize", "max": "MAXIMUM"}[model.sense]]
    lines += [
        f" cost: {_sum(model.costs)} {text(model.constant, signed=True)}",
        draw(st.sampled_from(["Subject To", "st"])),
    ]
    for place, (terms, lower, upper) in enumerate(model.rows):
        label = f" r{place}: " if draw(st.booleans()) or lines[-1].endswith(")") else " "
        shift = draw(st.integers(0, 2))  # a constant on both sides
        total = _sum(terms) + (f" + {shift}" if shift else "")
        if lower is not None and upper is not None and lower != upper:
            lines.append(f"{label}{text(lower + shift)} <= {total} =< {text(upper + shift)}")
        elif lower is not None and draw(st.booleans()):
            lines.append(
                f"{label}{text(lower + shift)} {'=' if lower == upper else '<='} {total} \\ (the next row needs a name)"
            )
        else:
            relation = "=" if lower == upper else "<" if lower is None else ">="
            side = upper if lower is None else lower
            assert side is not None
            lines.append(f"{label}{total} {relation} {text(side + shift)}")
    lines.append("Bounds")
    for name, (_, lower, upper) in model.columns.items():
        if lower is None and upper is None:
            lines.append(f" {name} free")
        elif lower is not None and lower == upper and draw(st.booleans()):
            lines.append(f" {name} = {text(lower)}")
        elif upper is None:
            lines.append(f" {name} >= {text(lower or 0)}")
        elif lower == 0 and upper >= 0 and draw(st.booleans()):
            lines.append(f" {text(upper)} >= {name}")
        else:
            lines.append(f" {'-inf' if lower is None else text(lower)} <= {name} <= {text(upper)}")
    lines += ["Generals", *(f" {name}" for name, (integer, *_) in model.columns.items() if integer), "End", ""]
    return "\n".join(lines)


def _sum(terms: dict[str, Number]) -> str:
    return " ".join(f"{text(value, signed=True)} {name}" for name, value in terms.items())


def text(value: Number, signed: bool = False) -> str:
    """A number with all digits; signed: with a blank after its sign, as in a sum."""
    shown = str(value) if isinstance(value, int) else f"{float(value):.1f}"
    return f"{'-' if value < 0 else '+'} {shown.lstrip('-')}" if signed else shown
