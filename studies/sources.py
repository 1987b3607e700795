"""The sources of the studies: campaigns by name, and the files that the commands of studies write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.reports.data.campaign import Results
from tilings.studies import inputs
from tilings.studies.busche import chapter as busche
from tilings.studies.busche.chapter import Reproduced
from tilings.studies.hn import certified as hn
from tilings.studies.hn.certified import Certified
from tilings.studies.peers import chapter as peers
from tilings.studies.tam import runs as tam
from tilings.studies.tam.runs import REPORT, TRIOMINOES

if TYPE_CHECKING:
    from pandas import DataFrame

HARDNESS, SQUARES, ENGINES = "triominoes-hardness", "squares", "engines"
ABLATIONS = ("squares-ablation", "triominoes-ablation")
CAMPAIGNS = (REPORT, TRIOMINOES, HARDNESS, SQUARES, ENGINES, *ABLATIONS)


@dataclass(frozen=True)
class Studies:
    """The experiments in a folder. campaigns: by name, each with the runs of one kind of machine.

    certified: what is proven of h(n). published: the runs that G. Tam published. reproduced: M. Busche's Table 2 run
    again. peers: the times of whole commands. None where there are none.
    """

    folder: Path
    campaigns: dict[str, Results]
    certified: Certified | None
    published: DataFrame | None
    reproduced: Reproduced
    peers: DataFrame | None

    def __bool__(self) -> bool:
        parts = (self.certified, self.published, self.peers)
        return bool(self.campaigns or self.reproduced) or any(part is not None for part in parts)

    @cached_property
    def days(self) -> list[str]:
        """The days of the campaigns' runs."""
        started = [time for each in self.campaigns.values() for time in each.runs["started_at"]]
        return sorted({time[:10] for time in started if time})


def load(folder: Path) -> Studies:
    """The experiments in a folder: campaigns in folders of their names or in this one, files in it or in `reproduce`.

    Beside campaigns on his boards stand the runs that G. Tam published, which this repository holds.
    Raises UserError where there is none, or where a file is not of its schema.
    """
    known = inputs.campaigns(folder, CAMPAIGNS)
    his = tam.load(folder, known)
    found = Studies(folder, known, hn.load(folder), his, busche.load(folder), peers.load(folder))
    if not found:
        raise UserError(f"{folder} holds no experiments: no folder of {', '.join(CAMPAIGNS)} or certify")
    return found
