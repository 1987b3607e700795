"""Writes a formulation's model of an instance in a format that other solvers read."""

import sys
import tempfile
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import setting
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.runners.export import formats
from tilings.runners.export.formats import FORMATS
from tilings.runners.plan import instance_files


def main() -> int:
    """The command ``python -m runners.export``."""
    given = parser().parse_args()
    ending = given.format or (given.out.suffix.removeprefix(".") if given.out else "")
    if ending not in FORMATS:
        raise UserError(f"--format, or the ending of --out, is one of {', '.join(FORMATS)}, not '{ending}'")
    if given.solver and ending != "fzn":
        raise UserError("--solver needs --format fzn: it selects a library of MiniZinc's constraints")
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        source = instance_files.source(given.instance, Path(folder), given.files)
    for note in source.problem.notes(source.instance):
        print(f"note: {note}", file=sys.stderr)
    texts = formats.texts(
        source.problem, source.instance, ending, given.formulation, given.goal, dict(given.option), given.solver or ""
    )
    if given.out is None:
        show(given, {"text": texts}, next(iter(texts.values())).removesuffix("\n"))
        return ANSWERED
    paths = formats.store(texts, given.out)
    show(given, {"written": paths}, "\n".join(map(str, paths)))
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    parser = Parser(
        "python -m runners.export",
        "Write a formulation's model of an instance in a format that other solvers read.",
        [
            "h04 --out h04.fzn",
            "h04 --format opb > h04.opb",
            "h04 --format fzn --solver chuffed",
            "golomb.mzn g8.dzn --out golomb.fzn    # own model",
        ],
        "docs/data.md",
    )
    parser.add_argument("instance", metavar="INSTANCE", help=instance_files.HELP)
    parser.add_argument("files", nargs="*", default=[], metavar="FILE", help="the data files of your own model")
    parser.add_argument("--format", choices=FORMATS, help="the format of the model (default: the ending of --out)")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="the file to write (default: standard output)")
    parser.add_argument(
        "--formulation", metavar="NAME", help="a file of models/FAMILY/ (default: the family's preferred one)"
    )
    parser.add_argument(
        "--goal", metavar="NAME", help="first, count or optimum (default: optimum if the puzzle has one, else first)"
    )
    parser.add_argument(
        "--option", action="append", default=[], type=setting, metavar="KEY=VALUE", help="a formulation's option"
    )
    parser.add_argument("--solver", metavar="NAME", help="the solver that fzn is compiled for (default: any)")
    return parser


if __name__ == "__main__":
    run(main)
