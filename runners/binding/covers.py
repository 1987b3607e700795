"""The rules of exact covers with multiplicities, colours and costs.

Items are counted from 0, the primary ones first, then the secondary ones; options are counted from 0. The colours of
the instance are counted from 1 in the order of their names; after them come the options, each of which has a colour of
its own that it gives to the secondary items that it covers without a colour.

option(o): the option is chosen. painted(item,colour): a chosen option gives the secondary item this colour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from runners.binding.counting import Inequality, Rule
from runners.binding.dimacs import Name


class Rules:
    """What holds in each cover, of total cost at most `value` where that is claimed."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal  # each goal asks for a cover
        self.value = value
        primary = [item if isinstance(item, dict) else {"name": item} for item in data["primary"]]
        self.bounds = [(int(item.get("least", 1)), int(item.get("most", 1))) for item in primary]
        names = [item["name"] for item in primary] + list(data.get("secondary", []))
        options = [option if isinstance(option, dict) else {"items": option} for option in data["options"]]
        parts = [[text.partition(":") for text in option["items"]] for option in options]
        colours = sorted({colour for option in parts for _, _, colour in option if colour})
        number = {name: at for at, name in enumerate(names)}
        self.variables = variables
        self.costs = [int(option.get("cost", 0)) for option in options]
        self.of_item: dict[int, list[int]] = defaultdict(list)
        self.painters: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for at, option in enumerate(parts):
            for name, _, colour in option:
                item = number[name]
                if item < len(primary):
                    self.of_item[item].append(at)
                else:
                    self.painters[item][colours.index(colour) + 1 if colour else len(colours) + 1 + at].append(at)

    def rule(self, constraint: Name) -> Rule | None:
        """What a constraint says of each cover; None for one without a rule."""
        match constraint:
            case "item", (item,) if 0 <= item < len(self.bounds):
                return Rule(list(self._times(item)))
            case "colour", (item,):
                return self._colour(item)
            case "objective", (value,) if self.value is not None and value >= self.value:
                costs = {option: cost for option, cost in enumerate(self.costs) if cost > 0}
                return Rule([Inequality(self._known(costs), value)])
        return None

    def _times(self, item: int) -> Iterator[Inequality]:
        """A primary item is in so many of the chosen options."""
        least, most = self.bounds[item]
        options = dict.fromkeys(self.of_item[item], 1)
        known = self._known(options)
        yield Inequality(known, most)
        if len(known) == len(options):
            yield Inequality.at_least(known, least)

    def _colour(self, item: int) -> Rule:
        """The chosen options give a secondary item at most one colour: the one that is painted."""
        painted: dict[int, int] = {}  # for each option the colour that it gives, both as variables
        found = []
        for colour, options in self.painters[item].items():
            variable = self.variables.get(("painted", (item, colour)))
            if variable is not None:
                known = self._known(dict.fromkeys(options, 1))
                painted |= dict.fromkeys(known, variable)
                if len(known) == len(options):
                    found.append(Inequality.at_least({**known, -variable: 1}, 1))
        found.append(Inequality(dict.fromkeys(painted.values(), 1), 1))
        return Rule(found, lambda literals: any(-painted[one] in literals for one in literals if one in painted))

    def _known(self, weights: Mapping[int, int]) -> dict[int, int]:
        """The weights of those of the options that have a variable, by their variables."""
        found = ((self.variables.get(("option", (option,))), weight) for option, weight in weights.items())
        return {variable: weight for variable, weight in found if variable is not None}
