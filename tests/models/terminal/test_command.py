"""Elsewhere than on Linux a command that makes runs says so in one line; one that reads needs no module of Linux."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.reports.conftest import make_climbed_campaign
from tilings.__main__ import COMMANDS
from tilings.models.terminal.command import BAD_INPUT, MAKE_RUNS, ROOT

# Python's own modules, and what a report needs, are imported before: some choose by the system what they import.
ELSEWHERE = """
import multiprocessing.pool, os, runpy, signal, subprocess, sys, sysconfig, tempfile
platform, report, module, *words = sys.argv[1:]
if report:
    import pandas
sysconfig.get_config_vars()
sys.platform = platform
for missing in ("fcntl", "resource") if platform == "win32" else ():
    sys.modules[missing] = None
for gone in ("sched_getaffinity", "pidfd_open", *(["fork", "geteuid", "wait4"] if platform == "win32" else [])):
    delattr(os, gone)
for gone in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT") if platform == "win32" else ():
    delattr(signal, gone)
sys.argv[1:] = words
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
NAMES = {"darwin": "macOS", "win32": "Windows"}
BY_THEMSELVES = ("studies.busche", "studies.hn", "studies.peers")  # these call need_linux()
MODULES = {word: module.removeprefix("tilings.") for word, (module, _) in COMMANDS.items()}
OF_TILINGS = [word for word, module in MODULES.items() if module in (*MAKE_RUNS, *BY_THEMSELVES, "bench")]


def elsewhere(platform: str, *words: str, report: str = "") -> subprocess.CompletedProcess[str]:
    """A command as on another system, as far as Linux can play it."""
    command = [sys.executable, "-c", ELSEWHERE, platform, report, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def refusal(platform: str) -> str:
    return f"runs need Linux, and this is {NAMES[platform]}: use the Containerfile (see README)"


@pytest.mark.parametrize("platform", NAMES)
@pytest.mark.parametrize("words", [*MAKE_RUNS, *BY_THEMSELVES] + [f"tilings {word}" for word in OF_TILINGS])
def test_a_command_that_makes_runs_is_refused_in_one_line(words: str, platform: str) -> None:
    done = elsewhere(platform, *words.split())
    assert (done.returncode, done.stdout, done.stderr) == (BAD_INPUT, "", f"error: {refusal(platform)}\n")


def test_each_command_of_tilings_that_makes_runs_is_among_them() -> None:
    assert {"solve", "bench", "doctor", "certify", "verify"} == set(OF_TILINGS)


@pytest.mark.parametrize("platform", NAMES)
@pytest.mark.parametrize("name", ["solve", "count", "race", "run_suite"])
def test_from_python_it_is_a_user_error(name: str, platform: str) -> None:
    code = f"import sys; sys.platform = '{platform}'; import tilings; tilings.{name}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == f"tilings.models.problem.UserError: {refusal(platform)}"


@pytest.mark.parametrize("platform", NAMES)
def test_reading_a_campaign_is_not_refused(platform: str, tmp_path: Path) -> None:
    campaign = make_climbed_campaign(tmp_path / "climbed")
    done = elsewhere(platform, "tilings.reports.build", "--results", str(campaign), "--findings", report="yes")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert done.stdout.startswith("CP-SAT leads on ")


def test_what_lacks_a_module_that_only_linux_has_says_so() -> None:
    done = elsewhere("win32", "tilings.runners.status", "results/published")
    assert done.returncode == BAD_INPUT
    assert done.stderr == "error: this command needs Linux, for Python's module resource\n"
