"""The process in which a user's own checker checks solutions: CHECKER.py INSTANCE.json SOLUTIONS.jsonl.

Its last line of output is a JSON object with one of these:

- ``wrong``: the checker's message on the first solution that it refuses, with ``place``, the solution's number from 0;
- ``failed``: the error that the checker raised, or the name that it asks for and the model does not print;
- ``checked``: the number of solutions that passed.
"""

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any


class _Printed(dict[str, Any]):
    """The values that the model prints, by name, and its objective, where it has one."""

    def __missing__(self, name: Any) -> None:
        printed = ", ".join(repr(key) for key in self if key != "_objective") or "nothing"
        raise _NotPrinted(f"the checker asks for {name!r}, and the model prints {printed}")


class _NotPrinted(KeyError):
    """A checker's request for a name that the model does not print."""


def main(checker: str, instance: str, solutions: str) -> dict[str, Any]:
    """The checker's result on the solutions, a JSON object on each line."""
    sys.path.insert(0, str(Path(checker).parent))
    spec = importlib.util.spec_from_file_location("checker", checker)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    passed = 0
    try:
        spec.loader.exec_module(module)
        if not hasattr(module, "check"):
            return {"failed": "it has no function check(instance, solution)"}
        given = json.loads(Path(instance).read_text(encoding="utf-8"))
        with Path(solutions).open(encoding="utf-8") as lines:
            for line in lines:
                if wrong := module.check(given, _Printed(json.loads(line))):
                    return {"wrong": str(wrong), "place": passed}
                passed += 1
    except _NotPrinted as error:
        return {"failed": error.args[0]}
    except (Exception, SystemExit) as error:  # any exception means that the checker cannot be used
        return {"failed": f"{type(error).__name__}: {error}"}
    return {"checked": passed}


if __name__ == "__main__":
    result = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of the checker goes to the log
    print(json.dumps(main(*sys.argv[1:])), file=result, flush=True)
    os._exit(0)  # without waiting for threads of the checker
