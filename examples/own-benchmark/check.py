"""Checks a schedule: it shares nothing with the model."""

from collections import defaultdict
from itertools import pairwise


def check(instance, solution):
    """A sentence on what is wrong; nothing where the schedule keeps all rules."""
    data, start = instance["data"], solution["start"]
    busy = defaultdict(list)
    for job, (machines, times) in enumerate(zip(data["machine"], data["time"], strict=True)):
        free = 0
        for machine, time, begin in zip(machines, times, start[job], strict=True):
            if begin < free:
                return f"a step of job {job + 1} starts at {begin}, before {free}"
            free = begin + time
            busy[machine].append((begin, free))
        if free > solution["makespan"]:
            return f"job {job + 1} ends at {free}, after {solution['makespan']}"
    for machine, steps in busy.items():
        steps.sort()
        for (_, end), (begin, _) in pairwise(steps):
            if begin < end:
                return f"machine {machine} starts a step at {begin}, before {end}"
    return None
