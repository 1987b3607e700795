"""The data sheet of the data set, its README, and what it lists."""

import importlib.metadata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

_LIBRARIES = ("PuLP", "cpmpy", "python-sat", "pindakaas")
_SHEET = """# The ladders of Tilings: tiling puzzles of growing size in eight formats

Each folder is a kind of puzzle and a question: `first` (is there a solution), `count` (how many) or `optimum`. Its
instances grow up to the largest size that a solver, one of this project's included, answered in the published runs.

| folder | sizes | instances | files |
|---|---|---|---|
{rows}
| ending | format | what |
|---|---|---|
| `.json` | JSON | the instance, of which all models are made |
| `model.mzn`, `.dzn` | MiniZinc | model and data |
| `model.asp`, `.lp` | clingo's language | encoding and facts |
| `.cnf` | DIMACS | clauses |
| `.wcnf` | the MaxSAT Evaluations' of 2022 | clauses, and soft ones for the objective |
| `.opb` | the pseudo-Boolean competitions' of 2024 | an exact cover |
| `.xml` | XCSP3 | the same, with 0-1 variables and sums |
| `.mps` | free MPS | an integer program, always a minimisation |
| `.dlx` | D. E. Knuth's | an exact cover with colours, bounds such as `0:3|i7`, and costs such as `|5` |

Comments name the model, the question, the meaning of variables (`square(0,0,1)`: column, row, side), and the objective
as a function of the file's value. Models for `first` and `optimum` may break symmetries; those for `count` have each
solution once.

## Answers
`answers.csv` has the answer, `sat`, `unsat` or a number, and as its status what it rests on: a checked solution, a
verified proof, two algorithms, several solvers, one solver's word, or the source alone (`stated`). An `open` optimum
has the best objective found. A program that shares no code with any model checked all solutions.

## Checker
`python check.pyz FOLDER/NAME.json MODEL OUTPUT` says whether the solution that a solver printed is right: lines `v`,
names and values of MPS columns, atoms, or the items of options. It needs nothing but Python 3.11 or newer.

## Files
`MANIFEST.csv` has the bytes and the SHA-256 of each file, and what was left out and why: in each format the models from
the first one of more than {largest:g} MB on. Models of more than {zipped:g} MB are compressed with gzip.

`make dataset` in the repository of Tilings writes the files again, equal to the byte at the same commit and with the
same libraries: {versions}.

## Licence and citation
MIT (`LICENSE`), for the instances, too. Cite Tilings as its `CITATION.cff` says, with the commit.
"""


class Rung(NamedTuple):
    """A size of a ladder. names: its instances. presentations: the numbers of their further presentations."""

    size: float
    names: tuple[str, ...]
    presentations: tuple[int, ...]


class Ladder(NamedTuple):
    """A ladder for a goal, up to the largest size that was reached."""

    family: str
    name: str
    goal: str
    rungs: tuple[Rung, ...]

    @property
    def folder(self) -> str:
        return f"{self.family}-{self.name}-{self.goal}"


class Line(NamedTuple):
    """A file of the data set, or what was left out and why."""

    file: str
    bytes: int | str
    sha256: str
    left_out: str


def text(found: Iterable[Ladder], lines: Sequence[Line], largest: int, zipped: int) -> str:
    """The sheet. largest, zipped: the bytes from which a model is left out, and compressed."""
    rows = "".join(
        f"| `{each.folder}` | {each.rungs[0].size:g} to {each.rungs[-1].size:g} | "
        f"{sum(len(rung.names) for rung in each.rungs)} | {_formats(each, lines)} |\n"
        for each in found
    )
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _LIBRARIES)
    return _SHEET.format(rows=rows, versions=versions, largest=largest / 1e6, zipped=zipped / 1e6)


def _formats(ladder: Ladder, lines: Sequence[Line]) -> str:
    """The formats of a ladder, each with the number of its files."""
    own = [Path(line.file.removesuffix(".gz")).suffix for line in lines
           if line.sha256 and line.file.startswith(f"{ladder.folder}/") and "/model." not in line.file]  # fmt: skip
    return ", ".join(f"{ending} {own.count(ending)}" for ending in sorted(set(own)))
