"""An answer as text: the board, the result, its support, and the time."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any, TextIO

from tilings.models import registry, search_parts
from tilings.models.terminal import phrases
from tilings.models.terminal.ansi import colours, paint
from tilings.models.terminal.blocks import Room, too_wide
from tilings.runners.record.schema import CHECKER_FAILED, OWN_LIMIT, REFUTED, UP_TO_SYMMETRY
from tilings.runners.record.support import PROOF_ANSWERS, Support

if TYPE_CHECKING:
    from tilings.models.problem import Problem, Solution
    from tilings.models.terminal.phrases import Phrases
    from tilings.runners.record.schema import RunRecord

_ENDED = {
    "finished": "the solver ended without one",
    "output": "its output was too large to store",
    "processes": "the solver started too many processes",
    "crash": "the solver crashed",
    OWN_LIMIT: "the search ended at a limit of the solver's own",
}


def line(record: RunRecord) -> str:
    """The answer in a line, such as ``optimal 2 (finished, valid, 0.06 s)``; a second line has the error, if any."""
    part = search_parts.of_record(record)
    details = [] if part.whole else [f"part {part} of the search"]
    details += [record.ended, record.check, f"{record.wall_s or 0:.2f} s"]
    if record.proof:
        details.append(f"proof {record.proof.replace('_', ' ')}")
    if record.bound is not None and record.answer != "optimal":
        details.append(f"bound {phrases.digits(record.bound)}")
    return "\n".join(filter(None, [f"{record.answer_words} ({', '.join(details)})", record.message]))


def words(problem: Problem, instance: Any, record: RunRecord) -> str:
    """The verdict; the error, if any; the time, the solver and the formulation, a line each."""
    return "\n".join(filter(None, [verdict(problem, instance, record), record.message, _how(record)]))


def verdict(problem: Problem, instance: Any, record: RunRecord, support: Support | None = None) -> str:
    """The result and its support, such as ``there is no packing; not proved here: one solver's word (dlx)``.

    support: the support by several runs; None: by this run alone.
    """
    claim = _claim(problem, instance, record)
    if not record.proven or record.answer not in PROOF_ANSWERS:
        return claim
    support = support or Support([record])
    states = {"kept": "kept, not verified to the end", UP_TO_SYMMETRY: UP_TO_SYMMETRY}
    kept = f"; its proof was {states[record.proof]}" if record.proof in states else ""
    known = (", as expected" if problem.files else ", as published") if record.check == "valid" else ""
    known = "" if record.checked_by or record.answer == "optimal" else known
    return f"{'proved: ' if support.verified else ''}{claim}{kept}; {support.sentence}{known}"


def _claim(problem: Problem, instance: Any, record: RunRecord) -> str:
    """The result in words."""
    speak: Phrases = getattr(registry.screen(problem.family), "PHRASES", None) or phrases.plain(record.sense)
    if record.check in REFUTED:
        return "the answer is wrong"
    if record.check == CHECKER_FAILED:
        return "the answer was not checked: the checker failed"
    if record.goal == "count" and record.solutions:
        return _counted(speak, instance, record)
    if record.answer == "unsat" or (record.answer == "counted" and record.solutions == 0):
        return f"there is no {speak.noun}{_of_part(record)}"
    if record.answer == "unbounded":
        return f"unbounded: there are {speak.plural} of any objective, however {_better(record)}"
    if record.answer == "optimal" and record.objective is not None:
        return speak.optimal(record.objective)
    if record.answer == "feasible" and record.objective is not None:
        return f"found {speak.reached(record.objective)}, not proved the best{_bound(record)}: {_ended(record)}"
    if record.answer in ("sat", "optimal", "feasible"):
        return f"found a {speak.noun}{', and checked it' if record.check == 'valid' else ''}"
    return f"no answer{_bound(record)}: {_ended(record)}"


def advice(record: RunRecord) -> str:
    """What to try after a limit ended the search; empty if none did."""
    larger = {
        "wall": f"--timeout {10 * record.wall_limit_s:.12g}",
        "cpu": f"--timeout {10 * record.wall_limit_s:.12g}",
        "memory": f"--memory {4 * record.mem_limit_mb}",
    }
    if own := _states_mb(record):
        beyond = f" {larger['memory']}" if 4 * own >= record.mem_limit_mb else ""
        larger["memory"] = f"--option memory={4 * own}{beyond}"
    if record.proven or record.ended not in (*larger, "output", "processes"):
        return ""
    tries = [f"{larger[record.ended]}"] if record.ended in larger else []
    tries += ["another solver (--solver all compares them)"]
    return f"to try: {', '.join(tries)}"


def show(problem: Problem, instance: Any, record: RunRecord, solution: Solution | None, out: TextIO) -> None:
    """Prints the solution, unless there is none or the goal is a count, and `words` below it.

    A wrong solution is printed only if it consists of values of variables; a wrong board might not be drawable.
    """
    refused = record.check == "invalid"
    asked = refused or record.goal != "count"
    if solution is not None and asked and (problem.files or record.check not in REFUTED):
        show_board(problem.family, instance, solution, ", refused" if refused else "", out)
    first, *rest = words(problem, instance, record).splitlines()
    if colours(out):
        ink = "red" if record.check in REFUTED else "green" if record.proven else "yellow"
        first, rest = paint(first, ink, bold=True), [paint(text, faint=True) for text in rest]
    print(first, *rest, sep="\n", file=out)


def show_board(family: str, instance: Any, solution: Solution, which: str, out: TextIO) -> None:
    """Prints the solution with a caption. which: follows the instance's name, such as ``, so far``."""
    caption = f"{instance.name}{which}: {registry.screen(family).words(instance, solution)}"
    if out.isatty():
        import textwrap

        caption = textwrap.fill(caption, shutil.get_terminal_size().columns, subsequent_indent="  ")
    caption = caption.replace("\N{NO-BREAK SPACE}", " ")
    print(board(family, instance, solution, out), "", caption, sep="\n", file=out)


def board(family: str, instance: Any, solution: Solution, out: TextIO) -> str:
    """The solution as text: coloured and as large as fits if `out` shows colours, else plain.

    A terminal without colours gets a line instead of a board that is too wide for it.
    """
    screen, room = registry.screen(family), Room(*shutil.get_terminal_size())
    if colours(out) and hasattr(screen, "coloured"):
        return str(screen.coloured(instance, solution, room))
    text = str(screen.text(instance, solution))
    width = max(map(len, text.splitlines()), default=0)
    if out.isatty() and width > room.columns:
        return too_wide(width, room)
    return text


def _counted(speak: Phrases, instance: Any, record: RunRecord) -> str:
    """The number of solutions, or of the solutions found so far."""
    number, convention = record.solutions, getattr(instance, "convention", "raw")
    up_to = phrases.up_to(convention, ", ")
    if record.answer != "counted":
        found = f"found {phrases.digits(number or 0)} {speak.plural if number != 1 else speak.noun}{up_to}"
        if record.ended == "output":
            return f"{found}. Stopped: too many solutions to store"
        return f"{found}, not all counted: {_ended(record)}"
    checked = ", each checked" if record.count_check.startswith("enumerated") else ""
    if number == 1:
        return f"there is one {speak.noun} only{_of_part(record)}{up_to}"
    return f"all {phrases.digits(number or 0)} {speak.plural}{_of_part(record)} counted{up_to}{checked}"


def _of_part(record: RunRecord) -> str:
    part = search_parts.of_record(record)
    return "" if part.whole else f" in part {part} of the search"


def _better(record: RunRecord) -> str:
    return "large" if record.sense == "max" else "small"


def _bound(record: RunRecord) -> str:
    """The proved bound on the best solution."""
    if record.bound is None:
        return ""
    return f" (at {'most' if record.sense == 'max' else 'least'} {phrases.digits(record.bound)} by the bound)"


def _ended(record: RunRecord) -> str:
    """Why the search did not end."""
    if (record.ended, record.phase) == ("crash", "encode"):
        return "the model could not be built"
    own = _states_mb(record)
    limits = {
        "wall": f"the limit of {record.wall_limit_s:g} s was reached",
        "cpu": f"the limit of {record.cpu_limit_s:g} s of processor time was reached",
        "memory": f"the limit of {own or record.mem_limit_mb} MB{' of states' if own else ''} was reached",
    }
    return (limits | _ENDED).get(record.ended) or record.ended.replace("_", " ")


def _states_mb(record: RunRecord) -> int:
    """The option ``memory`` of dlx_states, in MB, if the states reached it before the run's own limit; else 0."""
    outgrown = re.match(r"the states outgrew (\d+)000000 bytes", record.message)
    return int(outgrown[1]) if outgrown else 0


def _how(record: RunRecord) -> str:
    """The time, the solver and the formulation."""
    options = f" ({record.settings})" if record.settings else ""
    rest = "; the rest of the limit is for the command itself" if record.ended == "wall" else ""
    return f"{record.wall_s or 0:.2f} s by {record.solver} with {record.formulation}{options}{rest}"
