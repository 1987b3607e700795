"""The command that repeats a recorded run, and the differences between then and now.

Without differences, the command makes a run with the same run_id.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path

from tilings.models import registry, search_parts
from tilings.models.problem import UserError
from tilings.runners.confine.choice import CHOICES
from tilings.runners.plan import identity, manifest
from tilings.runners.record import machine, rows
from tilings.runners.record.schema import RunRecord
from tilings.runners.solvers.interface import solver


def lines(folders: list[Path], run_id: str) -> Iterator[str]:
    """Comment lines for a shell, then the command. Raises UserError for an unknown run."""
    folder, record = _find(folders, run_id)
    copy = folder / "instances" / record.family / f"{record.instance}.json"
    options = f"[{record.settings}]" if record.settings else ""
    yield f"# {record.family}/{record.instance}, {record.solver}/{record.formulation}{options}, goal {record.goal}"
    seconds = "" if record.wall_s is None else f", {record.wall_s:.3g} s"
    yield f"# answer: {record.answer_words} ({record.ended}, {record.check}{seconds})"
    described = f", machines/{record.machine}.json" if record.machine else ""
    yield f"# recorded on: {record.host or 'unknown host'}, {record.cpu_model}{described}; log: {record.log or 'none'}"
    yield from (f"# differs: {difference}" for difference in _differences(record, copy))
    yield _command(record, copy)


def _find(folders: list[Path], run_id: str) -> tuple[Path, RunRecord]:
    """The last row of the run that counts, and its campaign's folder."""
    matching = [row for folder in folders for row in rows.read_all(folder) if row.run.run_id == run_id]
    if not matching:
        raise UserError(f"no run '{run_id}' is recorded in {', '.join(map(str, folders))}")
    row = rows.by_run(matching)[run_id]
    return Path(row.file).parent, row.run


def _differences(record: RunRecord, copy: Path) -> Iterator[str]:
    """First the differences that change the run_id, then those that may only change the time."""
    if not copy.exists():
        yield f"the folder has no copy of the instance; the command names {record.instance}"
    elif manifest.file_sha256(copy) != record.instance_sha256:
        yield "the instance: its copy has another hash than the row"
    formulation = registry.formulation(record.family, record.formulation)
    if formulation.sha256() != record.formulation_sha256:
        yield f"the formulation {record.formulation}"
    options = search_parts.options(record)
    if identity.adapter_sha256(formulation, record.solver, record.goal, options) != record.adapter_sha256:
        yield f"the adapter of {record.solver}"
    version = solver.version(solver.find(record.solver, formulation.language), formulation)
    if version != record.solver_version:
        now = f"{version} is installed" if version else "it is not installed"
        yield f"the solver: it was {record.solver} {record.solver_version or '(not installed)'}, {now}"
    if record.repetition > 1:
        yield f"the repetition: it was number {record.repetition} of equal runs"
    this = machine.describe()
    if (record.git_commit, record.dirty) != (this["git_commit"], this["dirty"]) or record.dirty:
        changed = " with changes that were not committed (diff_sha256 in sessions-*.csv)" if record.dirty else ""
        yield f"perhaps this software: it was commit {record.git_commit or 'unknown'}{changed}"


def _command(record: RunRecord, copy: Path) -> str:
    words = ["tilings", "solve", str(copy) if copy.exists() else record.instance]
    words += ["--solver", record.solver, "--formulation", record.formulation, "--goal", record.goal]
    words += [word for option in record.options.split() for word in ("--option", option)]
    words += ["--preset", record.preset] if record.preset else []
    words += ["--seed", str(record.seed), "--threads", str(record.threads)]
    words += ["--timeout", f"{record.wall_limit_s:.15g}", "--memory", str(record.mem_limit_mb)]
    backend = record.limit_backend.partition("_")[0]
    if backend in CHOICES:
        words += ["--confine", backend]
    return shlex.join([*words, "--json"])
