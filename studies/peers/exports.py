"""Writes a polycube puzzle in formats that other solvers read; the modules that read them here describe them.

They are ``models/covers/text.py`` for exact covers and ``models/polycubes/definition.py`` for definition files.
"""

from tilings.models.polycubes import PROBLEM
from tilings.models.polycubes.definition import read
from tilings.models.polycubes.instance import Piece, PolycubesInstance, parse
from tilings.models.problem import UserError
from tilings.models.registry import instance_json
from tilings.runners.export import formats


def json(instance: PolycubesInstance) -> str:
    """The instance's own JSON."""
    return instance_json(PROBLEM, instance)


def dlx(instance: PolycubesInstance) -> str:
    """Items and options in the text format of D. E. Knuth's programs, as our own plain dancing links have them.

    Pieces with several copies are items with multiplicities, which his DLX1 and DLX2 do not read.
    """
    return formats.texts(PROBLEM, instance, "dlx", "dlx_cover", "count")[".dlx"]


def definition(instance: PolycubesInstance) -> str:
    """A definition of M. Busche's polycube solver; raises UserError for a puzzle that such a file cannot state.

    Blocked cells are a stationary piece, and further copies of a piece are pieces of their own.
    """
    x, y, z = instance.box
    one_sided = ":oneSide" if z == 1 and not instance.reflect else ""
    taken = {piece.name for piece in instance.pieces}
    lines = [f"D:xDim={x}:yDim={y}:zDim={z}{one_sided}"]
    if instance.blocked:
        taken.add(name := _unused("*", taken))
        lines.append(_listed(Piece(name, instance.blocked, fixed=True), name))
    for piece in instance.pieces:
        lines.append(_listed(piece, piece.name))
        for number in range(2, piece.copies + 1):
            taken.add(name := _unused(f"{piece.name}{number}", taken))
            lines.append(_listed(piece, name))
    text = "\n".join([*lines, "~D", ""])
    back = parse(read(text, "the definition", instance.name).instance)
    if any(piece.one_sided for piece in instance.pieces):
        raise UserError(f"{instance.name} cannot be a definition file: there all pieces are one-sided, or none")
    if (back.reflect, back.convention) != (instance.reflect, instance.convention):
        raise UserError(
            f"{instance.name} cannot be a definition file: it would count up to {back.convention}, "
            f"with pieces that may {'' if back.reflect else 'not '}be mirrored"
        )
    return text


def _listed(piece: Piece, name: str) -> str:
    layout = ", ".join(" ".join(map(str, cell)) for cell in piece.cells)
    return f"C:name={name}:type={'S' if piece.fixed else 'M'}:layout={layout}"


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name
