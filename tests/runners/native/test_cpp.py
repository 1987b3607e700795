"""The engines' C++, built with sanitizers and for 64-bit ARM, answers as the engines that are installed.

The address and undefined-behaviour sanitizers end a program at a fault. The programs for ARM are built as the engines
are shipped and run in an emulator; `make test-cpp` installs both.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.models.triominoes.test_triominoes_brute_force import instances as triominoes
from tests.runners.native.packings import LARGE, SMALL, orbits, puzzles
from tests.runners.native.test_dlx import Cover, covers
from tests.runners.native.test_general import Case, cases
from tests.runners.native.test_skyline import boards
from tests.runners.native.test_states import packed
from tests.studies.busche.test_engine import configurations
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.triominoes import dlx_budget
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.runners.native import general
from tilings.runners.native.bits import Bits, arguments
from tilings.runners.native.budget import Boards
from tilings.runners.native.dlx import Search
from tilings.runners.native.skyline import Skyline
from tilings.runners.native.states import States
from tilings.studies.busche import engine as classic
from tilings.studies.busche import formulation

COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"
TARGET = ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_CXX_COMPILER={COMPILER}"]
STEPS, PARTS = st.integers(1, 1000), st.tuples(st.integers(0, 2), st.just(3), st.integers(-1, 2))
CLASSIC = ("mch", "emch", "bruijn", "constrain", "parity_filter", "volume_filter", "fit_filter", "fit_passes",
           "parity_trigger", "volume_trigger")  # fmt: skip
PART = ("part", "parts", "depth")
few = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def built(folder: Path, *options: str) -> Path:
    """The programs of runners/native in a folder, built by one worker of pytest at a time."""
    tools = os.environ | {"PATH": f"{Path('.venv/bin').resolve()}:{os.environ['PATH']}"}
    folder.mkdir(parents=True, exist_ok=True)
    configure = ["cmake", "-S", "runners/native", "-B", folder, "-G", "Ninja", "-DTILINGS_TESTS=ON", *options]
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (configure, ["cmake", "--build", folder]):
            done = subprocess.run(command, capture_output=True, text=True, env=tools, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder


def has_sanitizers(folder: Path) -> bool:
    """Whether the compiler and its libraries can build and run a program with sanitizers."""
    source, program = folder / "probe.cpp", folder / "probe"
    source.write_text("int main() { return 0; }")
    command = [os.environ.get("CXX", "c++"), "-fsanitize=address,undefined", source, "-o", program]
    made = subprocess.run(command, capture_output=True, check=False)
    return made.returncode == 0 and subprocess.run([program], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module", params=["sanitizers", "aarch64"])
def programs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The beginning of a command that calls a program: the emulator, if any, and the folder."""
    if request.param == "aarch64":
        if not (shutil.which(COMPILER) and shutil.which(EMULATOR)):
            pytest.skip("needs the Debian packages g++-aarch64-linux-gnu and qemu-user: make test-cpp")
        return [EMULATOR, f"{built(Path('build/aarch64'), *TARGET)}/"]
    if not has_sanitizers(tmp_path_factory.mktemp("probe")):
        pytest.skip("the compiler has no address and undefined-behaviour sanitizers (libasan, libubsan)")
    return [f"{built(Path('build/tests'))}/"]


class Driver:
    """A running program, which reads a problem a line."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answer(self, engine: str, step: int, *given: Any) -> list[int]:
        """The solutions and the nodes. step: so many solutions and nodes a slice."""
        assert self._process.stdin and self._process.stdout
        print(engine, step, *written(given), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        assert line, f"{engine} ended by a fault"
        return [int(word) for word in line.split()]

    def close(self) -> None:
        """Ends the program, which may complain of leaks."""
        self._process.communicate()
        assert self._process.returncode == 0


def written(values: Any) -> Iterator[object]:
    """The words of numbers, of tuples of numbers, and of lists, which begin with their length."""
    for value in values:
        if isinstance(value, list):
            yield len(value)
        if isinstance(value, list | tuple):
            yield from written(value)
        else:
            yield value if isinstance(value, str) else int(value)


def listed(values: Any) -> Any:
    """Sequences of sequences as lists."""
    return [listed(value) for value in values] if isinstance(values, list | tuple) else values


@pytest.fixture(scope="module")
def driver(programs: list[str]) -> Iterator[Driver]:
    *emulator, folder = programs
    running = Driver([*emulator, f"{folder}driver"])
    yield running
    running.close()


def of(search: Any) -> list[int]:
    """What the installed engine answers."""
    return [len(search.advance()), search.nodes]


def test_the_unit_tests_pass(programs: list[str]) -> None:
    *emulator, folder = programs
    if not Path(f"{folder}unit").exists():
        pytest.skip("the header of doctest is not installed (Debian package doctest-dev)")
    done = subprocess.run([*emulator, f"{folder}unit"], capture_output=True, text=True, check=False)
    assert "Status: SUCCESS!" in done.stdout, done.stdout + done.stderr


@few
@given(covers(), STEPS, PARTS, st.booleans())
def test_covers(driver: Driver, cover: Cover, step: int, part: tuple[int, int, int], ordered: bool) -> None:
    assert driver.answer("dlx", step, *cover, part) == of(Search(*cover, *part))
    for least in ([], [capacity // 2 for capacity in cover[1]]):
        states = States(*cover, ordered=ordered, least=least)
        states.advance()
        assert driver.answer("states", step, *cover, ordered, 0, 1, least) == [states.count, 0]


@few
@given(packed(), STEPS, st.integers(1, 2))
def test_grouped_states(driver: Driver, cover: tuple[Cover, int], step: int, threads: int) -> None:
    arguments, pieces = cover
    states = States(*arguments, pieces=pieces)
    states.advance()
    assert driver.answer("states", step, *arguments, True, pieces, threads, []) == [states.count, 0]


@few
@given(cases(), STEPS, PARTS, st.integers(0, 2))
def test_covers_with_multiplicities(driver: Driver, case: Case, step: int, part: tuple, best: int) -> None:
    options = listed(general._coloured(case.options, case.colours))
    pairs = [list(map(tuple, option)) for option in options]
    given = case.primary, case.secondary, pairs, case.costs, best, part
    assert driver.answer("general", step, *given) == of(case.search(best=best, **dict(zip(PART, part, strict=True))))


@few
@given(st.sampled_from([SMALL, SMALL, LARGE]).flatmap(puzzles), STEPS, PARTS, st.integers(1, 2))
def test_packings_by_bits(driver: Driver, puzzle: PolycubesInstance, step: int, part: tuple, threads: int) -> None:
    found = packing(puzzle, "bits", {})
    assume(orbits(found) is not None)
    search = Bits(found, 1, *part)
    given = arguments(found)
    names = ("copies", "piece", "covers", "symmetries")
    lists = [listed(list(given[name])) for name in names]
    adjacent = [tuple(pair) for pair in given["adjacent"]]
    said = driver.answer(
        "bits", step, given["cells"], *lists, adjacent, search.constrained, len(found.bounds), threads, part
    )
    assert said == of(search)


@few
@given(puzzles(connected=True), STEPS, st.data())
def test_packings_by_the_classic_engine(
    driver: Driver, puzzle: PolycubesInstance, step: int, data: st.DataObject
) -> None:
    count = sum(piece.copies for piece in puzzle.movable)
    order = data.draw(st.sampled_from("fxyzXYZR"))
    found = formulation.build(puzzle, **data.draw(configurations(count)) | {"order": order})
    assume(orbits(found) is not None)
    chosen = classic.read(found.settings, found)
    lists = [listed(list(value)) for value in (found.copies, found.piece, found.covers, found.symmetries)]
    numbers = [getattr(chosen, name) for name in CLASSIC]
    cells = [tuple(cell) for cell in found.cells]
    said = driver.answer("classic", step, tuple(found.box), cells, *lists, order, count, 0, tuple(numbers))
    assert said == of(classic.Classic(found))


@few
@given(boards(), STEPS, st.integers(0, 2**62))
def test_boards_of_squares(driver: Driver, board: tuple[int, int, list[int]], step: int, seed: int) -> None:
    said = driver.answer("skyline", step, *board, False, 1, 3, seed)
    assert said == of(Skyline(*board, symmetry=False, part=1, parts=3, seed=seed))


@few
@given(triominoes(), STEPS)
def test_boards_of_tiles(driver: Driver, instance: TriominoesInstance, step: int) -> None:
    model = dlx_budget.build(instance, "optimum")
    layouts = [(kind, list(values)) for kind, values in model.layouts]
    budgets = [(list(weights), total, each) for weights, total, each in model.budgets]
    given = model.rows, model.cols, list(model.blocked), layouts, list(model.copies), budgets
    said = driver.answer("budget", step, *given, model.wanted, model.every, model.connected)
    assert said == of(Boards(model))
