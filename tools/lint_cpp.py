"""Checks the layout of all C++ with clang-format and the engines with clang-tidy, for ``make lint``.

clang-tidy takes seconds for each file. So a file is checked again only if it, something that it includes or the
settings have changed since it passed; ``build/tidy`` holds an empty file for each digest of a state that passed.
Bindings are not checked, since nanobind's templates take longer than all other files.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tilings.runners.native import digests

ROOT = Path(__file__).parent.parent
NATIVE, BUSCHE = ROOT / "runners" / "native", ROOT / "studies" / "busche"
PASSED = ROOT / "build" / "tidy"
TOOLS = Path(sys.executable).parent
VECTORS = platform.machine() in ("x86_64", "AMD64")
WIDEST = ["-march=x86-64-v4", "-mavx512vpopcntdq", "-DTILINGS_LANES=8"]
OPTIONS = ["-std=c++20", f"-I{NATIVE}", f"-I{BUSCHE}", *(WIDEST if VECTORS else ["-DTILINGS_LANES=1"])]


def main(names: list[str]) -> int:
    """The exit code: 0 if no file has a fault. names: the files to check; all if empty."""
    everything = [path for folder in (NATIVE, BUSCHE, ROOT / "tests") for path in folder.rglob("*.[ch]pp")]
    if names:
        everything = [path for path in everything if path in {Path(name).resolve() for name in names}]
    formatted = subprocess.run([TOOLS / "clang-format", "--dry-run", "--Werror", *sorted(everything)], check=False)
    files = [path for path in everything if path.suffix == ".cpp" and path.name != "bindings.cpp"]
    files = sorted(path for path in files if not path.is_relative_to(ROOT / "tests"))
    PASSED.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(checked, files))
    return 0 if formatted.returncode == 0 and all(results) else 1


def checked(path: Path) -> bool:
    """Whether clang-tidy finds no fault in a file, now or before; prints what it finds."""
    passed = PASSED / state(path)
    if passed.exists():
        return True
    command = [TOOLS / "clang-tidy", "--quiet", path, "--", *OPTIONS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        passed.touch()
    else:
        print(done.stdout or done.stderr, end="")
    return done.returncode == 0


def state(path: Path) -> str:
    """A digest of a file, of all that it includes, and of the settings."""
    hashed = hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + str(OPTIONS[3:]).encode())
    if path.is_relative_to(NATIVE):
        included = [NATIVE / name for name in digests.closure(NATIVE, [path.relative_to(NATIVE)])]
    else:
        included = [path, *path.parent.glob("*.hpp"), *NATIVE.glob("*.hpp")]
    for used in sorted(included):
        hashed.update(used.relative_to(ROOT).as_posix().encode() + used.read_bytes())
    return hashed.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
