"""What was run, where, and how it was measured; and boards of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.models import registry
from tilings.reports.chapters import machines, sessions
from tilings.reports.chapters.chapter import Block, Boards, Chapter, Table, Words
from tilings.reports.chapters.failing import overhead
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, seconds
from tilings.reports.figures import boards as drawn
from tilings.runners.record.schema import GIVEN_UP, SKIPPED

if TYPE_CHECKING:
    from pandas import DataFrame

PLACE = 80
TIME = (
    "A case is an instance with a goal: `first` (a solution, or a proof that there is none), `count` (all solutions), "
    "`optimum` (a best solution, and the proof). A configuration is a solver with a formulation, and with its options "
    "where they are not the defaults. Two times are measured: wall time, from the call to the answer, to which all "
    "findings and limits refer, and search time, which the solver takes once the model is built. "
)
_COVERED = ["family", "goal", "instance", "configuration", "ran", "solved", "outcome"]
BOARD_CM, FILM_CM = 4.7, 7.0


def chapter(results: Results, _: object) -> Chapter:
    """The cases, the limits and clocks, the solvers, and the machine."""
    blocks: list[Block] = [
        Words(TIME + _clocks(results.median, results.runs)),
        Words(f"Each run had limits of {machines.limits(results.runs)}. {_assumed(results.runs)}"),
        _coverage(results.runs),
        _solvers(results.runs),
    ]
    if not results.imported:
        blocks += [_ends(results.runs), _models(results.runs), machines.machine(results), machines.hosts(results),
                   sessions.table(results.folder)]  # fmt: skip
    ran = results.runs[results.runs["ran"]]
    title = f"What was run, and how: {count(len(ran), 'run')} by {count(ran['solver'].nunique(), 'solver')}"
    return Chapter(title, blocks)


def boards(results: Results) -> list[Block]:
    """A large board of each family, and the first film that the folder holds of it."""
    blocks: list[Block] = [Boards(list(drawn.boards(results)), BOARD_CM)]
    for family in sorted(set(results.runs["family"])):
        blocks.append(Boards(list(drawn.films(results.folder, family))[:1], FILM_CM))
    return blocks


def _clocks(median: DataFrame, runs: DataFrame) -> str:
    """The seconds that are neither building nor searching, and how many runs started how; empty where not recorded."""
    said = []
    if other := list(overhead(median).items()):
        (low, least), (high, most) = other[0], other[-1]
        text = f"Beside building and search a run takes a median of {seconds(least)} s ({low})"
        said.append(text + (f" to {seconds(most)} s ({high})." if len(other) > 1 else "."))
    starts = runs.loc[runs["ran"], "start"].value_counts()
    if warm := int(starts.get("warm", 0)):
        cold = int(starts.get("cold", 0))
        others = f"; {cold} started their solver's program, as its users do" if cold else ""
        said.append(f"{count(warm, 'run')} began in a process that had loaded the solver{others}.")
    return " ".join(said)


def _coverage(runs: DataFrame) -> Table:
    """For each family and goal the instances, configurations, and runs."""
    rows = [
        [
            family,
            goal,
            str(part["instance"].nunique()),
            str(part["configuration"].nunique()),
            str(len(part)),
            str(int(part["ran"].sum())),
            str(int(part["solved"].sum())),
            *(str(int((part["outcome"] == each).sum()) or "·") for each in (SKIPPED, GIVEN_UP)),
        ]
        for (family, goal), part in runs[_COVERED].groupby(["family", "goal"], sort=True)
    ]
    header = [
        "family", "goal", "instances", "configurations", "planned", "ran", "solved", "skipped", "given up",
    ]  # fmt: skip
    caption = "Runs by family and goal. Skipped: not made, and assumed to be solved. Given up: assumed to be unsolved."
    return Table(header, rows, caption, "runs", left=2)


def _solvers(runs: DataFrame) -> Table:
    """Solvers, their versions, and how many of the runs that were planned for them took place."""
    rows = []
    for solver, part in runs[["solver", "solver_version", "formulation", "ran"]].groupby("solver", sort=True):
        known = sorted({word for version in part["solver_version"] if version for word in version.split(", ")})
        names = ", ".join(sorted(part["formulation"].unique()))
        rows.append([solver, ", ".join(known) or "not installed", names, f"{int(part['ran'].sum())}/{len(part)}"])
    caption = "Solvers, their models, and how many of the planned runs were made."
    widths = ("auto", "1fr", "1fr", "auto")
    return Table(["solver", "version", "formulations", "ran"], rows, caption, "solvers", left=3, widths=widths)


def _ends(runs: DataFrame) -> Table:
    """When the wall limit ended the runs of each solver, in parts of the limit: an early end is a shorter limit."""
    own = runs[runs["ran"] & ~runs["solved"] & (runs["ended"] == "wall") & (runs["wall_s"] > 0)]
    rows = [
        [str(solver), str(len(part)), f"{part.min():.1%}", f"{part.median():.1%}"]
        for solver, part in (own["wall_s"] / own["wall_limit_s"]).groupby(own["solver"], sort=True)
    ]
    caption = "When unsolved runs ended that the wall limit ended, in parts of it."
    return Table(["solver", "runs", "earliest end", "median end"], rows, caption, "ends")


def _models(runs: DataFrame) -> Table:
    """The models in words, as their files begin; without those of families that are not here."""
    rows = []
    for family, part in runs.groupby("family", sort=True):
        known = registry.formulations(str(family)) if family in registry.families() else {}
        rows += [
            [str(family), name, known[name].words] for name in sorted(part["formulation"].unique()) if name in known
        ]
    caption = "The models: what each one states, in the words of its file."
    return Table(["family", "model", "in words"], rows, caption, "models", left=3, widths=("auto", "auto", "1fr"))


def _assumed(runs: DataFrame) -> str:
    """In words: how many runs were skipped, and how many were given up; empty where all were made."""
    skipped, up = (int((runs["outcome"] == each).sum()) for each in (SKIPPED, GIVEN_UP))
    said = []
    if skipped:
        said.append(
            f"{count(skipped, 'run')} of {len(runs)} {'was' if skipped == 1 else 'were'} skipped: the configuration "
            "solved larger instances of the same kind, or smaller ones soon."
        )
    if up:
        said.append(
            f"{count(up, 'run')} of {len(runs)} {'was' if up == 1 else 'were'} given up: the configuration "
            "failed on a smaller size of the same kind, so that larger ones are assumed to be unsolved."
        )
    if absent := int((~runs["ran"]).sum()) - skipped - up:
        said.append(f"{count(absent, 'run')} of {len(runs)} could not take place; What went wrong has the reasons.")
    return " ".join(said)
