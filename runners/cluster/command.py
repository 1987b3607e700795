"""``runners.all --cluster``: submits the lost shards of a campaign as one job array, and follows all to the summary.

A shard is complete, queued or lost.
"""

import argparse
import sys
import time
import uuid
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, INTERRUPTED, UNANSWERED, WRONG_ANSWER
from tilings.models.terminal.phrases import counted
from tilings.runners.campaign import lock
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.campaign.summary import CampaignSummary
from tilings.runners.cluster import slurm
from tilings.runners.cluster.options import add_arguments, request
from tilings.runners.cluster.slurm import NAME, NotResponding, Options, QueuedTask, Submission
from tilings.runners.plan import estimate, manifest
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import planned_id
from tilings.runners.plan.estimate import Kind
from tilings.runners.plan.plan import Members, Plan
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord

LOGS = "cluster"
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0


def refuse_queued(home: Path, division: int | None) -> None:
    """Raise UserError if jobs with another number of shards (None: any number) are queued for the same folder."""
    queued = {name for name, _ in slurm.queued()}
    for array in slurm.submissions(home):
        if array.name in queued and array.division != division:
            instead = f"give --jobs {array.division} to attach to them, or end them: scancel {array.job}"
            raise UserError(f"jobs of {array.division} shards of {home} are in the queue: {instead}")


class Shards:
    """The shards of a plan, as tasks in Slurm's queue; raises NotResponding if Slurm does not respond.

    home: the campaign's folder.
    division: the number of shards.
    command: the command of a task, without --shard and --jobs.
    chosen: the user's options of sbatch.
    made: the ids of the plan's recorded runs, and the row that counts for each, as of the last `update`.
    """

    def __init__(self, home: Path, plan: Plan, division: int, command: list[str], chosen: Options) -> None:
        self._home, self._division, self._command, self._chosen = home, division, command, chosen
        self._open = {climb.planned_id for climb in plan.open}
        self._members = Members((run.run_id for run in plan.runs), self._open)
        self._shards = {number: part for number, part in enumerate(plans.shards(plan, division), 1) if part}
        self._submissions = slurm.submissions(home)
        self.jobs: list[str] = []  # Slurm's ids of the arrays with queued tasks, as of the last `queue`
        self.made: dict[str, RunRecord] = {}
        self._others = 0  # recorded runs that are not planned
        self.update()
        self._others_before = self._others

    def update(self) -> list[RunRecord]:
        """Read the folder, and return the rows that are new or replace others since the last call."""
        selected = rows.made(rows.read_all(self._home))
        before, self.made = self.made, {run_id: row for run_id, row in selected.items() if row in self._members}
        self._others = len(selected) - len(self.made)
        return [row for run_id, row in self.made.items() if before.get(run_id) != row]

    def queue(self) -> dict[int, QueuedTask]:
        """The queued shards. Rows that are read after this call are complete for all other shards."""
        tasks, queue, jobs = slurm.queued(), {}, dict[str, None]()
        for array in self._submissions:
            for index, shard in enumerate(array.shards):
                if task := tasks.get((array.name, index)):
                    queue[shard], jobs[array.job] = task, None
        self.jobs = list(filter(None, jobs))
        return queue

    def submit_lost(self) -> None:
        """Submit as one array all shards that have runs left and are not queued."""
        queue = self.queue()
        self.update()
        lost = {shard: due for shard, due in self._left().items() if shard not in queue}
        if not lost:
            return
        at_a_time, options = request(map(self._expected, lost.values()), self._chosen)
        command = [*self._command, "--jobs", str(at_a_time)]
        name, now = f"tilings-{uuid.uuid4().hex[:12]}", datetime.now(UTC).isoformat(timespec="seconds")
        array = Submission(name, self._division, list(lost), command, now, options)
        self._submissions.append(array)
        slurm.record(self._home, self._submissions)  # before it is submitted, so that no job is lost
        commands = [[*command, "--shard", f"{shard}/{self._division}"] for shard in lost]
        array.job = slurm.submit(name, self._home / LOGS, commands, options)
        slurm.record(self._home, self._submissions)
        self.jobs.append(array.job)

    def complaint(self) -> str:
        """A sentence on the runs that are missing at the end; empty if all are made."""
        missing = self._left()
        if not missing:
            return ""
        shards = ", ".join(f"{shard}/{self._division}" for shard in missing)
        text = f"at least {counted(sum(map(len, missing.values())), 'run')} of shard {shards} missing"
        if self._others > self._others_before:
            return (
                f"{text}; the rows are of other runs: check that the nodes have the files and solvers of this machine"
            )
        first = min(missing)
        array = next(array for array in reversed(self._submissions) if first in array.shards)
        task = f"{array.job}_{array.shards.index(first)}" if len(array.shards) > 1 else array.job
        log = self._home / LOGS / f"{task}_0_log.err"
        return f"{text}: the same command submits them again; see {log}"

    def states(self, queue: dict[int, QueuedTask]) -> str:
        """The number of shards in each state, as text."""
        states = Counter(task.state.lower() for task in queue.values())
        reasons = Counter(task.reason for task in queue.values() if task.state == "PENDING").most_common(1)
        if reasons:
            states[f"pending ({reasons[0][0]})"] = states.pop("pending")
        left = self._left()
        states["complete"] = len(self._shards.keys() - left.keys())
        states["lost"] = len(left.keys() - queue.keys())
        return "shards: " + ", ".join(f"{count} {state}" for state, count in states.items() if count)

    def _left(self) -> dict[int, list[Run]]:
        """The next runs of the shards that are not complete."""
        return {number: due for number, part in self._shards.items() if (due := part.due(self.made))}

    def _expected(self, due: list[Run]) -> list[Run]:
        """The next runs of a shard, those of climbs as often as a climb may cost their limits."""
        most = round(estimate.LIMITS[1])
        return [run for run in due for _ in range(most if planned_id(run) in self._open else 1)]

    def kinds(self) -> Counter[Kind]:
        """The kinds of the pending runs; of climbs one run each."""
        return Counter(estimate.kind_of(run) for due in self._left().values() for run in due)


def of_tasks(arguments: list[str]) -> list[str]:
    """The command of a task: the user's, without the cluster's options; --jobs and --shard are added later."""
    parser = argparse.ArgumentParser(add_help=False)
    add_arguments(parser)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--jobs")
    return [sys.executable, "-m", "tilings.runners.all", *parser.parse_known_args(arguments)[1]]


def make(plan: Plan, given: argparse.Namespace, home: Path) -> int:
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
        # Shard 0 is the process that watches the others.
        with lock.lock(home, 0, given.jobs, alone=given.fresh):
            refuse_queued(home, attached)  # again: another shell may have submitted before the lock was free
            if given.fresh:
                lock.set_aside(home, *lock.RECORDED, NAME)
            shards = Shards(home, plan, given.jobs, of_tasks(sys.argv[1:]), chosen)
            shards.submit_lost()
            print(_in_queue(shards), file=sys.stderr)
            return ANSWERED if given.detach else _watch(shards, home, given)
    except NotResponding as error:
        raise UserError(f"Slurm does not respond ({error}): try again") from None


def _in_queue(shards: Shards) -> str:
    if not shards.jobs:
        return "no job is in the queue"
    continues = f"job {', '.join(shards.jobs)} is in the queue and continues without this shell"
    return f"{continues} (scancel {' '.join(shards.jobs)} ends it); the same command attaches to it"


def _watch(shards: Shards, home: Path, given: argparse.Namespace) -> int:
    """Follow the shards until none is queued, and summarize their rows; the exit code."""
    remaining = estimate.Remaining(shards.kinds, given.jobs, shards.made.values())
    summary = CampaignSummary(home, CrossCheck(manifest.shipped()), remaining, shards.made, shards.made.values())
    pause_s = _FIRST_PAUSE_S
    try:
        while True:
            queue, note = None, ""
            try:
                queue = shards.queue()
            except NotResponding as error:
                note = f"Slurm does not respond ({error}); the jobs continue"
            for record in shards.update():
                summary.add(record)
            summary.progress.note(note or shards.states(queue or {}))
            if queue == {}:
                break
            time.sleep(pause_s)
            pause_s = min(1.2 * pause_s, _LONGEST_PAUSE_S)
    except KeyboardInterrupt:
        summary.progress.close()
        print(_in_queue(shards), file=sys.stderr)
        return INTERRUPTED
    finally:
        summary.progress.close()
    code = summary.report(given)
    if complaint := shards.complaint():
        print(complaint, file=sys.stderr)
        return WRONG_ANSWER if code == WRONG_ANSWER else UNANSWERED
    return code
