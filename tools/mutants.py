"""Makes small faults in the code that judges answers, one at a time, and lists those that no test notices.

cosmic-ray makes the faults in place and takes them back. So the files must have no uncommitted changes; after a kill,
``git checkout`` restores the one in progress. A session of each module is kept in build/mutants, so that an interrupted
run continues.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from tilings.models.terminal.command import ROOT

HOME = ROOT / "build" / "mutants"
# The tests that are to notice a fault, by module: fast ones, which do not start solvers for each fault.
TESTS = {
    "models/claims.py": "tests/models/test_claims.py tests/runners/campaign/test_cross_check.py",
    "models/covers/check.py": "tests/models/covers/test_covers_family.py",
    "models/own/reader.py": "tests/models/own/test_reader.py tests/models/own/test_lexis.py",
    "models/polycubes/check.py": "tests/models/polycubes/test_check.py tests/models/polycubes/test_gaps.py "
    "tests/models/polycubes/test_polycubes_family.py",
    "models/squares/check.py": "tests/models/squares/test_check.py",
    "models/triominoes/check.py": "tests/models/triominoes/test_check.py",
    "runners/record/climbs.py": "tests/runners/record/test_climbs.py",
    "runners/record/curves.py": "tests/runners/record/test_curves.py",
    "runners/binding/check.py": "tests/runners/binding",
    "runners/binding/counting.py": "tests/runners/binding/test_counting.py tests/runners/binding/test_solutions.py",
    "runners/binding/dimacs.py": "tests/runners/binding/test_dimacs.py",
    "runners/binding/families/squares.py": "tests/runners/binding/families tests/runners/binding/test_solutions.py",
    "runners/binding/tiles.py": "tests/runners/binding/families tests/runners/binding/test_solutions.py",
    "runners/execute/judge.py": "tests/runners/execute/test_false_answers.py tests/runners/execute/test_endings.py "
    "tests/runners/execute/test_count_check.py",
    "runners/execute/solution_checks.py": "tests/runners/execute/test_false_answers.py "
    "tests/runners/execute/test_count_check.py",
    "runners/plan/climb.py": "tests/runners/plan/test_climb.py",
    "runners/record/csv_log.py": "tests/runners/record/test_csv_log.py",
    "runners/record/rows.py": "tests/runners/record/test_rows.py",
    "runners/record/same_problem.py": "tests/runners/record/test_same_problem.py",
    "runners/record/support.py": "tests/runners/record/test_support.py",
}
# Faults of these kinds are left out: other arithmetic for the bars in types, decorators, and the like.
LEFT_OUT = [
    "core/ReplaceBinaryOperator_BitOr_.*", "core/ReplaceUnaryOperator_.*", "core/RemoveDecorator",
    "core/ReplaceBinaryOperator_.*_(Mul|Div|FloorDiv|Mod|Pow|RShift|LShift|BitOr|BitAnd|BitXor)",
    "core/ReplaceComparisonOperator_(Is|IsNot|Eq|NotEq)_(Lt|LtE|Gt|GtE|Is|IsNot)", "core/ExceptionReplacer",
    "core/ReplaceComparisonOperator_(Is|IsNot)_(Eq|NotEq)",
    "core/VariableReplacer", "core/VariableInserter",
]  # fmt: skip
_CONFIG = """
[cosmic-ray]
module-path = "{module}"
timeout = 120.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider {tests}"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = {left_out}
"""


def main(patterns: list[str]) -> int:
    """The exit code: 1 if a fault survived. patterns: of modules; none: all of them."""
    HOME.mkdir(parents=True, exist_ok=True)
    survived = 0
    for module, tests in TESTS.items():
        if patterns and not any(fnmatchcase(module, pattern) for pattern in patterns):
            continue
        found = list(faults(module, tests))
        unnoticed = [fault for outlived, fault in found if outlived]
        for fault in unnoticed:
            print(f"{module}: {fault}", flush=True)
        print(f"{module}: {len(found)} faults, {len(unnoticed)} survived", flush=True)
        survived += len(unnoticed)
    return 1 if survived else 0


def faults(module: str, tests: str) -> Iterator[tuple[bool, str]]:
    """For each fault in a module whether it survived, and its change in a line."""
    name = module.removesuffix(".py").replace("/", ".")
    config, session = HOME / f"{name}.toml", HOME / f"{name}.sqlite"
    config.write_text(_CONFIG.format(module=module, python=sys.executable, tests=tests, left_out=json.dumps(LEFT_OUT)))
    if not session.exists():
        _call("cosmic-ray", "init", config, session)
        _call("cr-filter-operators", session, config)
    _call("cosmic-ray", "exec", config, session)
    for line in _call("cosmic-ray", "dump", session).splitlines():
        item, result = json.loads(line)
        if result is None or result["worker_outcome"] == "skipped":
            continue
        changed = [
            text for text in (result["diff"] or "").splitlines() if text[:1] in "+-" and text[:3] not in ("+++", "---")
        ]
        before = next((text[1:].strip() for text in changed if text[0] == "-"), "")
        after = next((text[1:].strip() for text in changed if text[0] == "+"), "")
        row = item["mutations"][0]["start_pos"][0]
        yield result["test_outcome"] == "survived", f"line {row}: {before} -> {after}"


def _call(program: str, *words: object) -> str:
    command = [str(Path(sys.executable).parent / program), *map(str, words)]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
