"""``runners.all --cluster``: submits the lost shards of a campaign as one job array, and follows all to the summary.

A shard is complete, queued or lost.
"""

import argparse
import sys
import time
import uuid
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, INTERRUPTED, UNANSWERED, WRONG_ANSWER
from tilings.runners.campaign import lock
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.campaign.summary import CampaignSummary
from tilings.runners.cluster import slurm
from tilings.runners.cluster.options import add_words, request
from tilings.runners.cluster.slurm import NAME, Options, Silent, Submission, Task
from tilings.runners.plan import estimate, ladders, manifest, matrix
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord

LOGS = "cluster"
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0


def refuse_queued(home: Path, division: int | None) -> None:
    """Raise UserError where jobs of another division (None: any at all) are queued: they would write too."""
    queued = {name for name, _ in slurm.queued()}
    for one in slurm.submissions(home):
        if one.name in queued and one.division != division:
            instead = f"give --jobs {one.division} to attach to them, or end them: scancel {one.job}"
            raise UserError(f"jobs of {one.division} shards of {home} are in the queue: {instead}")


class Shards:
    """The shards into which `division` divides the runs, in the folder `home`.

    planned: the runs by their ids; made: the row that counts of each of them, as of the last look; command: what a task
    runs, but for --shard and --jobs; chosen: the user's own options of sbatch. Raises Silent where Slurm does not
    answer.
    """

    def __init__(self, home: Path, runs: list[Run], division: int, command: list[str], chosen: Options) -> None:
        self._home, self._division, self._command, self._chosen = home, division, command, chosen
        self.planned = {run.run_id: run for run in runs}
        self._climbs = ladders.climbs(runs)
        self._shard = {run.run_id: matrix.shard_of(run, division) for run in runs}
        self._submissions = slurm.submissions(home)
        self.jobs: list[str] = []  # Slurm's ids of the arrays that had tasks in the queue when it was last asked
        self.made: dict[str, RunRecord] = {}
        self._others = 0
        self.look()
        self._others_before = self._others

    def look(self) -> list[RunRecord]:
        """The rows that have come to count since the last look."""
        found = rows.by_run(rows.runs(self._home))
        before, self.made = self.made, {run_id: row for run_id, row in found.items() if run_id in self.planned}
        self._others = len(found) - len(self.made)
        return [row for run_id, row in self.made.items() if before.get(run_id) != row]

    def queue(self) -> dict[int, Task]:
        """The shards that are waiting, running or ending. Rows that are read later are all that other shards wrote."""
        tasks = slurm.queued()
        ours = [(one, shard, (one.name, i)) for one in self._submissions for i, shard in enumerate(one.shards)]
        self.jobs = list(dict.fromkeys(one.job for one, _, key in ours if key in tasks and one.job))
        return {shard: tasks[key] for _, shard, key in ours if key in tasks}

    def submit_lost(self) -> None:
        """Submit as one array every shard that has runs left and is not queued."""
        queue = self.queue()
        self.look()
        lost = {shard: runs for shard, runs in self._left().items() if shard not in queue}
        if lost:
            self._submit(lost)

    def complaint(self) -> str:
        """A sentence on the runs that are missing at the end; empty where none is."""
        missing = self._left()
        if not missing:
            return ""
        shards = ", ".join(f"{shard}/{self._division}" for shard in missing)
        words = f"{sum(map(len, missing.values()))} of {len(self.planned)} runs are missing, of shard {shards}"
        if self._others > self._others_before:
            return f"{words}; other runs came: do the nodes have the files and solvers of this machine?"
        return f"{words}: the same command submits them again; see {self._log(min(missing))}"

    def words(self, queue: dict[int, Task]) -> str:
        """The number of shards in each state."""
        states = Counter(task.state.lower() for task in queue.values())
        reasons = Counter(task.reason for task in queue.values() if task.state == "PENDING").most_common(1)
        if reasons:
            states[f"pending ({reasons[0][0]})"] = states.pop("pending")
        left = self._left()
        states["complete"] = len(set(self._shard.values()) - left.keys())
        states["lost"] = len(left.keys() - queue.keys())
        return "shards: " + ", ".join(f"{count} {state}" for state, count in states.items() if count)

    def _left(self) -> dict[int, list[Run]]:
        """The runs that are left, by shard."""
        found: dict[int, list[Run]] = defaultdict(list)
        for run in ladders.left(self.planned.values(), self.made, self._climbs):
            found[self._shard[run.run_id]].append(run)
        return dict(sorted(found.items()))

    def _submit(self, shards: dict[int, list[Run]]) -> None:
        at_a_time, options = request(shards.values(), self._chosen)
        command = [*self._command, "--jobs", str(at_a_time)]
        name, now = f"tilings-{uuid.uuid4().hex[:12]}", datetime.now(UTC).isoformat(timespec="seconds")
        array = Submission(name, self._division, list(shards), command, now, options)
        self._submissions.append(array)
        slurm.record(self._home, self._submissions)  # before it is submitted, so that no job is lost
        commands = [[*command, "--shard", f"{shard}/{self._division}"] for shard in shards]
        array.job = slurm.submit(name, self._home / LOGS, commands, options)
        slurm.record(self._home, self._submissions)
        self.jobs.append(array.job)

    def _log(self, shard: int) -> Path:
        """The log of the last task that made this shard."""
        last = next(one for one in reversed(self._submissions) if shard in one.shards)
        task = f"{last.job}_{last.shards.index(shard)}" if len(last.shards) > 1 else last.job
        return self._home / LOGS / f"{task}_0_log.err"


def of_tasks(words: list[str]) -> list[str]:
    """The command of a task: the user's command without the cluster's options; --jobs and --shard are added later."""
    parser = argparse.ArgumentParser(add_help=False)
    add_words(parser)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--jobs")
    return [sys.executable, "-m", "tilings.runners.all", *parser.parse_known_args(words)[1]]


def make(runs: list[Run], given: argparse.Namespace, home: Path) -> int:
    """Make the runs of a campaign on the cluster, in the folder `home`; the exit code."""
    slurm.require()
    home = home.resolve()
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None
    chosen, attached = dict(given.cluster_option), None if given.fresh else given.jobs
    try:
        refuse_queued(home, attached)  # before the lock, which a running task of another division holds
        # Shard 0 stands for the process that watches the shards.
        with lock.lock(home, 0, given.jobs, alone=given.fresh):
            refuse_queued(home, attached)  # again: another shell may have submitted before the lock was free
            if given.fresh:
                lock.set_aside(home, *lock.RECORDED, NAME)
            shards = Shards(home, runs, given.jobs, of_tasks(sys.argv[1:]), chosen)
            shards.submit_lost()
            print(_in_queue(shards), file=sys.stderr)
            return ANSWERED if given.detach else _watched(shards, home, given)
    except Silent as error:
        raise UserError(f"Slurm does not respond ({error}): try again") from None


def _in_queue(shards: Shards) -> str:
    if not shards.jobs:
        return "no job is in the queue"
    goes_on = f"job {', '.join(shards.jobs)} is in the queue and goes on without this shell"
    return f"{goes_on} (scancel {' '.join(shards.jobs)} ends it); the same command attaches to it"


def _watched(shards: Shards, home: Path, given: argparse.Namespace) -> int:
    """Follow the shards until none is in the queue, and sum up what they wrote."""
    kinds = {run_id: estimate.kind_of(run) for run_id, run in shards.planned.items()}
    summary = CampaignSummary(CrossCheck(manifest.shipped()), kinds, shards.made, shards.made.values(), given.jobs)
    pause = _FIRST_PAUSE_S
    try:
        while True:
            try:
                queue, words = shards.queue(), ""
            except Silent as error:
                queue, words = None, f"Slurm does not respond ({error}); the jobs go on"
            for record in shards.look():
                summary.add(record)
            summary.progress.note(words or shards.words(queue or {}))
            if queue == {}:
                break
            time.sleep(pause)
            pause = min(1.2 * pause, _LONGEST_PAUSE_S)
    except KeyboardInterrupt:
        summary.progress.close()
        print(_in_queue(shards), file=sys.stderr)
        return INTERRUPTED
    finally:
        summary.progress.close()
    code = summary.report(home, given)
    if complaint := shards.complaint():
        print(complaint, file=sys.stderr)
        return WRONG_ANSWER if code == WRONG_ANSWER else UNANSWERED
    return code
