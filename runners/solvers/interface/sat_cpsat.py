"""CP-SAT on a formula: each clause is a bool_or, and a refutation leaves an LRAT proof.

OR-Tools 9.15 writes proofs for models of clauses, searched by one worker without presolve. It merges the proofs of the
search's parts only if it checks the result (check_merged_lrat_proof). Its check of each step of the search
(check_lrat_proof) is off: lrat-check repeats it. For squares/sat_cover on h13k2, with 57,000 clauses, the search took
0.9 s of CPU, and 1.6 to 2.4 s with the proof. A formula that unit propagation refutes leaves no proof.

A flag of OR-Tools' command line sets the path of the files (/tmp/lrat). Its Python interface cannot set it, but a
function of Abseil can, which OR-Tools' libraries export. A version that does not export it leaves no proofs.
"""

from __future__ import annotations

import ctypes
import time
from collections import Counter
from pathlib import Path
from threading import Event, Thread
from typing import Any

from tilings.models.formula import Formula
from tilings.runners.solvers.interface.child_process import Task, emit
from tilings.runners.solvers.interface.events import Measured, OutOfTime, Proof, SearchComplete
from tilings.runners.solvers.interface.sat import PROOF_MB, FormulaSolver, report

_FLAG = b"cp_model_lrat_output_prefix"
_FIND = "_ZN4absl12lts_2025081419FindCommandLineFlagESt17basic_string_viewIcSt11char_traitsIcEE"
_SET = (
    "_ZN4absl12lts_2025081415CommandLineFlag9ParseFromESt17basic_string_viewIcSt11char_traitsIcEE"
    "PNSt7__cxx1112basic_stringIcS4_SaIcEEE"
)
_PARTS = 0.5  # the size of the files that are merged, as a share of the proof's size
_CHECK_S = 0.2


class CpSatOnFormulas(FormulaSolver):
    """The adapter."""

    proof_mb = PROOF_MB

    def __init__(self) -> None:
        super().__init__("cpsat", "ortools", _solve, ["ortools.sat.python.cp_model"], "CP-SAT")


def _solve(task: Task) -> None:
    """Build the formula, and search until the goal is reached; for the optimum, repeatedly for better objectives."""
    formula, job = task.build(), task.job
    search = _Search(task, formula)
    started = task.encoded(variables=formula.variables, constraints=len(formula.clauses))
    total: Counter[str] = Counter()
    while True:
        solver, answer = search.call()
        total.update(nodes=solver.num_branches, failures=solver.num_conflicts)
        total["effort"] += solver.response_proto.deterministic_time
        emit(Measured({"solve_s": time.monotonic() - started, "effort_unit": "deterministic time", **total}))
        if answer not in ("OPTIMAL", "FEASIBLE"):
            break
        true = {variable for variable, value in enumerate(solver.response_proto.solution, start=1) if value}
        value = report(task, formula, true)
        if value is None:
            return
        formula.limit(value + (1 if job.problem.sense == "max" else -1))
    if answer == "INFEASIBLE":
        search.leave_proof()
        emit(SearchComplete())
    elif answer == "UNKNOWN":
        emit(OutOfTime())


class _Search:
    """Calls CP-SAT on a formula, which may grow between the calls; the last call's proof lies in the work folder."""

    def __init__(self, task: Task, formula: Formula) -> None:
        from ortools.sat.python import cp_model

        self._task, self._formula = task, formula
        self._model, self._variables = cp_model.CpModel(), list[Any]()
        self._prefix = task.job.work / f"{task.job.path.stem}-lrat"  # of each decision on the way to an optimum
        self._proves, self._too_large = _write_proofs_to(self._prefix), 0
        self._extend()

    def call(self) -> tuple[Any, str]:
        """Search, again without a proof if the proof is too large; returns the CpSolver and the name of its status."""
        from ortools.sat.python import cp_model

        self._extend()
        for path in self._files():
            path.unlink()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.cp_model_presolve = 1, False
        solver.parameters.random_seed = self._task.job.seed
        solver.parameters.max_time_in_seconds = self._task.remaining_s()
        solver.parameters.output_lrat_proof = solver.parameters.check_merged_lrat_proof = self._proves
        ended = Event()
        watcher = Thread(target=self._watch, args=(solver, ended))
        watcher.start()
        answer = solver.status_name(solver.solve(self._model))
        ended.set()
        watcher.join()
        if self._proves and self._too_large:
            self._proves = False
            return self.call() if answer == "UNKNOWN" else (solver, answer)
        return solver, answer

    def leave_proof(self) -> None:
        """Write the formula, and report the proof of the last call, if there is one."""
        path, proof = self._task.job.work / f"{self._task.job.path.stem}.cnf", Path(f"{self._prefix}.txt")
        size = self._too_large or (proof.stat().st_size if proof.exists() else 0)
        if size:
            path.write_text(self._formula.dimacs(), encoding="ascii")
            whole = not self._too_large and size <= PROOF_MB * 1_000_000
            emit(Proof(str(path), str(proof), "lrat", size, whole))

    def _extend(self) -> None:
        """Add the formula's new variables and clauses. They keep their numbers, to which the proof refers."""
        known, model = len(self._model.proto.constraints), self._model
        self._variables += [model.new_bool_var("") for _ in range(len(self._variables), self._formula.variables)]
        for clause in self._formula.clauses[known:]:
            model.add_bool_or([self._variables[n - 1] if n > 0 else ~self._variables[-n - 1] for n in clause])

    def _watch(self, solver: Any, ended: Event) -> None:
        """Stop the search once its files are too large."""
        while not self._too_large and not ended.wait(_CHECK_S):
            size = sum(path.stat().st_size for path in self._files() if path.suffix == ".bin")
            if size > _PARTS * PROOF_MB * 1_000_000:
                self._too_large = size
                solver.stop_search()

    def _files(self) -> list[Path]:
        return list(self._prefix.parent.glob(f"{self._prefix.name}*"))


class _StringView(ctypes.Structure):
    """C++'s std::string_view, as GCC's library lays it out."""

    _fields_ = (("length", ctypes.c_size_t), ("text", ctypes.c_char_p))


def _write_proofs_to(prefix: Path) -> bool:
    """Set the prefix of CP-SAT's proof files; whether this version of OR-Tools supports it."""
    import ortools

    try:
        (path,) = Path(ortools.__file__).parent.glob(".libs/libortools.so*")
        library = ctypes.CDLL(str(path))
        find, set_flag = library[_FIND], library[_SET]
    except (ValueError, OSError, AttributeError):
        return False
    find.argtypes, find.restype = [_StringView], ctypes.c_void_p
    set_flag.argtypes, set_flag.restype = [ctypes.c_void_p, _StringView, ctypes.c_void_p], ctypes.c_bool
    flag, value = find(_StringView(len(_FLAG), _FLAG)), bytes(prefix)
    unused = ctypes.create_string_buffer(64)  # for an error message, which a text flag never has
    return bool(flag and set_flag(flag, _StringView(len(value), value), unused))
