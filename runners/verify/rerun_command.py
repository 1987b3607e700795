"""The command that repeats a recorded run, and the differences between then and now.

Without differences, the command makes a run with the same run_id.
"""

import hashlib
import shlex
from collections.abc import Iterator
from pathlib import Path

from tilings.models import registry, search_parts
from tilings.models.problem import UserError
from tilings.runners.confine.choice import CHOICES
from tilings.runners.plan import identity, manifest
from tilings.runners.record import machine, rows
from tilings.runners.record.schema import IMPORTED, RunRecord
from tilings.runners.record.stored_instances import StoredInstances
from tilings.runners.solvers.interface import solver


def lines(folders: list[Path], run_id: str) -> Iterator[str]:
    """Comment lines for a shell, then the command. Raises UserError for an unknown run."""
    folder, record = _find(folders, run_id)
    stored, named = _instance(folder, record)
    options = f"[{record.settings}]" if record.settings else ""
    yield f"# {record.family}/{record.instance}, {record.solver}/{record.formulation}{options}, goal {record.goal}"
    seconds = "" if record.wall_s is None else f", {record.wall_s:.3g} s"
    yield f"# answer: {record.answer_words} ({record.ended}, {record.check}{seconds})"
    described = f", machines/{record.machine}.json" if record.machine else ""
    yield f"# recorded on: {record.host or 'unknown host'}, {record.cpu_model}{described}; log: {record.log or 'none'}"
    yield from (f"# differs: {difference}" for difference in _differences(record, stored, named))
    yield _command(folder, record, stored, named)


def _find(folders: list[Path], run_id: str) -> tuple[Path, RunRecord]:
    """The last row of the run that counts, and its campaign's folder."""
    matching = [row for folder in folders for row in rows.read_all(folder) if row.run.run_id == run_id]
    if not matching:
        raise UserError(f"no run '{run_id}' is recorded in {', '.join(map(str, folders))}")
    row = rows.by_run(matching)[run_id]
    if row.run.limit_backend == IMPORTED:
        raise UserError(f"the run '{run_id}' was imported from a table, which has no command that repeats it")
    return Path(row.file).parent, row.run


def _instance(folder: Path, record: RunRecord) -> tuple[str, str]:
    """The hash of the instance that the folder keeps for a run, and of the one with its name here; empty without."""
    text = StoredInstances(folder).text(record.family, record.instance, record.instance_sha256)
    named = manifest.find(record.family, record.instance)
    return "" if text is None else hashlib.sha256(text).hexdigest(), named.sha256 if named else ""


def instance_text(folders: list[Path], name: str) -> str:
    """The JSON of an instance that one of the folders keeps. Raises UserError where none does."""
    for folder in folders:
        for family in registry.families():
            if (text := StoredInstances(folder).text(family, name)) is not None:
                return text.decode(errors="replace")
    raise UserError(f"no instance {name} is kept in {', '.join(map(str, folders))}; a rule may make it")


def _differences(record: RunRecord, stored: str, named: str) -> Iterator[str]:
    """First the differences that change the run_id, then those that may only change the time."""
    if record.instance_sha256 not in (stored, named):
        yield f"the instance: {'the one in the folder' if stored else record.instance} has another hash than the row"
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


def _command(folder: Path, record: RunRecord, stored: str, named: str) -> str:
    taken = shlex.join(["tilings", "verify", str(folder), "--instance", record.instance]) + " | "
    piped = stored not in ("", named)
    words = ["tilings", "solve", "-" if piped else record.instance]
    words += ["--solver", record.solver, "--formulation", record.formulation, "--goal", record.goal]
    words += [word for option in record.options.split() for word in ("--option", option)]
    words += ["--preset", record.preset] if record.preset else []
    words += ["--seed", str(record.seed), "--threads", str(record.threads)]
    words += ["--timeout", f"{record.wall_limit_s:.15g}", "--memory", str(record.mem_limit_mb)]
    backend = record.limit_backend.partition("_")[0]
    if backend in CHOICES:
        words += ["--confine", backend]
    return taken * piped + shlex.join([*words, "--json"])
