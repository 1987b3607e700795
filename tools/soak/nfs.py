"""Campaigns of two nodes in one folder of an NFS server: NFS 4 and 3, and 3 without locks.

Both nodes are killed during the campaign and the server is restarted; both nodes claim one shard; a node is cut off
until the other has taken over, and reconnected. ``make soak-nodes`` runs it in a virtual machine.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tilings.models.terminal.command import ROOT
from tools.soak import _harness, _nodes
from tools.soak._nodes import EXPORTED, MOUNTED, Node
from tools.soak.figure import Figure

_KINDS = ("vers=4.2", "vers=3", "vers=3,nolock")
_LONGEST_S = 240


class _Campaign:
    """A folder on the server, and the harnesses that write to it."""

    def __init__(self, name: str, runs: int) -> None:
        self._folder, self.runs = name, runs
        place = Path(tempfile.mkdtemp(prefix="soak-"))
        self._suite = _harness.write_suite(place, runs)

    def start(self, node: Node, shard: str, seconds: float = 0.5) -> subprocess.Popen[str]:
        """A harness on a node, with runs of so many seconds."""
        home = ("--suite", str(self._suite), "--results", str(MOUNTED / self._folder))
        script = f"sleep {seconds}; {_harness.ANSWER}"
        module = (str(ROOT / ".venv/bin/python"), "-m", "tools.soak._harness")
        return node.start(*module, script, *home, "--jobs", "1", "--shard", shard)

    def rows(self) -> list[str]:
        """The ids of all rows, as the server has them; torn rows count as rows of other runs."""
        ids: list[str] = []
        for path in (EXPORTED / self._folder).glob("runs-*.csv"):
            lines = path.read_text(encoding="utf-8", errors="replace").replace("\0", "?").splitlines()
            ids += [row.get("run_id") or "" for row in csv.DictReader(lines)]
        return ids

    def copy(self) -> None:
        """Continue in a copy of the folder."""
        shutil.copytree(EXPORTED / self._folder, EXPORTED / f"{self._folder}-copy")
        self._folder += "-copy"

    def grown(self, by: int) -> None:
        """Wait until so many rows have come."""
        have = len(self.rows())
        _until(lambda: len(self.rows()) >= have + by)

    def figures(self, kind: str) -> Iterator[Figure]:
        """Whether every run has one row."""
        rows = Counter(self.rows())
        wanted = {run.run_id for run in _harness.planned(self._suite)}
        yield Figure(f"{kind}: rows lost of {self.runs}", len(wanted - set(rows)), most=0)
        yield Figure(f"{kind}: rows doubled or torn", sum(rows.values()) - len(wanted & set(rows)), most=0)


def measure(quick: bool) -> Iterator[Figure]:
    """Counts of rows, and how long a node waits for the locks of a lost one."""
    runs = 24 if quick else 100
    with _nodes.started(2) as nodes:
        for number, options in enumerate(_KINDS):
            for node in nodes:
                node.mount(options)
            yield from _killed(nodes, _Campaign(f"killed{number}", runs), options)
            yield from _claimed_twice(nodes, _Campaign(f"twice{number}", 200), options)
            if "nolock" not in options:
                yield from _cut_off(nodes, _Campaign(f"cut{number}", runs), options)
            for node in nodes:
                node.unmount()


def _killed(nodes: list[Node], campaign: _Campaign, kind: str) -> Iterator[Figure]:
    """A shard on each node; each node's processes are killed once, the server is restarted, its export is withdrawn."""
    shards = {node: f"{number}/2" for number, node in enumerate(nodes, 1)}
    harnesses = {node: campaign.start(node, shard) for node, shard in shards.items()}
    for node in nodes:
        campaign.grown(2)
        node.kill_all("tools.soak._harness")
        harnesses[node].wait(_LONGEST_S)
        harnesses[node] = campaign.start(node, shards[node])
    campaign.grown(2)
    _nodes.restart_server()
    began = time.monotonic()
    campaign.grown(1)
    yield Figure(f"{kind}: from the server's restart to the next row", time.monotonic() - began, "s")
    _nodes.withdraw()
    outputs = [_output(harness) for harness in harnesses.values()]
    _nodes.offer()
    if "vers=3" in kind:  # it keeps locks that were released while the folder was withdrawn; a copy has none
        campaign.copy()
    yield Figure(
        f"{kind}: harnesses that did not say that the folder is gone", _without(outputs, "cannot write"), most=0
    )
    outputs = [_output(campaign.start(node, shard, 0.1)) for node, shard in shards.items()]
    yield Figure(f"{kind}: harnesses that did not come to their end", _without(outputs, "optimal"), most=0)
    yield from campaign.figures(f"{kind}, nodes killed, server restarted")


def _claimed_twice(nodes: list[Node], campaign: _Campaign, kind: str) -> Iterator[Figure]:
    """While one node writes a shard, the other claims the same one, and one of another division."""
    first_node, second_node = nodes
    holder = campaign.start(first_node, "1/2", 1.0)
    campaign.grown(2)
    outputs = [_output(campaign.start(second_node, shard)) for shard in ("1/2", "1/3")]
    yield Figure(f"{kind}: of 2 second writers, not refused", _without(outputs, "another run is writing"), most=0)
    first_node.kill_all("tools.soak._harness")
    holder.wait(_LONGEST_S)


def _cut_off(nodes: list[Node], campaign: _Campaign, kind: str) -> Iterator[Figure]:
    """The cable of a node is pulled; the other tries to continue its shard; the first is reconnected."""
    one, other = nodes
    first = campaign.start(one, "1/1", 3.0)
    campaign.grown(2)
    one.plug("down")
    began = time.monotonic()
    before = len(campaign.rows())
    second = campaign.start(other, "1/1", 0.1)
    while (took_over := time.monotonic() - began < 4 * _nodes.LEASE_S) and len(campaign.rows()) < before + 2:
        if second.poll() is not None:
            second = campaign.start(other, "1/1", 0.1)
        time.sleep(0.5)
    yield Figure(
        f"{kind}: from the cut to the other node's rows (at least {4 * _nodes.LEASE_S} s: it is refused)",
        time.monotonic() - began,
        "s",
    )
    one.plug("up")
    time.sleep(_nodes.LEASE_S)
    if took_over:
        outputs = [_output(first)]
        yield Figure(f"{kind}: cut off for too long, but goes on writing", _without(outputs, "cannot write"), most=0)
        _output(second)
    else:
        _output(second)
        one.kill_all("tools.soak._harness")
        first.wait(_LONGEST_S)
        _output(campaign.start(other, "1/1", 0.1))
    yield from campaign.figures(f"{kind}, a node cut off")


def _output(harness: subprocess.Popen[str]) -> str:
    text = harness.communicate(timeout=_LONGEST_S)[0]
    print("    ", (text.strip().splitlines() or [""])[-1], file=sys.stderr)
    return text


def _without(texts: list[str], words: str) -> int:
    return sum(words not in text for text in texts)


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _LONGEST_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"no new row within {_LONGEST_S} s")
        time.sleep(0.1)
