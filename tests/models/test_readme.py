"""The commands in the families' READMEs give the manifest's answers, and their tables describe the emitted files."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.models import plain
from tests.models.solving import installed
from tilings.generators import emit
from tilings.generators.all import families
from tilings.models import registry
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest

SHIPPED = {entry.name: entry for entry in manifest.shipped()}
PATHS = {family: registry.HOME / family / "README.md" for family in families()}
README = {family: path.read_text(encoding="utf-8") for family, path in PATHS.items() if path.exists()}


def test_every_family_has_a_readme() -> None:
    missing = [str(path) for path in PATHS.values() if not path.exists()]
    assert not missing, "write each like models/squares/README.md: the puzzle, its formulations, its files"


def commands(family: str) -> list[str]:
    """The commands of a README's section on files, each in one line after the settings of its block."""
    section = README[family].partition("## Files\n")[2].partition("\n## ")[0]
    found = []
    for block in re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        lines = block.replace("\\\n", " ").splitlines()
        settings = [line for line in lines if line.startswith("export ")]
        found += ["\n".join([*settings, line]) for line in lines if "instances/" in line]
    return found


@pytest.mark.parametrize("family", README)
def test_each_readme_has_a_command_for_minizinc_clingo_and_a_mip_solver(family: str) -> None:
    text = "\n".join(commands(family))
    assert re.search(r"^minizinc ", text, re.MULTILINE)
    assert re.search(r"-m clingo ", text)
    assert re.search(r"^cbc ", text, re.MULTILINE)


@pytest.mark.parametrize("command", [command for family in README for command in commands(family)])
def test_a_command_of_a_readme_gives_the_known_answer(tmp_path: Path, command: str) -> None:
    installed("minizinc")
    family, name = re.search(r"instances/(\w+)/([\w-]+)\.", command).groups()  # type: ignore[union-attr]
    for folder in ("models", ".venv", ".solvers"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    problem, instance = registry.load_instance(SHIPPED[name].path)
    emit.write(problem, instance, tmp_path / "instances" / family)
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
    )
    known = SHIPPED[name].known
    if "cbc " in command:
        value = plain.cbc(done.stdout)
        if emit.mps_goal(problem, instance) == "first":
            assert ("unsat" if value is None else "sat") == known["first"]
        else:
            assert value == (-1 if problem.sense == "max" else 1) * int(known["optimum"])
    elif "clingo " in command:
        goal = "optimum" if "goal=optimum" in command else "count" if command.endswith(" 0") else "first"
        assert plain.clingo(done.stdout, goal) == known[goal]
    else:
        file = re.search(r"goal_(\w+)\.mzn", command)[1]  # type: ignore[index]
        goal = {"min": "optimum", "max": "optimum"}.get(file, file)
        assert plain.minizinc(done.stdout, goal) == known[goal]


@pytest.mark.parametrize("family", README)
def test_the_table_of_files_describes_every_emitted_file(family: str) -> None:
    problem = registry.problem(family)
    instances = [registry.load_instance(entry.path)[1] for entry in SHIPPED.values() if entry.family == family]
    cells = dict(re.findall(r"^\| `NAME(\S+)` \| (.*) \|$", README[family], re.MULTILINE))
    assert tuple(cells) == emit.ENDINGS
    named = {ending: re.findall(r"`([^`]+)`", cell.split(":", 1)[-1]) for ending, cell in cells.items()}
    assert named[".dzn"] == list(problem.parameters(instances[0]))
    predicates = {name for instance in instances for name, _ in problem.facts(instance)}
    assert {fact.partition("(")[0] for fact in named[".lp"]} == predicates
    assert f"`{emit.mip(family).path.name}`" in cells[".mps.gz"]
    assert {goal for goal in ("first", "optimum") if f"`{goal}`" in cells[".mps.gz"]} == {
        emit.mps_goal(problem, instance) for instance in instances
    }
