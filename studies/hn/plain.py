"""What the plain search of `studies.hn --plain` found of h(n), and which certified values it confirms."""

from dataclasses import dataclass
from pathlib import Path

from studies.hn.certified import Certified, ProofState, Tiling, read_files

PATTERN = "plain-*.csv"


@dataclass(frozen=True)
class PlainResult(Tiling):
    """h(n) by the plain search: the first tiling with so many copies, and none with a copy less.

    copies: h(n). nodes, cpu_s: of the search for the tiling. refuted_nodes, refuted_cpu_s: of the search to its end
    with a copy less; 0 where h(n) = 1. The other fields are those of ``Tiling``; engine: what ran the search.
    """

    refuted_nodes: int
    refuted_cpu_s: float

    def confirms(self, certified: Certified) -> bool:
        """Whether h(n) is certain without this result, and the same."""
        return not self.contradiction(certified) and certified.value(self.size) == self.copies

    def contradiction(self, certified: Certified) -> str:
        """What speaks against this result or against what is certified, in words; empty if nothing does."""
        own = ProofState([self]).certified
        if own.objections:
            return own.objections[0]
        n, best = self.size, certified.tilings.get(self.size)
        if self.copies <= certified.refuted(n):
            return f"the plain search finds a tiling for n = {n} with copies {self.copies}, which are refuted"
        if best and best.copies < self.copies:
            return f"the plain search misses the tiling for n = {n} with copies {best.copies}"
        return ""


def read(home: Path) -> list[PlainResult]:
    """All results of the plain search in a folder. Raises UserError for a file that is foreign or broken."""
    return read_files(home, PATTERN, PlainResult)
