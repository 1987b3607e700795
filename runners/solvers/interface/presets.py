"""Presets: settings that a solver's own documentation offers, by name.

An adapter has them as its attribute ``presets``, from name to Preset. A run without a preset calls the solver with
its defaults.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tilings.models.problem import UserError
from tilings.models.terminal import phrases

if TYPE_CHECKING:
    from tilings.runners.solvers.interface.solver import Solver

DEFAULT = "default"


class Preset(NamedTuple):
    """A solver's setting."""

    words: str  # the description in the solver's own words
    source: str  # the document that has these words
    settings: tuple[str, ...]  # what the adapter passes to the solver: words of its command line, or parameter=value


def of(adapter: Solver) -> Mapping[str, Preset]:
    """The presets of an adapter, by name."""
    presets: Mapping[str, Preset] = getattr(adapter, "presets", {})
    return presets


def known(adapters: Iterable[Solver]) -> list[str]:
    """The names of all presets, the default first."""
    return list(dict.fromkeys([DEFAULT, *(name for adapter in adapters for name in of(adapter))]))


def settings(adapter: Solver, name: str) -> tuple[str, ...]:
    """The settings of a preset, none for the default; raises UserError for an unknown one."""
    if name in ("", DEFAULT):
        return ()
    known = of(adapter)
    if name not in known:
        raise UserError(f"{adapter.name} has no preset '{name}'; {phrases.instead(name, [DEFAULT, *known])}")
    return known[name].settings


def parameters(settings: Iterable[str]) -> dict[str, Any]:
    """The values of ``parameter=value`` words: numbers, true and false, else text."""
    return {name: _value(value) for name, _, value in (word.partition("=") for word in settings)}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
