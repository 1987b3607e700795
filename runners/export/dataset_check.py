"""Checks a solution of the data set; the script of its ``check.pyz``, which needs Python alone.

It reads what solvers print, by the ending of the model: lines ``v`` (.cnf, .wcnf, .opb, .xml), a line with the name and
the value of each column (.mps), atoms (.mzn, .asp), or the items of each chosen option (.dlx). The rules are those of
the family's checker, which shares no code with any model.
"""

import gzip
import importlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tilings.models.problem import Atom, UserError

_USAGE = "usage: python check.pyz INSTANCE.json MODEL [OUTPUT]   (without OUTPUT, the standard input is read)"
_ATOM = re.compile(r"\b([a-z]\w*)\(([-\d,]+)\)")
_PLACED = ("square", "tile", "placement", "image", "option")  # the atoms that make up a solution, of each family
_NAMED = re.compile(r"^(?:[c*] )?(?:variable )?(\S+) (\w+\([-\d,]+\))$", re.MULTILINE)
_BETWEEN = re.compile(r"^(?:-{10}|Answer: .*|)$", re.MULTILINE)  # the lines between solutions


def main(words: list[str]) -> int:
    """The command; 0 for a right solution, 1 for a wrong one, 2 if there is none to check."""
    if len(words) not in (2, 3):
        print(_USAGE, file=sys.stderr)
        return 2
    try:
        instance, model, *output = map(Path, words)
        said = _text(output[0]) if output else sys.stdin.read()
        right, sentence = verdict(_text(instance), Path(model.name.removesuffix(".gz")).suffix, _text(model), said)
    except (OSError, ValueError, UserError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(sentence)
    return 0 if right else 1


def verdict(instance: str, ending: str, model: str, output: str) -> tuple[bool, str]:
    """Whether the solution in a solver's output, the last one, is right, and a sentence on it.

    ending: that of the model's name. Raises UserError if there is no solution, or a model of another origin.
    """
    given = json.loads(instance)
    problem = importlib.import_module(f"tilings.models.{given['family']}").PROBLEM
    goal = re.search(r" goal=(\w+)", model)
    if goal is None:
        raise UserError("the model does not name its goal: pass a model of the data set")
    parsed = problem.parse(given)
    read = list(atoms(ending, model, output))
    if not read:
        raise UserError("the output has no solution")
    solution = problem.decode(parsed, read)
    if broken := problem.check(parsed, solution, goal[1]):
        return False, f"WRONG: {broken[0]}"
    value = f"; objective {problem.objective(parsed, solution)}" if goal[1] == "optimum" else ""
    return True, f"right: {len(solution)} placed{value}"


def atoms(ending: str, model: str, output: str) -> Iterator[Atom]:
    """The true atoms of the last solution in an output."""
    plain = re.sub(r"\x1b\[\d*m", "", output)  # ACE prints colours
    if ending in (".mzn", ".asp", ".dlx"):
        parts = [_options(model, part) if ending == ".dlx" else part for part in _BETWEEN.split(plain)]
        true: Iterable[str] = next((part for part in reversed(parts) if _ATOM.search(part)), "").splitlines()
    else:
        named = dict(_NAMED.findall(model))
        lying = [variable for variable, text in named.items() if text.startswith("lies(")]  # clauses of polycubes
        named |= {variable: f"image({at})" for at, variable in enumerate(lying)}
        true = (named.get(name, "") for name in (_columns if ending == ".mps" else _literals)(plain))
    for name, numbers in _ATOM.findall("\n".join(true)):
        if name in _PLACED:
            yield name, tuple(map(int, numbers.split(",")))


def _columns(output: str) -> list[str]:
    """The names of the columns with the value 1, in lines such as ``12 x_3 1`` or ``x_3 0.9999999``."""
    found = re.findall(r"^[* ]*(?:\d+ +)?([A-Za-z_]\w*)[ \t]+([-+.\deE]+)(?:[ \t].*)?$", output, re.MULTILINE)
    return [name for name, value in found if re.search(r"\d", value) and float(value) > 0.5]


def _literals(output: str) -> list[str]:
    """The names of the true variables in the last lines ``v``: literals, bits, or values in XCSP3."""
    text = " ".join(re.findall(r"^\s*v\b(.*)$", output, re.MULTILINE))
    if "<values>" in text:
        names = re.findall(r"<list>(.*?)</list>", text)[-1].split()
        runs = [word.partition("x") for word in re.findall(r"<values>(.*?)</values>", text)[-1].split()]
        values = [value for value, _, times in runs for _ in range(int(times or 1))]  # 0x14 is 14 times 0
        return [f"x[{at}]" if names == ["x[]"] else names[at] for at, value in enumerate(values) if value == "1"]
    words = text.split()
    if len(words) == 1 and set(words[0]) <= {"0", "1"}:  # the bits of the MaxSAT Evaluations
        return [str(at) for at, bit in enumerate(words[0], start=1) if bit == "1"]
    return [word for word in words if not word.startswith("-")]


def _options(model: str, output: str) -> str:
    """The atoms of the options that a solution lists."""
    pairs = re.findall(r"^\| (.+)\n([^|\n].*)$", model, re.MULTILINE)
    known = {frozenset(word for word in line.split() if word[0] != "|"): comment for comment, line in pairs}
    chosen = (re.sub(r";|\(\d+ of \d+\)", "", line) for line in output.splitlines())
    return "\n".join(known.get(frozenset(word for word in line.split() if word[0] != "|"), "") for line in chosen)


def _text(path: Path) -> str:
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
