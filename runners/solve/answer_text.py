"""Says an answer: the board as text, and in words what was found, what was proved, and how."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any, TextIO

from tilings.models import registry, search_parts
from tilings.models.terminal import phrases
from tilings.models.terminal.ansi import colours, paint
from tilings.models.terminal.blocks import Room, too_wide
from tilings.runners.record.schema import REFUTED

if TYPE_CHECKING:
    from tilings.models.problem import Problem, Solution
    from tilings.models.terminal.phrases import Phrases
    from tilings.runners.record.schema import RunRecord

_ENDED = {
    "finished": "the solver ended without one",
    "output": "the solver wrote too much",
    "processes": "the solver started too many processes",
    "crash": "the solver crashed",
}


def line(record: RunRecord) -> str:
    """The answer in a line, such as ``optimal 2 (finished, valid, 0.06 s)``; a second line says what went wrong."""
    part = search_parts.of_record(record)
    details = [] if part.whole else [f"part {part} of the search"]
    details += [record.ended, record.check, f"{record.wall_s or 0:.2f} s"]
    if record.proof:
        details.append(f"proof {record.proof.replace('_', ' ')}")
    if record.bound is not None and record.answer != "optimal":
        details.append(f"bound {phrases.digits(record.bound)}")
    return "\n".join(filter(None, [f"{record.answer_words} ({', '.join(details)})", record.message]))


def words(problem: Problem, instance: Any, record: RunRecord) -> str:
    """What was found and proved; what went wrong, if anything did; and the time, the solver and the formulation."""
    return "\n".join(filter(None, [verdict(problem, instance, record), record.message, _how(record)]))


def verdict(problem: Problem, instance: Any, record: RunRecord) -> str:
    """What was found and proved, such as ``proved: no tiling uses fewer than 2 copies of a side``."""
    speak: Phrases = getattr(registry.screen(problem.family), "PHRASES", None) or phrases.plain(record.sense)
    if record.check in REFUTED:
        return "the answer is wrong"
    if record.goal == "count" and record.solutions:
        return _counted(speak, instance, record)
    if record.answer == "unsat" or (record.answer == "counted" and record.solutions == 0):
        return f"proved: there is no {speak.noun}{_of_part(record)}{_proof(record)}"
    if record.answer == "optimal" and record.objective is not None:
        return f"proved: {speak.optimal(record.objective)}{_proof(record)}"
    if record.answer == "feasible" and record.objective is not None:
        return f"found {speak.reached(record.objective)}, not proved the best{_bound(record)}: {_ended(record)}"
    if record.answer in ("sat", "optimal", "feasible"):
        return f"found a {speak.noun}{', and checked it' if record.check == 'valid' else ''}"
    return f"no answer{_bound(record)}: {_ended(record)}"


def show(problem: Problem, instance: Any, record: RunRecord, solution: Solution | None, out: TextIO) -> None:
    """Prints the solution, if it is right, and the words below it; the words alone where `solution` is None.

    A wrong solution is printed where it is values of variables; as a board it might not be drawable.
    """
    if solution is not None and (problem.files or record.check not in REFUTED):
        several = ", one of them" if record.goal == "count" and (record.solutions or 0) > 1 else ""
        show_board(problem.family, instance, solution, several, out)
    first, *rest = words(problem, instance, record).splitlines()
    if colours(out):
        first, rest = paint(first, _ink(record), bold=True), [paint(each, faint=True) for each in rest]
    print(first, *rest, sep="\n", file=out)


def show_board(family: str, instance: Any, solution: Solution, which: str, out: TextIO) -> None:
    """Prints the solution and what is drawn. which: follows the instance's name, such as ``, one of them``."""
    caption = registry.screen(family).words(instance, solution)
    said = f"{instance.name}{which}: {caption}"
    wide = shutil.get_terminal_size().columns if out.isatty() else len(said)
    said = textwrap.fill(said, wide, subsequent_indent="  ").replace("\N{NO-BREAK SPACE}", " ")
    print(board(family, instance, solution, out), "", said, sep="\n", file=out)


def board(family: str, instance: Any, solution: Solution, out: TextIO) -> str:
    """The solution as text: in colours and as large as it fits where `out` shows colours, else plain.

    A terminal without colours gets a line instead of a board that is too wide for it.
    """
    screen, room = registry.screen(family), Room(*shutil.get_terminal_size())
    if colours(out) and hasattr(screen, "coloured"):
        return str(screen.coloured(instance, solution, room))
    text = str(screen.text(instance, solution))
    wide = max(map(len, text.splitlines()), default=0)
    if out.isatty() and wide > room.columns:
        return too_wide(wide, room)
    return text


def _counted(speak: Phrases, instance: Any, record: RunRecord) -> str:
    """How many solutions there are, or were found."""
    number, convention = record.solutions, getattr(instance, "convention", "raw")
    up_to = phrases.up_to(convention, ", ")
    if record.answer != "counted":
        return f"found {number} {speak.plural if number != 1 else speak.noun}{up_to}, not all counted: {_ended(record)}"
    checked = ", each checked" if record.count_check.startswith("enumerated") else ""
    if number == 1:
        return f"proved: there is one {speak.noun} only{_of_part(record)}{up_to}"
    return f"all {number} {speak.plural}{_of_part(record)} counted{up_to}{checked}"


def _of_part(record: RunRecord) -> str:
    part = search_parts.of_record(record)
    return "" if part.whole else f" in part {part} of the search"


def _bound(record: RunRecord) -> str:
    """What is proved of the best solution where it is not known."""
    if record.bound is None:
        return ""
    return f" (at {'most' if record.sense == 'max' else 'least'} {phrases.digits(record.bound)} by the bound)"


def _proof(record: RunRecord) -> str:
    """What became of the proof that the solver wrote."""
    said = {"verified": "; its proof was verified", "kept": "; its proof was kept, not verified to the end"}
    return said.get(record.proof, "")


def _ended(record: RunRecord) -> str:
    """Why the search is not at its end."""
    if (record.ended, record.phase) == ("crash", "encode"):
        return "the model could not be built"
    limits = {
        "wall": f"the limit of {record.wall_limit_s:g} s was reached",
        "cpu": f"the limit of {record.cpu_limit_s:g} s of processor time was reached",
        "memory": f"the limit of {record.mem_limit_mb} MB was reached",
    }
    return (limits | _ENDED).get(record.ended) or record.ended.replace("_", " ")


def _how(record: RunRecord) -> str:
    """The time, the solver and the formulation."""
    options = f" ({record.options})" if record.options else ""
    return f"{record.wall_s or 0:.2f} s by {record.solver} with {record.formulation}{options}"


def _ink(record: RunRecord) -> str:
    """Green for what was proved, yellow for what was not, red for a wrong answer."""
    return "red" if record.check in REFUTED else "green" if record.proven else "yellow"
