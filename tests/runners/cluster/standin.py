"""Scripts that stand in for Slurm's commands, and rows as a task would have written them."""

from __future__ import annotations

from pathlib import Path

from tests.called import script
from tests.runners.recorded import append
from tilings.runners.cluster.command import Shards
from tilings.runners.cluster.slurm import submissions
from tilings.runners.execute.attempt import Attempt
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.run import Run

DIVISION = 3


class Queue:
    """Scripts in the place of Slurm's commands, which read and write files of a folder.

    Submitted jobs wait until finish() is called, and no task ever runs: rows are written by the test.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        sbatch = f"""
[ -e {folder}/refusal ] && {{ cat {folder}/refusal >&2; exit 1; }}
for word; do script=$word; done
echo x >> {folder}/jobs; job=$(wc -l < {folder}/jobs)
name=$(sed -n 's/^#SBATCH --job-name=//p' "$script")
last=$(sed -n 's/^#SBATCH --array=0-\\([0-9]*\\)%.*/\\1/p' "$script")
cp "$script" {folder}/script-$job
for i in $(seq 0 ${{last:-0}}); do echo "$name|${{last:+$i}}|PENDING|Resources" >> {folder}/queue; done
echo "Submitted batch job $job"
"""
        script(folder / "sbatch", sbatch)
        script(folder / "squeue", f"cat {folder}/queue")
        script(folder / "srun", "exit 1")
        self.finish()

    def finish(self, *left: str) -> None:
        """All jobs leave the queue except those of the given lines."""
        (self._folder / "queue").write_text("".join(f"{line}\n" for line in left), encoding="utf-8")

    def lines(self) -> list[str]:
        return (self._folder / "queue").read_text(encoding="utf-8").splitlines()

    def refuse(self, message: str) -> None:
        (self._folder / "refusal").write_text(message, encoding="utf-8")

    def script(self, job: int) -> str:
        return (self._folder / f"script-{job}").read_text(encoding="utf-8")


def shards_of(tmp_path: Path, runs: list[Run], *climbs: PlannedClimb) -> Shards:
    return Shards(tmp_path / "home", plans.of(runs, climbs), DIVISION, ["python", "-m", "tilings.runners.all"], {})


def write(tmp_path: Path, *runs: Run, ended: str = "finished", answer: str = "sat", division: str = "1of1") -> None:
    """Records runs as a task would."""
    rows = [Attempt(run).record()._replace(ended=ended, answer=answer) for run in runs]
    append(tmp_path / "home" / f"runs-{division}.csv", *rows)


def submitted(tmp_path: Path) -> list[list[int]]:
    return [array.shards for array in submissions(tmp_path / "home")]
