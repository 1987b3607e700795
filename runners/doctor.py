"""Says which solvers are there, in which versions, and the command that brings what is missing."""

from models.command import ANSWERED, UNANSWERED, Parser, run


def main() -> int:
    """The command ``python -m runners.doctor``; exit code 1 where a solver is missing."""
    from runners import confine
    from runners.record import machine
    from runners.solvers.interface import solver

    Parser(prog="python -m runners.doctor", description=__doc__).parse_args()
    where = machine.describe()
    print("{cpu_model}, {core_count} cores, {memory_mb} MB, {os}, Python {python}".format(**where))
    complete = True
    for adapter in solver.adapters():
        version = adapter.version()
        complete = complete and version is not None
        state = version or f"MISSING; to install: {adapter.bring}"
        print(f"{adapter.name:8} {adapter.paradigm:11} takes {adapter.accepts:6} {state}")
    taken = confine.choose().name
    for backend, missing in confine.usable():
        able = f"can hold the limits of runs{' (taken by default)' if backend == taken else ''}"
        print(f"{backend:9} {f'cannot hold limits here: {missing}' if missing else able}")
    return ANSWERED if complete else UNANSWERED


if __name__ == "__main__":
    run(main)
