"""Times whole commands side by side on one instance: our solvers, and those of others.

A command is run by the shell; {json}, {dlx} and {definition} stand for files with the instance: our JSON, an exact
cover in Knuth's text format with one piece constrained, and a definition of M. Busche's polycube. The commands take
turns, in rounds, so that a change of the machine's load meets all of them; CPU times are those of a command and all
its children.
"""

import os
import re
import signal
import statistics
import string
import tempfile
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import UserError
from tilings.models.registry import load_instance
from tilings.models.terminal.arguments import seconds, whole
from tilings.models.terminal.command import ANSWERED, UNANSWERED, Parser, need_linux, run, show
from tilings.runners.plan import manifest
from tilings.runners.record import machine
from tilings.runners.record.csv_log import Appender
from tilings.studies.peers import exports

# Writers by the name of the placeholder.
FORMATS = {write.__name__: write for write in (exports.json, exports.dlx, exports.definition)}
_TAIL = 100_000  # bytes
_OUTPUT_MB = 10_000  # some programs print every solution


@dataclass(frozen=True)
class Timing:
    """One run of one command.

    ours: whether it is one of ours; command: before the files were filled in. user_s, system_s: CPU seconds of its
    process tree; wall_s: by the clock; peak_mb: MB (10^6 bytes) of memory of the tree. ended: finished, failed, wall or
    another limit (see confine.Usage). known: yes or no, whether it printed the known number of solutions; empty if that
    is not known or the command did not finish.
    """

    instance: str
    name: str
    ours: bool
    round: int
    user_s: float
    system_s: float
    wall_s: float
    peak_mb: float
    ended: str
    known: str
    command: str


COLUMNS = tuple(field.name for field in fields(Timing))


def main() -> int:
    """The command ``python -m studies.peers``."""
    need_linux()
    from tilings.runners import confine

    given = parser().parse_args()
    named = manifest.named(given.instance)
    path = named[0].path if named else Path(given.instance)
    _, instance = load_instance(path)
    if not isinstance(instance, PolycubesInstance):
        raise UserError(f"{path} is of another family; --instance takes one of polycubes")
    known = named[0].known.get("count", "") if named else ""
    commands = [_named(text, "ours", True) for text in given.ours] + [_named(text, "", False) for text in given.peer]
    if not commands:
        raise UserError("there is no command to time: give --ours or --peer")
    confine.adopt_orphans()
    for stopping in confine.STOPPING:  # such a signal ends the running command with its process tree
        signal.signal(stopping, signal.default_int_handler)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    timings = []
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        files = exported(instance, [command for _, command, _ in commands], Path(folder))
        table = Appender(given.out, COLUMNS)
        for number in range(1, given.repetitions + 1):
            for name, command, ours in commands:
                cost = timed(command.format(**files), given.timeout, known)
                timing = Timing(instance.name, name, ours, number, *cost, command)
                table.append(astuple(timing))
                timings.append(timing)
    show(given, {"timings": [vars(timing) for timing in timings]}, "\n".join(summary(timings)))
    return ANSWERED if all(timing.ended == "finished" and timing.known != "no" for timing in timings) else UNANSWERED


def exported(instance: PolycubesInstance, commands: Sequence[str], folder: Path) -> dict[str, Path]:
    """The files that the placeholders in the commands stand for; raises UserError for a placeholder unknown."""
    files: dict[str, Path] = {}
    for command in commands:
        try:
            names = {name for _, name, _, _ in string.Formatter().parse(command) if name is not None}
        except ValueError as error:
            raise UserError(f"'{command}': {error}; a brace is written twice") from None
        for name in sorted(names - set(files)):
            if name not in FORMATS:
                raise UserError(f"'{command}': there is no {{{name}}}, only {', '.join(f'{{{n}}}' for n in FORMATS)}")
            files[name] = folder / f"{instance.name}.{name}"
            files[name].write_text(FORMATS[name](instance), encoding="utf-8")
    return files


def timed(command: str, limit_s: float, known: str) -> tuple[float, float, float, float, str, str]:
    """Run a command under a limit of wall time, then end its process tree; the fields of ``Timing`` from user_s on.

    This process must be the child subreaper and have no other children: then the CPU time of its children is that of
    the whole tree of the command, also where the tree was ended.
    """
    import resource

    from tilings.runners import confine

    cores = len(os.sched_getaffinity(0))
    memory_mb = machine.memory()["memory_mb"]
    limits = confine.Limits(limit_s, limit_s * cores + 1, memory_mb, output_mb=_OUTPUT_MB)
    output = _Tail()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = confine.run(confine.Command(["sh", "-c", command], limits, output, Path.cwd())).finish()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = used.ended if used.ended != "finished" or used.exit_code == 0 else "failed"
    right = ("yes" if known in output.numbers() else "no") if known and ended == "finished" else ""
    user_s, system_s = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return user_s, system_s, used.wall_s, used.peak_mb, ended, right


def summary(timings: Sequence[Timing]) -> list[str]:
    """A line for each command: the median of its user seconds, and its ratios to the first command's, by round."""
    by_name: dict[str, list[Timing]] = {}
    for timing in timings:
        by_name.setdefault(timing.name, []).append(timing)
    first = next(iter(by_name.values()))
    lines = []
    for name, runs in by_name.items():
        if bad := sorted({run.ended for run in runs if run.ended != "finished"}):
            lines.append(f"{name}: {', '.join(bad)} after {max(run.wall_s for run in runs):.0f} s")
            continue
        wrong = "; other number of solutions" if any(run.known == "no" for run in runs) else ""
        ratios = [run.user_s / max(base.user_s, 1e-3) for run, base in zip(runs, first, strict=True)]
        ratio = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) times {first[0].name}"
        user_s = statistics.median(run.user_s for run in runs)
        lines.append(f"{name}: {user_s:.3f} s user, {ratio}{wrong}")
    return lines


class _Tail:
    """Keeps the last bytes of an output."""

    def __init__(self) -> None:
        self._kept = b""

    def write(self, data: bytes, /) -> None:
        self._kept = (self._kept + data)[-_TAIL:]

    def numbers(self) -> set[str]:
        """The whole numbers in it, without the commas between their digits."""
        return set(re.findall(r"\d+", re.sub(r"(?<=\d),(?=\d{3})", "", self._kept.decode(errors="replace"))))


def _named(text: str, name: str, ours: bool) -> tuple[str, str, bool]:
    """(name, command, ours) of NAME=COMMAND, or of a command where a name is given."""
    match = re.fullmatch(r"([^\s=]+)=(.*\S.*)", text)
    if match:
        return match[1], match[2], ours
    if not name:
        raise UserError(f"--peer takes NAME=COMMAND, not '{text}'")
    return name, text, ours


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m studies.peers",
        "Time whole commands side by side on one instance: our solvers, and those of others. The shell runs them in "
        "turns; {json}, {dlx} and {definition} in a command stand for files with the instance: ours, Knuth's text "
        "format with one piece constrained, and a definition of M. Busche's polycube.",
        [
            "--instance soma-rotations \\\n"
            '    --ours "tilings solve {json} --solver dlx --goal count" \\\n'
            '    --peer dlx1="dlx1 < {dlx}" --peer polycube="polycube -r -- {definition}"'
        ],
        "docs/experiments.md",
        {UNANSWERED: "a command did not finish, or printed another number of solutions"},
    )
    command.add_argument(
        "--instance", required=True, metavar="NAME", help="a shipped polycube instance, or a JSON file"
    )
    command.add_argument(
        "--ours", action="append", default=[], metavar="[NAME=]COMMAND", help="a command of this toolkit; repeatable"
    )
    command.add_argument(
        "--peer", action="append", default=[], metavar="NAME=COMMAND", help="another program; repeatable"
    )
    command.add_argument("--repetitions", type=whole, default=5, metavar="N", help="rounds (%(default)s)")
    command.add_argument(
        "--timeout",
        type=seconds,
        default=300.0,
        metavar="S",
        help="wall-clock limit of each run in seconds (%(default)g)",
    )
    command.add_argument(
        "--out",
        type=Path,
        default=Path("results/peers/peers.csv"),
        metavar="FILE",
        help="add the rows to this file (%(default)s)",
    )
    return command


if __name__ == "__main__":
    run(main)
