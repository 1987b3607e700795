"""Reads a campaign.

In: the files of a results folder. Out: `Results`, tables of runs and traces with the instances they ran on, and for
notebooks one table of runs, by `load`; stored solutions, checked again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame


def load(folder: str | Path) -> DataFrame:
    """The runs of a campaign, one row each, to be filtered and drawn: `reports.data.load("results/default")`.

    docs/record.md and docs/data.md describe the columns. Raises `models.problem.UserError`, in one line, for a folder
    that holds no campaign or a file that is damaged.
    """
    from tilings.reports.data.campaign import read_results

    return read_results(Path(folder)).runs
