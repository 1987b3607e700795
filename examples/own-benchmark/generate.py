"""Writes the ten instances in data/: two of each size, with times and orders of machines drawn from a seed."""

from pathlib import Path
from random import Random

SIZES = [(3, 3), (4, 4), (5, 5), (6, 6), (8, 8)]  # jobs, machines


def instance(jobs: int, machines: int, seed: int) -> str:
    """The data of a random instance."""
    draw = Random(f"{jobs} {machines} {seed}")
    orders = [draw.sample(range(1, machines + 1), machines) for _ in range(jobs)]
    times = [[draw.randint(1, 20) for _ in range(machines)] for _ in range(jobs)]
    return f"jobs = {jobs};\nmachines = {machines};\nmachine = {_rows(orders)};\ntime = {_rows(times)};\n"


def _rows(rows: list[list[int]]) -> str:
    return "[| " + "\n | ".join(", ".join(map(str, row)) for row in rows) + " |]"


if __name__ == "__main__":
    for jobs, machines in SIZES:
        for seed in (1, 2):
            file = Path(__file__).parent / "data" / f"{jobs}x{machines}-{seed}.dzn"
            file.write_text(instance(jobs, machines, seed), encoding="utf-8")
