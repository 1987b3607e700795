"""Certifies h(n), the least number of copies of one side that tile the n x n square by smaller squares.

For each n a tiling, checked, and an exhaustive refutation of one copy less. Every result is on disk before the next
is made; the same command goes on where it was stopped. Published values are only compared with, at the end. With
--plain, a second search without any pruning decides h(n) for small n, and is compared with what the first one recorded.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from operator import methodcaller
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.squares.published import LEAST_COPIES
from tilings.models.terminal.arguments import folder, seconds, shard, whole
from tilings.models.terminal.command import (
    ANSWERED,
    UNANSWERED,
    WRONG_ANSWER,
    Parser,
    need_linux,
    print_text,
    progress_output,
    run,
    show,
)
from tilings.models.terminal.phrases import counted
from tilings.reports.english import ranges
from tilings.runners.native.skyline import MOST_SIDE
from tilings.runners.record import appended
from tilings.studies.hn import certificate
from tilings.studies.hn.certified import ProofState
from tilings.studies.hn.rows import PlainResult, read
from tilings.studies.hn.search import VERSION, parts


def main() -> int:
    """The command ``python -m studies.hn``."""
    need_linux()
    from tilings.studies.hn import scheduler

    given = parser().parse_args()
    given.results = given.results or Path("results/certify")
    if given.verify and given.plain:
        raise UserError("--verify and --plain are different searches: give one of them")
    if given.verify:
        return _verify(given)
    sizes = _sizes(given)
    if given.plain:
        return _confirm(sizes, given)
    if given.certificates:
        given.certificates.mkdir(parents=True, exist_ok=True)
    ledger = scheduler.Ledger(given.results, given.shard, given.fresh)
    state = ProofState(ledger.rows)
    try:
        with progress_output(given):
            scheduler.search(sizes, given.shard, given.jobs, given.timeout, ledger, state)
    finally:
        ledger.close()
    written = _write_certificates(given.certificates, sizes, state) if given.certificates else []
    return _summary(sizes, state, written, given)


def _verify(given: argparse.Namespace) -> int:
    """Search the parts of a certificate again, or one of them, and compare."""
    from tilings.studies.hn import scheduler

    path, part = given.verify, given.part
    stated = certificate.read(path)
    if part is not None and not 0 <= part < len(stated.parts):
        raise UserError(f"--part {part}: {path} has the parts 0 to {len(stated.parts) - 1}")
    chosen = range(len(stated.parts)) if part is None else [part]
    different = []
    with progress_output(given):
        for number, again in scheduler.repeat(stated, chosen, given.jobs):
            if again != stated.parts[number]:
                different.append(number)
                print_text(f"part {number} DIFFERS: certified are {stated.parts[number]}; searched again: {again}")
    verdict = f"{len(different)} DIFFER" if different else "equal"
    found = {"certificate": path, "parts": len(stated.parts), "searched": len(chosen), "different": different}
    again_words = f"{counted(len(chosen), 'part')} of {len(stated.parts)} searched again, {verdict}"
    show(given, found, f"{path}: {stated}: {again_words}")
    return WRONG_ANSWER if different else ANSWERED


def _confirm(sizes: range, given: argparse.Namespace) -> int:
    """Decide h(n) by the plain search and compare with the rows of the results folder; return the exit code."""
    from tilings.studies.hn import scheduler

    machine, machines = given.shard
    ledger = scheduler.Ledger(given.results, given.shard, given.fresh, [PlainResult])
    certified = ProofState(ledger.rows).certified
    try:
        known = {result.size for result in read(given.results, PlainResult)}
        mine = [size for size in sizes if size % machines == machine - 1 and size not in known]
        with progress_output(given):
            scheduler.search_plainly(mine, given.jobs, given.timeout, ledger, certified)
    finally:
        ledger.close()
    results = {result.size: result for result in read(given.results, PlainResult) if result.size in sizes}
    confirmed = [size for size in sizes if size in results and certified.confirmed_by(results[size])]
    wrong = [words for result in results.values() if (words := certified.contradiction(result))]
    missing = [size for size in sizes if size not in results]
    decided = f"{len(results)} of {counted(len(sizes), 'side')} decided by the plain search"
    lines = [f"{decided}; recorded in {given.results}"]
    if confirmed:
        lines.append(f"confirms what is certified there: n = {ranges(confirmed)}")
    if missing:
        lines.append(f"not decided: n = {ranges(missing)}; the same command continues")
    lines += [f"WRONG: {contradiction}" for contradiction in wrong]
    found = {
        "results": given.results, "decided": sorted(results), "confirmed": confirmed, "missing": missing, "wrong": wrong
    }  # fmt: skip
    show(given, found, "\n".join(lines))
    return WRONG_ANSWER if wrong else UNANSWERED if missing else ANSWERED


def _write_certificates(folder: Path, sizes: Iterable[int], state: ProofState) -> list[Path]:
    """A file for the strongest refutation of each size, where this version of the engine can repeat it."""
    from tilings.runners.campaign import lock

    refuted = [state.certified.refutations[size] for size in sizes if size in state.certified.refutations]
    ours = [found for found in refuted if found.engine == VERSION]
    written = []
    for found in ours:
        shards = state.shards(found.size, found.copies, found.engine, found.parts)
        path = folder / f"squares-{found.size:03}-copies-{found.copies}.txt"
        written.append(path)
        text = certificate.text(certificate.from_shards([shards[part] for part in sorted(shards)]))
        with lock.writing(folder):
            appended.replace(path, methodcaller("write", text.encode()))
    if others := len(refuted) - len(ours):
        print(f"{counted(others, 'refutation')} by another version of the engine: no certificate", file=sys.stderr)
    return written


def _summary(sizes: Sequence[int], state: ProofState, written: list[Path], given: argparse.Namespace) -> int:
    """Print the certified and the missing values, compared with the published ones; return the exit code.

    written: the certificates.
    """
    certain = {size: value for size in sizes if (value := state.certified.value(size))}
    missing = [size for size in sizes if size not in certain]
    nodes, cpu_s = state.cost(sizes)
    lines = [f"{counted(len(written), 'certificate')} in {given.certificates}"] if given.certificates else []
    lines += [
        f"{len(certain)} of {counted(len(sizes), 'side')} certified: {nodes:,} nodes, {cpu_s:,.1f} s of CPU",
        f"recorded in {given.results}",
    ]
    mixed = [row for row in state.unfinished() if (row.engine, row.parts) != (VERSION, parts(row.size, row.copies))]
    if mixed:
        lines.append(f"ignored: {counted(len(mixed), 'shard')} of another version of the engine or another division")
    if missing:
        lines.append(f"not certain: n = {ranges(missing)}; the same command continues")
    wrong = [size for size, least in certain.items() if least != LEAST_COPIES.get(size, least)]
    unknown = [size for size in certain if size not in LEAST_COPIES]
    agreeing = [size for size in certain if size not in wrong and size not in unknown]
    for sizes_meant, words in (
        (agreeing, "agrees with A036444 and other published values"),
        (unknown, "nothing is published"),
        (wrong, "DIFFERS from the published value"),
    ):
        if sizes_meant:
            lines.append(f"{words}: n = {ranges(sizes_meant)}")
    lines += [f"WRONG: {objection}" for objection in state.certified.objections]
    found = {
        "results": given.results, "certified": certain, "missing": missing, "nodes": nodes, "cpu_s": cpu_s,
        "agreeing": agreeing, "unpublished": unknown, "wrong": wrong,
        "objections": list(map(str, state.certified.objections)), "certificates": written,
    }  # fmt: skip
    show(given, found, "\n".join(lines))
    if state.certified.objections or wrong:
        return WRONG_ANSWER
    return UNANSWERED if missing else ANSWERED


def _sizes(given: argparse.Namespace) -> range:
    if given.problem != "squares":
        problem = f"there is no problem '{given.problem}' to certify" if given.problem else "no problem given"
        raise UserError(f"{problem}: squares, as in tilings certify squares --from 2 --to 112")
    if given.part is not None:
        raise UserError("--part goes with --verify")
    if given.plain and given.certificates:
        raise UserError("--plain writes no certificates: its search differs from the engine's")
    if not 2 <= given.least <= given.most <= MOST_SIDE:
        bounds = f"2 <= from <= to <= {MOST_SIDE}"
        raise UserError(f"--from {given.least} --to {given.most}: the sides must satisfy {bounds}")
    return range(given.least, given.most + 1)


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m studies.hn",
        "Certify h(n), the least number of copies of one side that tile the n x n square by smaller squares: for each "
        "n a tiling, and an exhaustive refutation of one copy less. The same command continues after a stop.",
        [
            "squares --to 40",
            "squares --to 40 --plain    # by a second search",
            "squares --to 112 --certificates certificates",
            "--verify certificates/squares-019-copies-1.txt",
        ],
        "docs/experiments.md",
        {
            ANSWERED: "all are certified",
            UNANSWERED: "some are missing",
            WRONG_ANSWER: "a wrong answer, or figures that contradict each other",
        },
    )
    command.add_argument("problem", nargs="?", metavar="squares", help="the only problem so far")
    command.add_argument("--from", type=int, default=2, metavar="N", dest="least", help="the first n (%(default)s)")
    command.add_argument("--to", type=int, default=112, metavar="N", dest="most", help="the last n (%(default)s)")
    cores = len(os.sched_getaffinity(0))
    command.add_argument("--jobs", type=whole, default=cores, metavar="N", help="processes at a time (%(default)s)")
    command.add_argument("--timeout", type=seconds, metavar="S", help="stop after so many wall seconds")
    folder(command, "default: results/certify")
    command.add_argument("--fresh", action="store_true", help="start anew; recorded rows are set aside")
    command.add_argument("--plain", action="store_true", help="decide h(n) by a search without pruning, and compare")
    command.add_argument("--shard", type=shard, default=(1, 1), metavar="k/n", help="only the k-th of n parts")
    command.add_argument("--certificates", type=Path, metavar="DIR", help="write a certificate of each refutation")
    command.add_argument("--verify", type=Path, metavar="FILE", help="repeat the search of a certificate, and compare")
    command.add_argument("--part", type=int, metavar="P", help="with --verify: only this part, from 0")
    return command


if __name__ == "__main__":
    run(main)
