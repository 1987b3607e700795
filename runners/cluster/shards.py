"""The shards of a campaign: which are complete, queued or lost; lost shards are submitted again."""

import importlib.metadata
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from models.problem import UserError
from runners.cluster import slurm
from runners.cluster.holders import Holder, Holders
from runners.cluster.request import request
from runners.cluster.slurm import Options, Silent, Task
from runners.cluster.submissions import Submission, Submissions
from runners.plan import ladders, matrix
from runners.plan.run import Run
from runners.record import attempts, rows
from runners.record.schema import RETRIED_ENDINGS, RunRecord
from runners.solvers.interface import solver

# A shard that was submitted so often without a new row has a fault that submitting again does not mend.
MOST_TRIES = 3
LOGS = "cluster"
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0


@dataclass(frozen=True)
class Look:
    """One look at a campaign: the runs completed since the last look, and the states of the shards in words."""

    records: list[RunRecord]
    words: str


class Rows:
    """The rows of a folder, of any division into shards.

    done: the row that counts of each run that was made or given up; again: the last row of each run that came to
    nothing and must be made again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.done: dict[str, RunRecord] = {}
        self.again: dict[str, RunRecord] = {}

    def look(self) -> list[RunRecord]:
        """The rows that count since the last look. Raises UserError for a file of another schema."""
        found = rows.runs(self._folder)
        before, self.done = self.done, attempts.counting(found)
        nothing = {record.run_id: record for record in found if record.ended in RETRIED_ENDINGS}
        self.again = {run_id: record for run_id, record in nothing.items() if run_id not in self.done}
        return [record for run_id, record in self.done.items() if before.get(run_id) != record]


class Tries:
    """Counts how often each shard was submitted without a new row."""

    def __init__(self) -> None:
        self._had: dict[int, int] = {}
        self._made: Counter[int] = Counter()

    def left(self, shard: int, done: int) -> bool:
        """Whether a shard with so many completed runs may be submitted again."""
        if done > self._had.get(shard, done):
            self._made[shard] = 0
        return self._made[shard] < MOST_TRIES

    def again(self, shard: int) -> None:
        """Forget the tries of a shard: they failed because somebody else wrote it, who is gone."""
        self._made[shard] = 0

    def count(self, shard: int, done: int) -> None:
        """Counts one submission of this shard."""
        self._had[shard] = done
        self._made[shard] += 1


def refuse_queued(home: Path, division: int | None) -> None:
    """Raise UserError where jobs of another division (None: any at all) are queued: they would write too."""
    queued = {name for name, _ in slurm.queued()}
    for one in Submissions(home).all:
        if one.name in queued and one.division != division:
            instead = f"give --jobs {one.division} to attach to them, or end them: scancel {one.job}"
            raise UserError(f"jobs of {one.division} shards of {home} are in the queue: {instead}")


class Shards:
    """The shards into which `division` divides the runs, in the folder `home`.

    planned: the runs by their ids; command: what a task runs, but for --shard and --jobs; chosen: the user's own
    options of sbatch. Methods that ask Slurm raise Silent where it does not answer.
    """

    def __init__(self, home: Path, runs: list[Run], division: int, command: list[str], chosen: Options) -> None:
        self.rows = Rows(home)
        self._home, self._division, self._command, self._chosen = home, division, command, chosen
        self.planned = {run.run_id: run for run in runs}
        self._climbs = ladders.climbs(runs)
        self._shard = {run.run_id: matrix.shard_of(run, division) for run in runs}
        self._sizes = Counter(self._shard.values())
        self._submissions = Submissions(home)
        self._tries = Tries()
        self._holders = Holders(home, division)
        self._held: set[int] = set()
        self._strange = 0
        self._seen: set[str] = set()

    def jobs(self) -> list[str]:
        """Slurm's ids of the arrays that had tasks in the queue when it was last asked."""
        return [one.job for one in self._submissions.all if one.name in self._seen and one.job]

    def submit_lost(self) -> None:
        """Submit as one array every shard that has runs left, is not queued, and has not used up its tries."""
        queue = self._queue()
        self.rows.look()
        self._submit_lost(queue)

    def follow(self) -> Iterator[Look]:
        """Look repeatedly, and submit lost shards, until every shard is complete or given up and the queue is empty."""
        pause = _FIRST_PAUSE_S
        while True:
            try:
                # The queue is asked before the rows are read: a task that has left it has written all of its rows.
                queue = self._queue()
                yield Look(self._new(), self._words(queue))
                if not self._submit_lost(queue) and not queue:
                    return
            except Silent as error:
                yield Look(self._new(), f"Slurm gives no answer ({error}); the jobs go on")
            time.sleep(pause)
            pause = min(1.2 * pause, _LONGEST_PAUSE_S)

    def complaint(self) -> str:
        """A sentence on the runs that are missing at the end and the logs that say why; empty where none is missing."""
        missing = self._open()
        if not missing:
            return ""
        shards = ", ".join(f"{number}/{self._division}" for number in sorted(missing))
        count = sum(map(len, missing.values()))
        words = f"{count} of {len(self.planned)} runs are missing: no more rows from shard {shards}"
        if self._strange:
            return f"{words}; other runs came: do the nodes have the files and solvers of this machine?"
        return f"{words} in {MOST_TRIES} tries; see {self._log(min(missing))}"

    def _queue(self) -> dict[int, Task]:
        """The shards that are waiting, running or ending."""
        tasks = slurm.queued()
        self._seen = {name for name, _ in tasks}
        ours = [(shard, (one.name, i)) for one in self._submissions.all for i, shard in enumerate(one.shards)]
        return {shard: tasks[key] for shard, key in ours if key in tasks}

    def _open(self) -> dict[int, list[str]]:
        """The ids of the runs that are left, by shard."""
        left: dict[int, list[str]] = defaultdict(list)
        recorded = {run_id: row for run_id, row in self.rows.done.items() if run_id in self.planned}
        for run in ladders.left(self.planned.values(), recorded, self._climbs):
            left[self._shard[run.run_id]].append(run.run_id)
        return dict(sorted(left.items()))

    def _new(self) -> list[RunRecord]:
        new = self.rows.look()
        planned = [record for record in new if record.run_id in self.planned]
        self._strange += len(new) - len(planned)
        return planned

    def _submit_lost(self, queue: dict[int, Task]) -> bool:
        """Resubmits lost shards; True if any was, or if somebody else is writing one."""
        lost = {number: part for number, part in self._open().items() if number not in queue}
        done = {number: self._sizes[number] - len(part) for number, part in lost.items()}
        for number in queue:
            self._holders.forget(number)
        holders = {number: self._holders.look(number) for number in lost}
        for number in [number for number, holder in holders.items() if holder is Holder.GONE]:
            self._holders.forget(number)
            self._tries.again(number)
        self._held = {number for number, holder in holders.items() if holder is Holder.SOMEBODY}
        free = {number: part for number, part in lost.items() if number not in self._held}
        again = {number: part for number, part in free.items() if self._tries.left(number, done[number])}
        unknown = any(holders[number] is Holder.UNKNOWN for number in free.keys() - again.keys())
        if again:
            self._submit(again)
        for number in again:
            self._tries.count(number, done[number])
        return bool(again or self._held or unknown)

    def _submit(self, shards: dict[int, list[str]]) -> None:
        most = slurm.most_tasks()
        if most is not None and len(shards) > most:
            raise UserError(
                f"{len(shards)} shards have runs left, and an array has at most {most} tasks on this cluster "
                f"(MaxArraySize of Slurm): give --jobs {most} or less"
            )
        partition = self._chosen.get("partition")
        longest = slurm.longest_minutes(None if partition is None else str(partition))
        runs = [[self.planned[run_id] for run_id in part] for part in shards.values()]
        asked = request(runs, self._chosen, longest)
        command = [*self._command, "--jobs", str(asked.at_a_time)]
        versions = solver.versions() | {"slurm": slurm.version(), "submitit": importlib.metadata.version("submitit")}
        submission = Submission(
            f"tilings-{uuid.uuid4().hex[:12]}", self._division, list(shards), command,
            datetime.now(UTC).isoformat(timespec="seconds"), asked.options, versions,
        )  # fmt: skip
        self._submissions.add(submission)
        commands = [[*command, "--shard", f"{number}/{self._division}"] for number in shards]
        self._submissions.accepted(slurm.submit(submission.name, self._home / LOGS, commands, asked.options))
        self._seen.add(submission.name)

    def _words(self, queue: dict[int, Task]) -> str:
        """The number of shards in each state, in words."""
        states = Counter(task.state.lower() for task in queue.values())
        reasons = Counter(task.reason for task in queue.values() if task.state == "PENDING").most_common(1)
        if reasons:
            states[f"pending ({reasons[0][0]})"] = states.pop("pending")
        left = self._open()
        states["complete"] = len(self._sizes) - len(left)
        held = left.keys() & self._held - queue.keys()
        states["written by somebody who is not in the queue"] = len(held)
        states["lost"] = len(left.keys() - queue.keys() - held)
        return "shards: " + ", ".join(f"{count} {state}" for state, count in states.items() if count)

    def _log(self, shard: int) -> Path:
        """The log of the last task that made this shard."""
        last = next(one for one in reversed(self._submissions.all) if shard in one.shards)
        task = f"{last.job}_{last.shards.index(shard)}" if len(last.shards) > 1 else last.job
        return self._home / LOGS / f"{task}_0_log.err"
