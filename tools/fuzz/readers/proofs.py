"""The readers of proofs, formulas and certificates."""

from __future__ import annotations

import itertools
import lzma
from functools import cache
from pathlib import Path

from tilings.models import registry
from tilings.runners.binding.__main__ import formula_lines
from tilings.runners.binding.check import check
from tilings.runners.proofs import keep
from tilings.studies.hn import certificate
from tilings.studies.hn.search import SearchTask, exhaust
from tools.fuzz.reader import PROVEN, Reader, files, small


def _formula(path: Path) -> None:
    with formula_lines(path) as lines:
        check(PROVEN / f"instances/{_refuted()[0]}.json", lines, "first")


def _bound_instance(path: Path) -> None:
    check(path, _refuted()[1].decode(), "first")


@cache
def _refuted() -> tuple[str, bytes]:
    """The instance of the smallest published formula, and the formula."""
    rows = registry.read_text(PROVEN / "runs-1of1.csv").splitlines()
    head = rows[0].split(",")
    runs = {(cells := row.split(","))[0]: dict(zip(head, cells, strict=False)) for row in rows[1:]}
    small = sorted((PROVEN / "proofs").glob("*.cnf.xz"), key=lambda path: (path.stat().st_size, path.name))
    run = next((path, runs[path.name.partition(".")[0]]) for path in small if path.name.partition(".")[0] in runs)
    return f"{run[1]['family']}/{run[1]['instance']}", lzma.decompress(run[0].read_bytes())


def _proof(path: Path) -> None:
    with keep.opened(keep.Kept(path, path.with_name("run.lrat.xz"))) as (formula, proof):
        keep.digest(formula, proof)


def _proofs() -> list[bytes]:
    return list(itertools.islice(small(sorted((PROVEN / "proofs").glob("*.lrat.xz"))), 5))


def _certificates() -> list[bytes]:
    return [certificate.text(_searched(size)).encode() for size in (5, 8)]


def _searched(size: int) -> certificate.Certificate:
    results = [exhaust(SearchTask(size, 1, part, 2)) for part in range(2)]
    parts = [certificate.Part(result.nodes, result.solutions, f"{result.digest:016x}") for result in results]
    return certificate.Certificate(size, 1, tuple(parts))


READERS = (
    Reader("formula.cnf", _formula, lambda: [_refuted()[1]]),
    Reader(
        "bound.json",
        _bound_instance,
        lambda: [*files(f"results/published/proven/instances/{_refuted()[0]}.json", "instances/*/*.json")()],
    ),
    Reader("refutation.certificate", certificate.read, _certificates),
    Reader("run.lrat.xz", _proof, _proofs),
)
