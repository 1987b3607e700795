"""Writes XCSP3 with PyCSP3, from the pseudo-Boolean constraints that CPMpy makes of its models.

PyCSP3 replaces Python's operators at import, and has one model per process; so it runs in a separate process.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.command import install_command
from tilings.runners.export.writers import Statement, cpmpy_opb

Terms = list[tuple[int, int]]  # weight and number of a variable, from 0


def xml(stated: Statement) -> dict[str, str]:
    """The model with 0-1 variables ``x[0]``, ``x[1]``, ... and sums."""
    head, *lines = cpmpy_opb(stated)[".opb"].splitlines()
    comments = [re.sub(r"^x(\d+)", lambda name: f"x[{int(name[1]) - 1}]", line[2:]) for line in lines if line[0] == "*"]
    stated_sums = [_sum(line) for line in lines if line[0] != "*"]
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        path = Path(folder) / "model.xml"
        done = subprocess.run(
            [sys.executable, "-P", "-c", "from tilings.runners.export.xcsp3 import post; post()"],
            input=json.dumps([str(path), int(re.findall(r"\d+", head)[0]), stated_sums]),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if "No module named 'pycsp3'" in done.stderr:
            install = install_command("pycsp3", target="extras")
            raise UserError(f"PyCSP3, which writes .xml, is missing; to install: {install}")
        if not path.exists():
            words = " ".join((done.stderr or done.stdout).split())
            raise UserError(f"PyCSP3 does not write this model of {stated.formulation.name}: {words[-300:]}")
        text = path.read_text(encoding="utf-8")
    return {".xml": "\n".join(["<!--", *comments, "-->", text])}


def post() -> None:
    """Write the sums on standard input into the file named there; called in PyCSP3's process."""
    from pycsp3 import Sum, VarArray, compile, minimize, satisfy

    path, number, sums = json.load(sys.stdin)
    x = VarArray(size=number, dom={0, 1}, id="x")
    for terms, least in sums:
        total = Sum([x[variable] * weight for weight, variable in terms])
        if least is None:
            minimize(total)
        else:
            satisfy(total >= least)
    compile(path)


def _sum(line: str) -> tuple[Terms, int | None]:
    """The terms of a line in OPB and their least sum, None for the objective. A literal ~x is 1 - x."""
    read = [(int(weight), negated, int(x) - 1) for weight, negated, x in re.findall(r"([-+]\d+) (~?)x(\d+)", line)]
    terms = [(-weight if negated else weight, variable) for weight, negated, variable in read]
    least = re.search(r">= (-?\d+);$", line)
    return terms, int(least[1]) - sum(weight for weight, negated, _ in read if negated) if least else None
