"""Writes XCSP3 from the pseudo-Boolean constraints that CPMpy makes of its models."""

import re

from tilings.runners.export.writers import Statement, cpmpy_opb

_TERM = re.compile(r"([-+]\d+) (~?)x(\d+)")
_RELATION = re.compile(r"(>=|=) (-?\d+) ?;$")


def xml(stated: Statement) -> dict[str, str]:
    """The model with 0-1 variables ``x[0]``, ``x[1]``, ... and sums."""
    return {".xml": of_opb(cpmpy_opb(stated)[".opb"])}


def of_opb(text: str) -> str:
    """The same for the text of such constraints."""
    head, *lines = text.splitlines()
    comments = [re.sub(r"^x(\d+)", lambda name: f"x[{int(name[1]) - 1}]", line[2:]) for line in lines if line[0] == "*"]
    sums = [_sum(line) for line in lines if line[0] != "*"]
    objectives = [text for text in sums if text.startswith("<minimize")]
    return "\n".join([
        "<!--", *comments, "-->",
        f'<instance format="XCSP3" type="{"COP" if objectives else "CSP"}">',
        f'<variables> <array id="x" size="[{re.findall(r"[0-9]+", head)[0]}]"> 0 1 </array> </variables>',
        "<constraints>", *(text for text in sums if text.startswith("<sum")), "</constraints>",
        *(f"<objectives> {text} </objectives>" for text in objectives),
        "</instance>", "",
    ])  # fmt: skip


def _sum(line: str) -> str:
    """A line in OPB as a constraint, or as the objective, which has no relation. A literal ~x is 1 - x."""
    read = [(int(weight), negated, int(x) - 1) for weight, negated, x in _TERM.findall(line)]
    listed = " ".join(f"x[{variable}]" for _, _, variable in read)
    weights = " ".join(str(-weight if negated else weight) for weight, negated, _ in read)
    terms = f"<list> {listed} </list> <coeffs> {weights} </coeffs>"
    if not (relation := _RELATION.search(line)):
        return f'<minimize type="sum"> {terms} </minimize>'
    right = int(relation[2]) - sum(weight for weight, negated, _ in read if negated)
    return f"<sum> {terms} <condition> ({'ge' if relation[1] == '>=' else 'eq'},{right}) </condition> </sum>"
