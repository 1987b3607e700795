"""An indexed Job of Kubernetes without a cluster: its manifest against the schema, and its pods as processes.

A pod is the container's command with the variables that Kubernetes sets, the first process of a PID namespace where one
can be made, so that signals without a handler are ignored as in a container. What fails or is evicted is made again as
the manifest says, but without the pauses between.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from tilings.runners.confine.process_table import descendants, send

Manifest = dict[str, Any]
_UNSHARE = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
_VARIABLE = re.compile(r"\$(?:\$|\(([^)]*)\))")


def complaint(manifest: Manifest) -> str:
    """What Kubernetes' schema has against a Job, unknown fields as well; empty if nothing."""
    job = _models("batch_v1").Job
    job.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    try:
        TypeAdapter(job).validate_json(json.dumps(manifest))
    except ValueError as error:
        return str(error)
    return ""


def _models(name: str) -> ModuleType:
    """A module of lightkube-models, whose classes stand on a client that is not needed for them."""
    core, schema = ModuleType("lightkube.core"), ModuleType("lightkube.core.schema")
    schema.__dict__.update(DictMixin=object, dataclass=dataclasses.dataclass, field=dataclasses.field)
    sys.modules |= {core.__name__: core, schema.__name__: schema}
    import importlib

    return importlib.import_module(f"lightkube.models.{name}")


def expanded(word: str, environment: Mapping[str, str]) -> str:
    """A word of a container's command, with its $(NAME) and $$ replaced as Kubernetes does it."""
    return _VARIABLE.sub(lambda found: "$" if found[1] is None else environment.get(found[1], found[0]), word)


@cache
def namespace() -> Sequence[str]:
    """The words that make a command the first process of a PID namespace; none where that is not allowed."""
    for words in (_UNSHARE, (*_UNSHARE, "--map-root-user")):
        with contextlib.suppress(FileNotFoundError):
            if not subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
                return words
    return ()


class Pod:
    """One try of an index. mounts: what folder stands for each mountPath of the container."""

    def __init__(
        self, manifest: Manifest, index: int | None, mounts: Mapping[str, Path], environment: Mapping[str, str]
    ) -> None:
        (container,) = manifest["spec"]["template"]["spec"]["containers"]
        own = {each["name"]: each["value"] for each in container.get("env", [])}
        if index is not None:
            own["JOB_COMPLETION_INDEX"] = str(index)
        own["HOSTNAME"] = f"{manifest['metadata']['name']}-{index}"
        words = [expanded(word, own) for word in [*container["command"], *container["args"]]]
        for mount in container["volumeMounts"]:
            words = [word.replace(mount["mountPath"], str(mounts[mount["mountPath"]])) for word in words]
        self.index = index
        self.printed = ""
        self._started = subprocess.Popen(
            [*namespace(), *words], env={**environment, **own}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, start_new_session=True,
        )  # fmt: skip

    def ended(self) -> bool:
        return self._started.poll() is not None

    def wait(self) -> int:
        """Its exit code."""
        self.printed += self._started.communicate()[0]
        return self._started.returncode

    def evict(self, grace_s: float) -> bool:
        """SIGTERM for its first process, and SIGKILL after a time of grace; whether the grace was enough."""
        first = self._first()
        send([first], signal.SIGTERM)
        deadline = time.monotonic() + grace_s
        while not self.ended() and time.monotonic() < deadline:
            time.sleep(0.02)
        in_time = self.ended()
        if not in_time:
            send([first], signal.SIGKILL)
        self.wait()
        return in_time

    def _first(self) -> int:
        if not namespace():
            return self._started.pid
        while not self.ended():
            if below := [each.pid for each in descendants(self._started.pid) if each.parent == self._started.pid]:
                return below[0]
        return self._started.pid


class IndexedJob:
    """The Job's controller. failures: of each index, those that counted; failed: the indexes that were given up.

    evicted: the pods that were, and whether their grace was enough.
    """

    def __init__(self, manifest: Manifest, mounts: Mapping[str, Path], environment: Mapping[str, str]) -> None:
        self._manifest, self._mounts, self._environment = manifest, mounts, environment
        self.failures: Counter[int] = Counter()
        self.failed: set[int] = set()
        self.evicted: list[tuple[Pod, bool]] = []
        self.running: list[Pod] = []

    def pod(self, index: int | None) -> Pod:
        return Pod(self._manifest, index, self._mounts, self._environment)

    def run(self, meanwhile: Callable[[], Iterator[tuple[Pod, float]]] | None = None) -> None:
        """Make all indexes, as many at a time as the manifest says.

        meanwhile: yields again and again the pods that are to be evicted, each with its grace.
        """
        spec = self._manifest["spec"]
        waiting = list(range(spec["completions"]))
        try:
            while waiting or self.running:
                while waiting and len(self.running) < spec["parallelism"]:
                    self.running.append(self.pod(waiting.pop(0)))
                for pod, grace_s in meanwhile() if meanwhile else ():
                    self.evicted.append((pod, pod.evict(grace_s)))
                    self.running.remove(pod)
                    assert pod.index is not None
                    if not self._counts(None):
                        waiting.append(pod.index)
                for pod in [pod for pod in self.running if pod.ended()]:
                    self.running.remove(pod)
                    waiting += self._again(pod)
                time.sleep(0.05)
        finally:
            for pod in self.running:
                pod.evict(0.0)

    def _again(self, pod: Pod) -> list[int]:
        code = pod.wait()
        assert pod.index is not None
        if code == 0:
            return []
        print(f"pod {pod.index} ended with {code}: {pod.printed}")
        if self._counts(code):
            self.failures[pod.index] += 1
            if self.failures[pod.index] <= self._manifest["spec"]["backoffLimitPerIndex"]:
                return [pod.index]
        self.failed.add(pod.index)
        return []

    def _counts(self, code: int | None) -> bool:
        """Whether an end counts as one of the failures that an index may have. code: None for an eviction."""
        for rule in self._manifest["spec"]["podFailurePolicy"]["rules"]:
            if code is None and "onPodConditions" in rule:
                return rule["action"] != "Ignore"
            if code is not None and code in rule.get("onExitCodes", {}).get("values", []):
                return rule["action"] == "Count"
        return True
