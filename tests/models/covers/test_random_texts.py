"""Exact covers as people bring them, in Knuth's format, are counted and minimised as by brute force over their lines.

The reference reads nothing: it has the words of the lines as they were drawn.
"""

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.models import solving
from tilings.models import puzzle_formats, registry
from tilings.models.covers import PROBLEM
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.problem import NotApplicable, UserError
from tilings.runners.plan import instance_files
from tilings.runners.solve import choosing
from tilings.runners.solve.solving import answered

FORMULATIONS = list(registry.formulations("covers").values())
SLOW = ("cp", "mip")  # they start a process for each answer


@dataclass(frozen=True)
class Option:
    """An option's line: its items with their colours, empty for none, and its cost."""

    items: dict[str, str]
    cost: int


@dataclass(frozen=True)
class Puzzle:
    """The text, and what it means: bounds of the primary items, secondary items, options with a primary item."""

    text: str
    bounds: dict[str, tuple[int, int]]
    secondary: tuple[str, ...]
    options: tuple[Option, ...]

    def covers(self) -> list[tuple[int, ...]]:
        """Every set of options that keeps the bounds and gives each secondary item one colour, or one option."""
        numbers = range(len(self.options))
        return [
            chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size) if self._keeps(chosen)
        ]

    def _keeps(self, chosen: tuple[int, ...]) -> bool:
        given = [(item, colour) for number in chosen for item, colour in self.options[number].items.items()]
        times = {item: sum(each == item for each, _ in given) for item in self.bounds}
        painted = {item: [colour for each, colour in given if each == item] for item in self.secondary}
        return all(least <= times[item] <= most for item, (least, most) in self.bounds.items()) and all(
            len(colours) < 2 or (len(set(colours)) == 1 and colours[0]) for colours in painted.values()
        )

    def cost(self, chosen: tuple[int, ...]) -> int:
        return sum(self.options[number].cost for number in chosen)


@st.composite
def puzzles(draw: st.DrawFn, most: int = 7) -> Puzzle:
    """Colours, bounds, costs, repeated options, unused items, options without primary items, comments, blank lines."""
    names = draw(st.permutations(["a", "b", "c", "x1", "y", "long-name", "ä"]))
    primary = names[: draw(st.integers(1, 4))]
    secondary = names[len(primary) :][: draw(st.integers(0, 2))]
    bounds = {item: draw(st.sampled_from([(1, 1), (1, 1), (0, 1), (2, 2), (0, 2), (1, 2), (1, 3)])) for item in primary}
    options = []
    for _ in range(draw(st.integers(0, most))):
        if options and draw(st.integers(0, 4)) == 0:
            options.append(draw(st.sampled_from(options)))
            continue
        chosen = draw(st.lists(st.sampled_from([*primary, *secondary]), min_size=1, max_size=4, unique=True))
        colours = st.sampled_from(["", "", "r", "g", "2"])
        items = {item: draw(colours) if item in secondary else "" for item in chosen}
        options.append(Option(items, draw(st.sampled_from([0, 0, 1, 2, 9]))))
    lines = [" ".join([*map(_item, bounds.items()), *(["|", *secondary] if secondary or draw(st.booleans()) else [])])]
    lines += [_line(option, draw(st.booleans())) for option in options]
    for extra in draw(st.lists(st.sampled_from(["", "| a b c", "  "]), max_size=2)):
        lines.insert(draw(st.integers(0, len(lines))), extra)
    kept = tuple(option for option in options if set(option.items) & set(primary))
    return Puzzle("\n".join(lines) + "\n", bounds, tuple(secondary), kept)


def _item(bounded: tuple[str, tuple[int, int]]) -> str:
    name, (least, most) = bounded
    return name if (least, most) == (1, 1) else f"{most}|{name}" if least == most else f"{least}:{most}|{name}"


def _line(option: Option, split: bool) -> str:
    """The option's line. split: whether its cost is given in two parts."""
    words = [f"{item}:{colour}" if colour else item for item, colour in option.items.items()]
    costs = [option.cost // 2, option.cost - option.cost // 2] if split else [option.cost] if option.cost else []
    return " ".join([*words, *(f"|{cost}" for cost in costs)])


def instance_of(puzzle: Puzzle, folder: str) -> CoversInstance:
    path = Path(folder) / "random.dlx"
    path.write_text(puzzle.text, encoding="utf-8")
    found = puzzle_formats.read(path)
    assert found is not None
    return parse({key: value for key, value in found.instance.items() if key != "family"})


def compare(name: str, puzzle: Puzzle) -> None:
    """Compare the answers of a formulation for all goals that it states."""
    with TemporaryDirectory() as folder:
        instance = instance_of(puzzle, folder)
    covers = puzzle.covers()
    formulation = registry.formulation("covers", name)
    for goal in PROBLEM.goals(instance):
        if formulation.refusal(goal, instance):
            continue
        try:
            if name == "dlx_states":
                assert goal != "count" or solving.number(formulation, instance) == len(covers)
                continue
            found = [tuple(number for _, number in cover) for cover in solving.solve(formulation, instance, goal)]
        except NotApplicable:
            continue
        if goal == "count":
            assert sorted(found) == sorted(covers)
        elif goal == "first":
            assert bool(found) == bool(covers) and set(found) <= set(covers)
        else:
            assert [puzzle.cost(cover) for cover in found] == sorted(map(puzzle.cost, covers))[:1]


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [each.name for each in FORMULATIONS if each.language not in SLOW])
@given(puzzle=puzzles())
def test_all_goals_have_the_answers_of_brute_force(name: str, puzzle: Puzzle) -> None:
    compare(name, puzzle)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [each.name for each in FORMULATIONS if each.language in SLOW])
@settings(max_examples=settings.default.max_examples // 10)
@given(puzzle=puzzles(most=5))
def test_all_goals_have_the_answers_of_brute_force_in_a_process_of_their_own(name: str, puzzle: Puzzle) -> None:
    compare(name, puzzle)


@pytest.mark.fuzz
@given(puzzle=puzzles())
def test_clauses_for_each_two_options_leave_the_same_covers(puzzle: Puzzle) -> None:
    with TemporaryDirectory() as folder:
        instance = instance_of(puzzle, folder)
    found = solving.solve(registry.formulation("covers", "sat_cover"), instance, "count", conflicts="pairs")
    assert sorted(tuple(number for _, number in cover) for cover in found) == sorted(puzzle.covers())


@pytest.mark.fuzz
@settings(max_examples=settings.default.max_examples // 10)
@given(puzzle=puzzles(most=6), goal=st.sampled_from(["first", "count", "optimum"]), number=st.integers(0, 99))
def test_any_installed_solver_has_the_answer_of_brute_force(puzzle: Puzzle, goal: str, number: int) -> None:
    covers = puzzle.covers()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "random.dlx"
        path.write_text(puzzle.text, encoding="utf-8")
        source = instance_files.source(str(path), Path(folder), note=lambda _: None)
        goal = goal if goal in source.problem.goals(source.instance) else "count"
        names = choosing.installed(source, goal)
        try:
            record = answered(choosing.choose(source, names[number % len(names)], goal=goal, timeout=600)).record
        except UserError:
            return  # the solver does not take such covers
    expected = {
        "count": ("counted", len(covers)),
        "first": ("sat" if covers else "unsat", None),
        "optimum": ("optimal", min(map(puzzle.cost, covers))) if covers else ("unsat", None),
    }[goal]
    assert (record.answer, {"count": record.solutions, "optimum": record.objective}.get(goal)) == expected, record
