"""The readers of proofs, formulas and certificates."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from tilings.runners.binding.__main__ import formula_lines
from tilings.runners.binding.check import check
from tilings.runners.plan import manifest
from tilings.runners.proofs import archive, keep
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord
from tilings.studies.hn import certificate
from tilings.studies.hn.search import SearchTask, exhaust
from tools.fuzz.reader import PROVEN, Reader, files, lone


def _formula(path: Path) -> None:
    with formula_lines(path) as lines:
        check(manifest.entry(*_refuted()[0]).path, lines, "first")


def _bound_instance(path: Path) -> None:
    check(path, _refuted()[1].decode(), "first")


@cache
def _refuted() -> tuple[tuple[str, str], bytes]:
    """Family and name of the instance of the smallest published formula, and the formula."""
    (_, run), *_ = _by_size()
    with keep.opened(run[1]) as (formula, _):
        return (run[0].family, run[0].instance), formula.read_bytes()


def _by_size() -> list[tuple[int, tuple[RunRecord, keep.Kept]]]:
    """The runs with a kept proof, the smallest formula first."""
    proofs = keep.KeptProofs(PROVEN)
    kept = [(run, found) for run in rows.runs(PROVEN) if (found := proofs.find(run.run_id))]
    return sorted(((found.formula.size, (run, found)) for run, found in kept), key=itemgetter(0))


def _proof(path: Path) -> None:
    proofs = keep.KeptProofs(lone(path, "proofs-1of1.tar"))
    for _, (run, _) in _by_size()[:5]:
        if kept := proofs.find(run.run_id):
            with keep.opened(kept) as (formula, proof):
                keep.digest(formula, proof)


def _proofs() -> list[bytes]:
    """Archives with one proof each."""
    archives = []
    with TemporaryDirectory() as home, (PROVEN / "proofs-1of1.tar").open("rb") as packed:
        for _, (run, kept) in _by_size()[:5]:
            paths = []
            for part in kept:
                packed.seek(part.offset)
                paths.append(Path(home, part.name))
                paths[-1].write_bytes(packed.read(part.size))
            with closing(archive.opened(Path(home, run.run_id))) as file:
                archive.append(file, paths)
            archives.append(Path(home, run.run_id).read_bytes())
    return archives


def _searched(size: int) -> certificate.Certificate:
    results = [exhaust(SearchTask(size, 1, part, 2)) for part in range(2)]
    parts = [certificate.Part(result.nodes, result.solutions, f"{result.digest:016x}") for result in results]
    return certificate.Certificate(size, 1, tuple(parts))


READERS = (
    Reader("formula.cnf", _formula, lambda: [_refuted()[1]]),
    Reader(
        "bound.json",
        _bound_instance,
        lambda: [manifest.entry(*_refuted()[0]).path.read_bytes(), *files("instances/*/*.json")()],
    ),
    Reader(
        "refutation.certificate",
        certificate.read,
        lambda: [certificate.text(_searched(size)).encode() for size in (5, 8)],
    ),
    Reader("proofs.tar", _proof, _proofs),
)
