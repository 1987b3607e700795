"""The readers of files and lines that others wrote, each with what calls it, sound inputs and its sources.

``read`` is given the file with the input and returns, or raises UserError. What else it raises is a find.
"""

from __future__ import annotations

import itertools
import json
import lzma
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from models import film, foreign, registry
from models.command import ROOT
from models.own import dzn
from models.problem import UserError
from models.triominoes import text
from reports.data import campaign as report
from reports.data import certified
from runners.binding.check import check
from runners.certify import certificate
from runners.certify.search import SearchTask, exhaust
from runners.cluster import submissions
from runners.cluster.submissions import Submission, Submissions
from runners.confine import Usage
from runners.execute.run_once import _parsed
from runners.execute.transcript import Transcript
from runners.execute.verdict import RunVerdict
from runners.plan import instance_argument, suite_reader
from runners.proofs import keep
from runners.solvers.interface import solver
from runners.verify.audit import Audit

PUBLISHED = ROOT / "results/published"
_PROVEN = PUBLISHED / "proven"
_MOST = 6000  # bytes of a seed


@dataclass(frozen=True)
class Reader:
    """name: of the file that it reads; seeds: makes sound inputs; sources: files and folders, relative to the root."""

    name: str
    read: Callable[[Path], object]
    seeds: Callable[[], Sequence[bytes]]
    sources: tuple[str, ...]


def _files(*patterns: str, most: int = 12) -> Callable[[], list[bytes]]:
    """The first files of each pattern that are small."""

    def found() -> list[bytes]:
        each = [itertools.islice(_small(sorted(ROOT.glob(pattern))), most) for pattern in patterns]
        return list(itertools.chain(*each))

    return found


def _small(paths: Iterable[Path]) -> Iterable[bytes]:
    return (data for path in paths if len(data := path.read_bytes()) <= _MOST)


def _blocks(language: str) -> Callable[[], list[bytes]]:
    """The blocks of the documents in a language."""

    def found() -> list[bytes]:
        texts = [path.read_text() for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("models/*/README.md")]]
        fence = f"```{language}\n"
        return [part.partition("```")[0].encode() for text in texts for part in text.split(fence)[1:]]

    return found


def _heads(*names: str) -> Callable[[], list[bytes]]:
    """The heads of published CSV files, with some of their rows."""
    return lambda: [_head(PUBLISHED / name) for name in names]


def _head(path: Path, most: int = 6) -> bytes:
    with path.open("rb") as file:
        return b"".join(itertools.islice(file, most))


def _puzzle(path: Path) -> None:
    """As the commands read an instance."""
    found = foreign.read(path)
    file = path if found is None else instance_argument._copy(found.instance, path, path.parent)
    problem, instance = registry.load_instance(file)
    again = registry.parse_instance(registry.instance_json(problem, instance), "written")[1]
    assert again == instance, "the instance that is written reads as another"
    problem.goals(instance)


def _triominoes(path: Path) -> None:
    """As a file of one instance, and as one of several."""
    content = registry.read_text(path)
    if text.looks_like(content):
        text.read(content, str(path), "several")
    _puzzle(path)


def _tiles() -> list[bytes]:
    several = (ROOT / "tests/blocks/reader/input3.txt").read_bytes()
    return [several, *several.splitlines(keepends=True), b"# of Tam's\nid;difficulty;tiles;n\n(3;'easy';[(1;2;3)];4)\n"]


def _formula(path: Path) -> None:
    with path.open(encoding="ascii", newline="\n") as lines:
        check(_PROVEN / f"instances/{_refuted()[0]}.json", lines, "first")


def _bound_instance(path: Path) -> None:
    check(path, _refuted()[1].decode(), "first")


@cache
def _refuted() -> tuple[str, bytes]:
    """The instance of the smallest published formula, and the formula."""
    rows = registry.read_text(_PROVEN / "runs-1of1.csv").splitlines()
    head = rows[0].split(",")
    runs = {(cells := row.split(","))[0]: dict(zip(head, cells, strict=False)) for row in rows[1:]}
    small = sorted((_PROVEN / "proofs").glob("*.cnf.xz"), key=lambda path: (path.stat().st_size, path.name))
    run = next((path, runs[path.name.partition(".")[0]]) for path in small if path.name.partition(".")[0] in runs)
    return f"{run[1]['family']}/{run[1]['instance']}", lzma.decompress(run[0].read_bytes())


def _rows(path: Path) -> None:
    folder = _folder(path, "runs-1of1.csv")
    for finding in Audit(folder, []).findings():
        str(finding)
    report.read_results(folder)


def _trace(path: Path) -> None:
    from reports.data.traces import traced

    folder = _folder(path, "trace-1of1.csv")
    traced(folder, {})
    for finding in Audit(folder, []).findings():
        str(finding)


def _certified(path: Path) -> None:
    for name in ("shards-1.csv", "tilings-1.csv", "plain-1.csv"):
        try:
            certified.load(_folder(path, name))
        except UserError:
            continue


def _machine(path: Path) -> None:
    folder = _folder(path, "machine.json")
    (folder / "runs-1of1.csv").write_bytes(_head(PUBLISHED / "gallery/runs-1of1.csv"))
    report.read_results(folder)


def _folder(path: Path, name: str) -> Path:
    """A folder in which the input is the file of that name, and the only one."""
    folder = path.parent / "folder"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    (folder / name).write_bytes(path.read_bytes())
    return folder


def _proof(path: Path) -> None:
    with keep.opened(keep.Kept(path, path.with_name("run.lrat.xz"))) as (formula, proof):
        keep.digest(formula, proof)


def _proofs() -> list[bytes]:
    return list(itertools.islice(_small(sorted((_PROVEN / "proofs").glob("*.lrat.xz"))), 5))


def _output(path: Path) -> None:
    """The lines as the output of every adapter, up to the columns of the record, with each goal."""
    text = path.read_bytes().decode("utf-8", "replace").replace("\0", " ")
    problem, instance = registry.load_instance(ROOT / "instances/squares/h05.json")
    usage = Usage(ended="finished", exit_code=0, signal=None, wall_s=1.0, cpu_s=1.0, peak_mb=1.0, complaint="")
    for adapter, goal in zip(_adapters(), itertools.cycle(("first", "count", "optimum")), strict=False):
        transcript = Transcript()
        for line in text.split("\n"):
            transcript.add(0.5, _parsed(adapter, line))
        RunVerdict(problem, instance, goal, transcript).columns(usage, 10.0)


@cache
def _adapters() -> list[solver.Solver]:
    """An adapter for each way of reading a line, three times: for each goal."""
    ways = {type(adapter).parse.__qualname__: adapter for adapter in solver.adapters()}
    return [adapter for adapter in ways.values() for _ in range(3)]


def _outputs() -> list[bytes]:
    from runners.solvers.interface.child_process import _KINDS

    square = [["square", [0, 0, 2]], ["square", [2, 0, 3]], ["square", [0, 2, 1]]]
    events: list[dict[str, object]] = [
        {"event": "Found", "atoms": square, "objective": 3, "late": False},
        {"event": "Bounded", "bound": 2.5},
        {"event": "Measured", "values": {"encode_s": 0.1, "nodes": 12, "effort_unit": "conflicts"}},
        {"event": "SearchComplete", "count": 1, "computed": True},
        {"event": "Failed", "message": "no licence", "phase": "solve", "ended": "crash"},
        {"event": "NotApplicable", "message": "no copies"},
        {"event": "OutOfTime", "solutions": 3},
        {"event": "Proof", "formula": "f.cnf", "path": "p.lrat", "form": "lrat", "bytes": 12, "whole": True},
        {"event": "Telemetry", "kind": "progress", "payload": [0.5, 12, 1]},
    ]
    assert {event["event"] for event in events} == set(_KINDS)
    minizinc: list[dict[str, object]] = [
        {"type": "solution", "output": {"default": "square(0,0,2)\nsquare(2,0,3)"}, "sections": ["default"]},
        {"type": "solution", "output": {"json": {"objective": 3, "x": [1, 2]}, "default": "objective = 3;"}},
        {"type": "statistics", "statistics": {"flatTime": 0.1, "flatIntVars": 3, "nodes": 5, "objectiveBound": 2.0}},
        {"type": "status", "status": "OPTIMAL_SOLUTION"},
        {"type": "error", "what": "type error", "location": {"filename": "a.mzn", "firstLine": 3}, "message": "no"},
    ]
    whole = ["\n".join(map(json.dumps, group)) for group in (events, events[:4], minizinc)]
    lines = [json.dumps(line) for line in (*events, *minizinc)]
    return [text.encode() for text in (*whole, *lines, "  0.01 (Presolve)", "Result  0.3 (Solve)")]


def _certificates() -> list[bytes]:
    return [certificate.text(_searched(size)).encode() for size in (5, 8)]


def _searched(size: int) -> certificate.Certificate:
    found = [exhaust(SearchTask(size, 1, part, 2)) for part in range(2)]
    parts = [certificate.Part(each.nodes, each.solutions, f"{each.digest:016x}") for each in found]
    return certificate.Certificate(size, 1, tuple(parts))


def _solution(path: Path) -> None:
    """A stored solution, as verification and the report read it."""
    folder = _folder(path, "runs-1of1.csv")
    row = _head(PUBLISHED / "gallery/runs-1of1.csv", 2)
    (folder / "runs-1of1.csv").write_bytes(row)
    run_id = row.decode().splitlines()[1].partition(",")[0]
    instances = folder.parent / "stored"
    (instances / "solutions").mkdir(parents=True, exist_ok=True)
    if not (instances / "instances").exists():
        (instances / "instances").symlink_to(PUBLISHED / "gallery/instances")
        (instances / "runs-1of1.csv").write_bytes(row)
    path.replace(instances / f"solutions/{run_id}.json")
    for finding in Audit(instances, []).findings():
        str(finding)
    from reports.data.solutions import stored

    results = report.read_results(instances)
    for record in results.records:
        if (record.family, record.instance) in results.instances:
            stored(results, record)


def _film(path: Path) -> None:
    film.read(path).caption()


def _films() -> list[bytes]:
    whole = json.loads((PUBLISHED / "films/planted5x4x3-s1.json").read_bytes())
    return [json.dumps(whole | {part: whole[part][:2] for part in film.PARTS}).encode()]


def _submissions(path: Path) -> None:
    folder = _folder(path, submissions.NAME)
    for each in Submissions(folder).all:
        str(each)


def _submitted() -> list[bytes]:
    asked: dict[str, str | int | bool] = {"partition": "long", "exclusive": True, "mem": 4000}
    one = Submission("tilings-1", 4, [1, 2], ["python", "-m"], "2026-11-21", asked, {"dlx": "1"}, "17")
    return [json.dumps({"submissions": [asdict(one)] * 2}).encode()]


_POLYCUBES = "models/polycubes/"
READERS = {
    reader.name: reader
    for reader in (
        Reader(
            "instance.json", _puzzle,
            _files("instances/squares/*.json", "instances/triominoes/*.json", "instances/polycubes/*.json",
                   "instances/covers/*.json"),
            ("models/registry.py", "models/fields.py", *(f"models/{family}/instance.py" for family in
                                                         ("squares", "triominoes", "polycubes", "covers"))),
        ),
        Reader("drawn.txt", _puzzle, _blocks("text"), (_POLYCUBES + "drawn.py", _POLYCUBES + "draft.py")),
        Reader(
            "definition.txt", _puzzle, _files("generators/definitions/*.txt"),
            (_POLYCUBES + "definition.py", _POLYCUBES + "draft.py"),
        ),
        Reader(
            "puzzle.xmpuzzle", _puzzle, _files("tests/blocks/reader/*.xmpuzzle"),
            (_POLYCUBES + "burrtools", _POLYCUBES + "foreign.py"),
        ),
        Reader("knuth.dlx", _puzzle, _files("tests/blocks/reader/*.dlx"), ("models/covers/text.py",)),
        Reader("triominoes.txt", _triominoes, _tiles, ("models/triominoes/text.py",)),
        Reader(
            "model.mzn", _puzzle, _files("examples/tutorial/*.mzn", "models/squares/cp_*.mzn"),
            ("models/own/reader.py", "models/own/instance.py"),
        ),
        Reader("model.lp", _puzzle, _files("examples/tutorial/*.lp", "models/*/asp_*.lp"), ("models/own/reader.py",)),
        Reader(
            "data.dzn", lambda path: dzn.read(registry.read_text(path)),
            _files("examples/*/*.dzn", "examples/*/*/*.dzn"),
            ("models/own/dzn.py",),
        ),
        Reader("formula.cnf", _formula, lambda: [_refuted()[1]], ("runners/binding",)),
        Reader(
            "bound.json", _bound_instance,
            lambda: [*_files(f"results/published/proven/instances/{_refuted()[0]}.json", "instances/*/*.json")()],
            ("runners/binding",),
        ),
        Reader(
            "runs.csv", _rows, _heads("runs-1of1.csv", "gallery/runs-1of1.csv"),
            ("runners/record/csv_log.py", "runners/record/schema.py", "reports/data/rows.py", "runners/verify/rows.py"),
        ),
        Reader(
            "trace.csv", _trace, _heads("trace-1of1.csv", "seeds/trace-1of1.csv"),
            ("runners/record/csv_log.py", "reports/data/traces.py"),
        ),
        Reader(
            "certified.csv", _certified,
            _heads(*(f"certify/{kind}-1-of-1.csv" for kind in ("plain", "shards", "tilings"))),
            ("runners/record/certified.py", "runners/record/plain.py"),
        ),
        Reader(
            "machine.json", _machine, _files("results/published/machines/*.json"),
            ("reports/data/machine_classes.py", "runners/record/machine.py"),
        ),
        Reader("solution.json", _solution, _files("results/published/gallery/solutions/*.json"),
               ("runners/verify/artifacts.py", "reports/data/solutions.py")),
        Reader(
            "suite.toml", lambda path: suite_reader.load(str(path)), _files("runners/suites/*.toml", most=30),
            ("runners/plan/suite_reader.py", "runners/plan/suite.py", "runners/plan/suite_check.py",
             "runners/plan/toml_lines.py"),
        ),
        Reader("film.json", _film, _films, ("models/film.py",)),
        Reader("submissions.json", _submissions, _submitted, ("runners/cluster/submissions.py",)),
        Reader("refutation.certificate", certificate.read, _certificates, ("runners/certify/certificate.py",)),
        Reader("run.lrat.xz", _proof, _proofs, ("runners/proofs/keep.py",)),
        Reader(
            "output.log", _output, _outputs,
            ("runners/solvers/interface/events.py", "runners/execute/transcript.py", "runners/execute/verdict.py"),
        ),
    )
}  # fmt: skip
