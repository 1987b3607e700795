"""Writes an instance as ``.json`` (the source), ``.dzn``, ``.lp`` (ASP) and ``.mps.gz`` (MIP), stable to the byte."""

from __future__ import annotations

import argparse
import csv
import gzip
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import encoding, plugins, presentation, registry
from tilings.models.problem import Problem, UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.command import ANSWERED, WORKPLACE, Parser, show

INSTANCES = WORKPLACE / "instances"
MOST_ENTRIES = 2_000_000  # an MIP model with more entries takes minutes to write, and gigabytes of memory
ENDINGS = (".json", ".dzn", ".lp", ".mps.gz")


class Entry(NamedTuple):
    """An instance of the catalogue and its origin."""

    instance: Any
    generator: str
    parameters: Mapping[str, Any] = {}
    seed: int | None = None
    known: Mapping[str, str | int] = {}  # goal -> known answer: ``sat``, ``unsat`` or a number
    source: str = ""  # the publication or the proof of the known answers
    ladder_class: str = ""  # the class of its ladder, such as ``planted``; empty off the ladders
    size: float | None = None  # its size on the ladder

    def with_proof(self, proved: Proved | None) -> Entry:
        """The entry with the answers that solvers have proved."""
        if proved is None:
            return self
        source = f"{self.source}; {' and '.join(proved.answers)} agreed by {proved.solvers}".removeprefix("; ")
        return self._replace(known={**self.known, **proved.answers}, source=source)


def texts(problem: Problem, instance: Any) -> dict[str, bytes]:
    """The content of an instance's files, by ending; the MIP model only if it is not too large."""
    files = {
        ".json": registry.instance_json(problem, instance).encode(),
        ".dzn": encoding.dzn(problem.parameters(instance)).encode(),
        ".lp": encoding.facts(presentation.facts(instance, problem.facts(instance))).encode(),
    }
    if entries(problem.family, instance) <= MOST_ENTRIES:
        files[".mps.gz"] = gzip.compress(_mps(problem, instance), mtime=0)
    return files


def entries(family: str, instance: Any) -> int:
    """The estimated number of entries in the matrix of an instance's MIP model: placements x cells of each."""
    estimate: Callable[[Any], int] | None = getattr(plugins.load(f"tilings.generators.{family}"), "entries", None)
    return estimate(instance) if estimate else 0


def write(problem: Problem, instance: Any, folder: Path) -> list[Path]:
    """Write an instance's files into a folder; each appears whole or not at all. Returns their paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for ending, content in texts(problem, instance).items():
            paths.append(folder / (instance.name + ending))
            replace(paths[-1], content)
        return paths
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {error.strerror}") from None


def replace(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that an interruption leaves the old one."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def parser(family: str, description: str, examples: Sequence[str]) -> Parser:
    """The arguments that every family's generator command shares."""
    result = Parser(f"python -m generators.{family}", description, examples, f"models/{family}/README.md")
    result.add_argument("--name", metavar="NAME", help="the instance's name (default: from its parameters)")
    result.add_argument("--out", type=Path, default=Path("instances") / family, metavar="DIR",
        help=f"the folder to write into (default: instances/{family})")  # fmt: skip
    return result


def announce(given: argparse.Namespace, paths: Iterable[Path]) -> int:
    """Print the paths of the written files."""
    written = list(paths)
    show(given, {"written": written}, "\n".join(map(str, written)))
    return ANSWERED


def mip(family: str) -> Formulation:
    """The MIP formulation whose model is emitted: ``mip_placement`` if it exists, else the only one."""
    formulations = [candidate for candidate in registry.formulations(family).values() if candidate.language == "mip"]
    return max(formulations, key=lambda candidate: candidate.name == "mip_placement")


def mps_goal(problem: Problem, instance: Any) -> str:
    """The goal of an emitted MIP model: ``optimum`` if the instance has it, else ``first``."""
    return "optimum" if "optimum" in problem.goals(instance) else "first"


def _mps(problem: Problem, instance: Any) -> bytes:
    """The MIP model in free MPS format, with its options at their defaults.

    A maximisation is written as the minimisation of the negated objective: the format has no standard field for the
    direction, and readers without extensions minimise.
    """
    import pulp

    model = presentation.built(mip(problem.family).module(), instance, mps_goal(problem, instance), {}).model
    if model.sense == pulp.LpMaximize:
        model.sense, model.objective = pulp.LpMinimize, -model.objective
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.mps"
        model.writeMPS(str(path))
        return path.read_bytes()


KNOWN = Path(__file__).parent / "known"


class Proved(NamedTuple):
    """The answers of an instance by goal, and the solvers that agreed on them."""

    answers: dict[str, int]
    solvers: str


@cache
def answers(family: str) -> dict[str, Proved]:
    """The proved answers of the family's instances, by name."""
    with (KNOWN / f"{family}.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["instance"]: Proved(
                {goal: int(row[goal]) for goal in ("optimum", "count") if row[goal]}, row.get("solvers", "")
            )
            for row in csv.DictReader(file)
        }
