"""The user's own models: any problem, in a language that solvers read (docs/own-models.md)."""

from tilings.models.own import check, data, instance
from tilings.models.problem import Problem

PROBLEM = Problem(
    family="own",
    goals=instance.goals,
    sense="",  # each instance has its own
    parse=instance.parse,
    to_json=instance.to_json,
    check=check.check,
    objective=data.objective,
    decode=data.decode,
    symmetries=lambda _: (lambda item: item,),
    parameters=lambda _: {},
    facts=lambda _: [],
    measures=data.measures,
    files=data.write,
    expected=lambda instance: dict(instance.expected),
    checker=check.checker,
    notes=check.notes,
)
