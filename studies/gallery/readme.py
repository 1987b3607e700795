"""Draws the pictures of README.md and docs/ from the book: one of each family, and the film of a search."""

from collections.abc import Iterable
from pathlib import Path

from models import film
from models.problem import UserError
from reports.plot.style import context
from studies.gallery.picture import Picture, Section

BOARDS = {"squares": "h19", "triominoes": "dense-7-v8", "polycubes": "tetris-cube"}
SEARCH = "films/pentominoes6x10.json"  # in the folder of results


def write(shown: Iterable[Section], results: Path, out: Path) -> None:
    """Write FAMILY.png and search.png into a folder; raises UserError where the results lack one of these."""
    known = {(each.family, each.instance.name): each for section in shown for each in section.pictures}
    strip = film.read(results / SEARCH)
    out.mkdir(parents=True, exist_ok=True)
    with context():
        for family, name in BOARDS.items():
            _picture(known, family, name).figure(bare=False).savefig(out / f"{family}.png", bbox_inches="tight")
        film.save(strip, _picture(known, strip.family, strip.instance).instance, out / "search.png")


def _picture(known: dict[tuple[str, str], Picture], family: str, name: str) -> Picture:
    if (family, name) not in known:
        raise UserError(f"--pictures needs a solution of {name}, of the family {family}, which the results lack")
    return known[family, name]
