"""The kinds of machines, between which seconds do not compare.

Two machines are of one *kind* if the processor and its revision, cores, memory, governor and highest clock rate are the
same, whatever their names: a cluster of equal nodes is one kind, a machine that got more memory during a campaign is
two.
"""

from collections.abc import Iterable
from typing import Any

from tilings.reports.english import count
from tilings.runners.record.machine import UNKNOWN
from tilings.runners.record.schema import RunRecord

_ALIKE = 0.02  # of the memory: kernels of equal nodes reserve slightly different amounts


def kinds(records: Iterable[RunRecord], machines: dict[str, dict[str, Any]], last: dict[str, Any]) -> list[str]:
    """The kind of machine of each run, in words.

    machines: the hash of each machine, as in the rows, and the facts about it.
    last: the facts about the campaign's last machine, which also hold for rows of its host without a hash.

    Without facts the kind is the processor alone. A search whose parts ran on several kinds has a kind of its own.
    """
    names: dict[tuple[str, str, str], str] = {}
    for record in records:
        where = (record.machine, record.host, record.cpu_model)
        if where not in names:
            parts = {_kind(name, record, machines, last) for name in record.machine.split(" + ")}
            names[where] = " + ".join(sorted(parts))
    return [names[record.machine, record.host, record.cpu_model] for record in records]


def _kind(name: str, record: RunRecord, machines: dict[str, dict[str, Any]], last: dict[str, Any]) -> str:
    ours = not name and last.get("host") == record.host
    known = machines.get(name) or (last if ours else {})
    number = cores(known)
    of_cores = count(int(number), "core") if number.isdigit() else ""
    sizes = [facts.get("memory_mb") for facts in (*machines.values(), last)]
    of_name = processor({"cpu_model": record.cpu_model} | known) or "unknown processor"
    return ", ".join(filter(None, (of_name, of_cores, memory(_alike(known, sizes)), clock(known))))


def _alike(known: dict[str, Any], sizes: Iterable[Any]) -> dict[str, Any]:
    """The same facts, the memory replaced by the smallest known one that is nearly as large."""
    size = known.get("memory_mb")
    if not isinstance(size, int | float):
        return known
    near = [mb for mb in sizes if isinstance(mb, int | float) and size * (1 - _ALIKE) <= mb <= size]
    return known | {"memory_mb": min(near, default=size)}


def processor(known: dict[str, Any]) -> str:
    """The name and the revision of the processor, as far as they are known."""
    name, revision = str(known.get("cpu_model") or ""), known.get("cpu_revision", UNKNOWN)
    return f"{name} ({revision})" if name and revision != UNKNOWN else name


def cores(known: dict[str, Any]) -> str:
    return str(known.get("core_count") or "")


def clock(known: dict[str, Any]) -> str:
    """The governor and the highest frequency, as far as the system reports them; virtual machines seldom do."""
    rate, governor = known.get("frequency_max_mhz"), known.get("governor", "unknown")
    words = [] if governor == "unknown" else [str(governor)]
    return " ".join([*words, f"up to {rate} MHz"] if isinstance(rate, int | float) else words)


def memory(known: dict[str, Any]) -> str:
    size = known.get("memory_mb")
    return f"{float(size) / 1000:.1f} GB" if isinstance(size, int | float) else ""
