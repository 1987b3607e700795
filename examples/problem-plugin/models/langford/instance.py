"""The instance, read from and written to JSON."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilings.models import fields

MOST = 200


class LangfordInstance(NamedTuple):
    """pairs: the largest number, n."""

    name: str
    pairs: int
    presentation: int = 0


def parse(data: Mapping[str, Any]) -> LangfordInstance:
    """The instance in a JSON object; raises UserError for one that is malformed."""
    fields.no_others(data, {"name", "pairs"})
    pairs = fields.integer(fields.need(data, "pairs"), "pairs", most=MOST)
    return LangfordInstance(fields.name(fields.need(data, "name")), pairs)


def to_json(instance: LangfordInstance) -> dict[str, Any]:
    """The JSON object that `parse` reads back."""
    return {"name": instance.name, "pairs": instance.pairs}
