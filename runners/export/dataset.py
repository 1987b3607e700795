"""Writes the ladders of a campaign as a data set: each up to the largest size that anybody reached, in every format.

Each goal of a ladder has a folder with the instances as JSON and their models. An instance is written if a solver tried
it, or if its answer follows from its rule. Presentations of an instance are left out, as they are the same puzzle.
Equal input gives equal bytes, with equal versions of the libraries.
"""

import gzip
import hashlib
import io
import multiprocessing
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path

from tilings.generators import ladders
from tilings.generators.emit import Entry
from tilings.models import presentation, registry
from tilings.models.problem import Instance, Problem, UserError
from tilings.models.terminal.arguments import whole
from tilings.models.terminal.command import ANSWERED, ROOT, Parser, run, show
from tilings.models.terminal.phrases import counted
from tilings.runners.export import dataset_check, dataset_sheet, formats, xcsp3
from tilings.runners.export.dataset_answers import Answer, Answers, campaigns
from tilings.runners.export.dataset_sheet import Ladder, Line, Rung
from tilings.runners.record import csv_log
from tilings.runners.record.climbs import climbs
from tilings.runners.record.schema import NOT_TRIED, RunRecord

JSON = "json"
# The formats; those of one tuple are made of one model. CPMpy's XCSP3 is made of its OPB.
WRITTEN = ((JSON,), ("mzn",), ("opb", "xml"), ("cnf",), ("wcnf",), ("mps",), ("asp",), ("dlx",))
_CHOSEN = {"cnf": "sat_cover", "wcnf": "sat_cover"}  # whose variables are atoms; else the preferred formulation
_ZIPPED = 100_000  # larger files are compressed
_LARGEST_MB = 1
Task = tuple[Ladder, tuple[str, ...]]


def main() -> int:
    """The command ``python -m runners.export.dataset``."""
    given = parser().parse_args()
    if given.out.exists() and any(given.out.iterdir()):
        raise UserError(f"{given.out} is not empty: remove it, or pass another --out")
    known = campaigns(given.results)
    found = reached(given.results, known, given.up_to)
    lines = write(found, Answers(chain.from_iterable(known.values())), given.out, given.largest * 1_000_000, given.jobs)
    files = [line for line in lines if line.sha256]
    size = sum(int(line.bytes) for line in files)
    done = {"folder": given.out, "files": len(files), "bytes": size, "left_out": len(lines) - len(files)}
    show(given, done, f"{len(files)} files, {size / 1e6:.0f} MB in {given.out}; {done['left_out']} notes on models "
         "that were left out: MANIFEST.csv")  # fmt: skip
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    result = Parser(
        "python -m runners.export.dataset",
        "Write the ladders of a campaign as a data set for archives and competitions: each up to the largest size "
        "that anybody reached, in every format, with known answers, a checker and a manifest.",
        ["", "--up-to 2 --out small", "--largest 20"],
        "docs/data.md",
    )
    add = result.add_argument
    add("--results", type=Path, default=ROOT / "results" / "published", metavar="DIR",
        help="the campaign; those in its folders count for sizes and answers (default: the published one)")  # fmt: skip
    add("--out", type=Path, default=Path("build/dataset"), metavar="DIR", help="the folder to write (%(default)s)")
    add("--largest", type=whole, default=_LARGEST_MB, metavar="MB", help="the size of the largest file, before it is "
        "compressed; the models of larger sizes are left out (%(default)s)")  # fmt: skip
    add("--up-to", type=whole, metavar="N", help="only the N smallest sizes of each ladder")
    add("--jobs", type=whole, default=os.cpu_count() or 1, metavar="N", help="processes (default: one a core)")
    return result


def reached(folder: Path, known: Mapping[Path, Sequence[RunRecord]], most: int | None = None) -> list[Ladder]:
    """The ladders of a campaign, without sweeps, up to the largest size reached in it or in a campaign inside it.

    known: the runs of these campaigns by their folders, the outer one first. most: of how many sizes at most.
    """
    top: dict[tuple[str, str, str], float] = {}
    tried: set[tuple[str, str]] = set()
    for home, runs in known.items():
        tried |= {(_plain(presentation.split(run.instance)[0]), run.goal) for run in runs if run.ended not in NOT_TRIED}
        for climb in climbs(runs):
            if home == folder or climb.ladder.key in top:
                top[climb.ladder.key] = max(top.get(climb.ladder.key, 0), climb.reach or 0)
    found = []
    for ladder in ladders.ladders():
        for goal in ladder.goals if not ladder.sweep else ():
            key = (ladder.family, f"{ladder.name}/{ladder.side}" if ladder.side else ladder.name, goal)
            if key in top:
                own = tuple(islice(_rungs(ladder, goal, top[key], tried), most))
                found.append(Ladder(ladder.family, ladder.name, goal, own))
    if not found:
        raise UserError(f"{folder} has no run on a ladder of this project")
    return found


def _rungs(ladder: ladders.Ladder, goal: str, most: float, tried: Collection[tuple[str, str]]) -> Iterator[Rung]:
    number = 0
    while (rung := ladder.rung(number)) and rung.size <= most:
        split = [presentation.split(name) for name in rung.names]
        own = [
            name for name in dict.fromkeys(name for name, _ in split) if ladder.side or (_plain(name), goal) in tried
        ]
        if own:
            yield Rung(rung.size, tuple(own), tuple(at for _, at in split if at))
        number += 1


def _plain(name: str) -> str:
    """A name without leading zeros: h04 is the instance h4."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", name)


def write(found: Sequence[Ladder], answers: Answers, out: Path, largest: int, jobs: int = 1) -> list[Line]:
    """Write the data set into a folder; returns the manifest.

    largest: a model of more bytes is left out, as are those of larger sizes in its format.
    """
    out.mkdir(parents=True, exist_ok=True)
    tasks = [(ladder, endings) for ladder in found for endings in WRITTEN]
    lines: list[Line] = []
    for (ladder, endings), part in zip(tasks, _done(partial(_models, out, largest), tasks, jobs), strict=True):
        lines += part
        files = counted(sum(bool(line.sha256) for line in part), "file")
        print(f"{ladder.folder}, {' and '.join(endings)}: {files}", file=sys.stderr)
    known: list[Sequence[str]] = [["ladder", "size", "instance", "question", *Answer._fields]]
    for ladder in found:
        problem = registry.problem(ladder.family)
        for rung in ladder.rungs:
            for name in rung.names:
                entry = _entry(ladder.family, name)
                answer = answers.of(problem, entry, ladder.goal, rung.presentations)
                known.append([ladder.folder, f"{rung.size:g}", entry.instance.name, ladder.goal, *answer])
    lines.append(_file(out, "answers.csv", csv_log.text(known)))
    lines.append(_file(out, "check.pyz", _checker()))
    lines.append(_file(out, "LICENSE", (ROOT / "LICENSE").read_bytes()))
    lines.append(_file(out, "README.md", dataset_sheet.text(found, lines, largest, _ZIPPED).encode()))
    (out / "MANIFEST.csv").write_bytes(csv_log.text([Line._fields, *sorted(lines)]))
    return lines


def _done(work: Callable[[Task], list[Line]], tasks: Sequence[Task], jobs: int) -> Iterator[list[Line]]:
    """The results of the tasks in their order, of so many processes."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, tasks)


def _entry(family: str, name: str) -> Entry:
    made = ladders.entry(name, family)
    assert made is not None, f"{name} is of a ladder"
    return made


def _models(out: Path, largest: int, task: Task) -> list[Line]:
    """Write a ladder in formats that are made of one model, up to the first size that is too large in one of them."""
    ladder, endings = task
    problem, lines = registry.problem(ladder.family), list[Line]()
    names = [name for rung in ladder.rungs for name in rung.names]

    def left_out(name: str, words: str) -> list[Line]:
        return [Line(f"{ladder.folder}/{name}.{ending}", "", "", words) for ending in endings]

    if reason := _refusal(ladder, endings[0], problem, _entry(ladder.family, names[0]).instance):
        return left_out("*", reason)
    for name in names:
        instance = _entry(ladder.family, name).instance
        try:
            contents = _contents(ladder, endings, problem, instance)
        except UserError as error:
            lines += left_out(instance.name, str(error))
            continue
        if (size := max(map(len, contents.values()))) > largest and endings[0] != JSON:
            words = f"from {instance.name} on: {size / 1e6:.1f} MB, more than {largest / 1e6:g}"
            return [*lines, *left_out("*", words)]
        written = [_file(out, file, content) for file, content in contents.items()]
        lines += [line for line in written if line not in lines]
    return lines


def _refusal(ladder: Ladder, ending: str, problem: Problem, instance: Instance) -> str:
    """Why a ladder is not written in a format; empty if it is."""
    if ending == JSON:
        return ""
    if ladder.goal not in formats.FORMATS[ending].goals:
        return f"the format cannot state the goal {ladder.goal}"
    try:
        formats.stated(problem, instance, _CHOSEN.get(ending), ending, ladder.goal)
    except UserError as reason:
        return str(reason)
    return ""


def _contents(ladder: Ladder, endings: Sequence[str], problem: Problem, instance: Instance) -> dict[str, bytes]:
    """The files of an instance in the formats. Model and data are apart: the model is that of all instances."""
    ending, *others = endings
    if ending == JSON:
        return {f"{ladder.folder}/{instance.name}.json": registry.instance_json(problem, instance).encode()}
    texts = formats.texts(problem, instance, ending, _CHOSEN.get(ending), ladder.goal)
    if others:
        texts[".xml"] = xcsp3.of_opb(texts[".opb"])
    files = {f"{ladder.folder}/{instance.name}{suffix}": text.encode() for suffix, text in texts.items()}
    if others or len(files) == 1:
        return files
    (name, model), *data = files.items()
    head, _, rest = model.partition(b"\n")
    head = head.replace(f"{ladder.family}/{instance.name} ".encode(), f"{ladder.folder} ".encode())
    return {f"{ladder.folder}/model{Path(name).suffix}": head + b"\n" + rest, **dict(data)}


def _file(out: Path, name: str, content: bytes) -> Line:
    """Write a file, compressed if it is large."""
    if len(content) > _ZIPPED:
        name, content = f"{name}.gz", gzip.compress(content, mtime=0)
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).write_bytes(content)
    return Line(name, len(content), hashlib.sha256(content).hexdigest(), "")


def _checker() -> bytes:
    """The checker with the modules that it imports, as one file that Python runs."""
    families = "".join(f"import tilings.models.{family};" for family in ladders.families())
    listing = f"import sys;{families}print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('tilings')))"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        modules = {Path(file) for file in done.stdout.split()}
        named = {path.relative_to(ROOT).as_posix(): path for path in modules}
        named = {name if name.startswith("tilings/") else f"tilings/{name}": path for name, path in named.items()}
        for name, path in sorted({**named, "__main__.py": Path(dataset_check.__file__)}.items()):
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return content.getvalue()


if __name__ == "__main__":
    run(main)
