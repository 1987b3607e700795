"""The certificate of a refutation: the parts of its search with their nodes and a hash, so that any can be run again.

A text of one line for each part:

    tilings-refutation 1
    engine skyline 1
    board 20 20
    copies 1
    symmetry on
    parts 1
    part 0 nodes 427 solutions 0 digest 00a1b2c3d4e5f607
    total nodes 427 solutions 0 digest 00a1b2c3d4e5f607 sha256 …

``copies``: of each side smaller than the board's. ``symmetry``: whether symmetric branches are skipped. ``digest``:
the engine's hash over the nodes, added up modulo 2**64 in the total. ``sha256``: of all lines before the last one.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilings.models import files
from tilings.models.problem import UserError
from tilings.reports.english import copies
from tilings.runners.native.skyline import MOST_SIDE
from tilings.studies.hn.rows import Shard
from tilings.studies.hn.search import VERSION

FORMAT = "tilings-refutation 1"
_HEAD = re.compile(
    r"engine (?P<engine>.+)\nboard (?P<size>\d{1,4}) (?P=size)\ncopies (?P<copies>\d{1,4})\nsymmetry on\n"
)
_PART = re.compile(r"^part \d+ nodes (\d{1,20}) solutions (\d{1,20}) digest ([0-9a-f]{16})$", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """Nodes, solutions and digest of a part of a search, or of the whole."""

    nodes: int
    solutions: int
    digest: str

    def __str__(self) -> str:
        return f"nodes {self.nodes} solutions {self.solutions} digest {self.digest}"


@dataclass(frozen=True)
class Certificate:
    """The refutation of a tiling of the size x size board with at most so many copies of a side."""

    size: int
    copies: int
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return f"no tiling of the {self.size} x {self.size} board with {copies(self.copies)} of a side"

    @property
    def total(self) -> Part:
        """The sums over the parts."""
        digest = sum(int(part.digest, 16) for part in self.parts) % 2**64
        nodes, solutions = (sum(getattr(part, name) for part in self.parts) for name in ("nodes", "solutions"))
        return Part(nodes, solutions, f"{digest:016x}")


def from_shards(shards: Sequence[Shard]) -> Certificate:
    """The certificate of all parts of a search by this version of the engine, in their order."""
    parts = tuple(Part(shard.nodes, shard.solutions, shard.digest) for shard in shards)
    return Certificate(shards[0].size, shards[0].copies, parts)


def text(certificate: Certificate) -> str:
    """The certificate of this engine as a text."""
    size, parts = certificate.size, certificate.parts
    lines = [FORMAT, f"engine {VERSION}", f"board {size} {size}", f"copies {certificate.copies}", "symmetry on"]
    lines += [f"parts {len(parts)}", *(f"part {number} {part}" for number, part in enumerate(parts))]
    body = "\n".join(lines) + "\n"
    return body + f"total {certificate.total} sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def read(path: Path) -> Certificate:
    """The certificate in a file. Raises UserError for one of another version, cut short or altered."""
    try:
        content = files.text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {getattr(error, 'strerror', None) or 'not a text'}") from None
    try:
        return parsed(content)
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None


def parsed(content: str) -> Certificate:
    """Parse the text of a certificate; raises ValueError for any other text."""
    kind, _, rest = content.partition("\n")
    name, version = FORMAT.rsplit(" ", 1)
    if not kind.startswith(f"{name} "):
        raise ValueError("this is not a certificate of a refutation")
    if kind != FORMAT:
        raise ValueError(f"a certificate of format {kind.removeprefix(name).strip()}; this version reads {version}")
    head = _HEAD.match(rest)
    if head is None:
        raise ValueError("the certificate is cut short or altered")
    if head["engine"] != VERSION:
        raise ValueError(f"a certificate of engine {head['engine']}; this version has {VERSION}")
    parts = tuple(Part(int(nodes), int(solutions), digest) for nodes, solutions, digest in _PART.findall(rest))
    certificate = Certificate(int(head["size"]), int(head["copies"]), parts)
    if text(certificate) != content:  # the number of parts, their total and the hash come out as stated
        raise ValueError("the certificate is cut short or altered")
    if not 2 <= certificate.size <= MOST_SIDE or certificate.copies < 1 or not parts or certificate.total.solutions:
        raise ValueError("the board, copies, parts or solutions of the certificate are impossible")
    return certificate
