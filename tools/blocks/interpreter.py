"""Executes Python scripts whose names are on standard input, in one namespace."""

import os
import sys
import traceback
from pathlib import Path
from typing import Any

namespace: dict[str, Any] = {"__name__": "__main__"}
sys.path[0] = ""
answers = os.fdopen(os.dup(1), "w")
for name in map(str.strip, sys.stdin):
    with Path(f"{name}.out").open("wb", buffering=0) as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
        code = 0
        try:
            exec(compile(Path(name).read_text(encoding="utf-8"), name, "exec"), namespace)
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
    print(code, file=answers, flush=True)
