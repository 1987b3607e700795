"""The rules of exact covers with multiplicities, colours and costs.

Items are counted from 0, the primary ones first, then the secondary ones; options are counted from 0. The colours of an
item are counted from 1 in the order of the first options that give them; an option that covers a secondary item without
a colour gives it one that no other option gives.

option(o): the option is chosen. painted(item,c): a chosen option gives the secondary item its colour c.
by(item,v): the chosen option with this item, which is covered once, is among the first v + 1 options with the item.
shade(item,v): the colour of the secondary item is v or less, 0 if no chosen option covers it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from math import inf
from typing import Any

from tilings.runners.binding.counting import Inequality, Rule, within
from tilings.runners.binding.dimacs import Name
from tilings.runners.binding.symmetry import Image


class CoversRules:
    """The rules of each cover, of total cost at most `value` if that is claimed."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal  # each goal asks for a cover
        self.value = value
        primary = [item if isinstance(item, dict) else {"name": item} for item in data["primary"]]
        self.bounds = [(int(item.get("least", 1)), int(item.get("most", 1))) for item in primary]
        names = [item["name"] for item in primary] + list(data.get("secondary", []))
        options = [option if isinstance(option, dict) else {"items": option} for option in data["options"]]
        parts = [[text.partition(":") for text in option["items"]] for option in options]
        number = {name: at for at, name in enumerate(names)}
        self.costs = [int(option.get("cost", 0)) for option in options]
        self.of_item: dict[int, list[int]] = defaultdict(list)
        painters: dict[int, dict[tuple[str, int], list[int]]] = defaultdict(lambda: defaultdict(list))
        for at, option in enumerate(parts):
            for name, _, colour in option:
                item = number[name]
                if item < len(primary):
                    self.of_item[item].append(at)
                else:
                    painters[item][colour, 0 if colour else at].append(at)
        self.colours = {item: list(by_colour.values()) for item, by_colour in painters.items()}
        self.variables = variables

    def rule(self, constraint: Name) -> Rule | None:
        """The rule of a constraint; None for one without a rule."""
        match constraint:
            case "item", (item,) if 0 <= item < len(self.bounds):
                known = self._known(dict.fromkeys(self.of_item[item], 1))
                times = list(within(known, *self.bounds[item], len(known) == len(self.of_item[item])))
                return Rule(times, self._chosen(item).excludes) if self.bounds[item] == (1, 1) else Rule(times)
            case "colour", (item,):
                return self._colour(item)
            case "objective", (value,) if self.value is not None and value >= self.value:
                costs = {option: cost for option, cost in enumerate(self.costs) if cost > 0}
                return Rule([Inequality(self._known(costs), value)])
        return None

    def excludes(self, literals: Set[int]) -> bool:
        """Whether the options chosen cover a primary item too often."""
        return any(
            len(literals & self._known(dict.fromkeys(self.of_item[item], 1)).keys()) > most
            for item, (_, most) in enumerate(self.bounds)
        )

    def automorphism(self, name: Name) -> Image | None:
        """option(o) has the image option(n), where n is the o-th number of permutation(…).

        The permutation keeps the costs, and takes the options of each item to the options of an item with the same
        bounds, or with the same colours.
        """
        kind, images = name
        options = range(len(self.costs))
        if kind != "permutation" or sorted(images) != [*options] or self._items(options) != self._items(images):
            return None
        if any(self.costs[image] != cost for image, cost in zip(images, self.costs, strict=True)):
            return None
        image: dict[Name, tuple[Name, bool]] = {("option", (o,)): (("option", (images[o],)), True) for o in options}
        return lambda option, _: image.get(option)

    def _items(self, images: Sequence[int]) -> Counter[Any]:
        """The images of the options of each primary item with its bounds, and of each secondary item by colours."""
        primary = [(both, frozenset(images[o] for o in self.of_item[item])) for item, both in enumerate(self.bounds)]
        secondary = [
            frozenset(frozenset(images[o] for o in options) for options in colours) for colours in self.colours.values()
        ]
        return Counter([*primary, *secondary])

    def _chosen(self, item: int) -> OrderedNumber:
        """The number of the chosen option among those with an item; each is caused by its own variable."""
        options = self.of_item[item]
        caused = {self.variables.get(("option", (option,)), 0): at for at, option in enumerate(options)}
        return OrderedNumber(self._order("by", item, len(options)), [1] * len(options), caused)

    def _colour(self, item: int) -> Rule:
        """The chosen options give a secondary item at most one colour: its painted one and its shade."""
        colours = self.colours.get(item, [])
        shades: dict[int, int] = {}
        exclusive: dict[int, int] = {}
        inequalities = []
        for shade, options in enumerate(colours, start=1):
            known = self._known(dict.fromkeys(options, 1))
            shades |= dict.fromkeys(known, shade)
            painted = self.variables.get(("painted", (item, shade)))
            if painted is not None:
                exclusive[painted] = 1
                inequalities.append(Inequality({**known, -painted: max(1, len(known))}, max(1, len(known))))
                if len(known) == len(options):
                    inequalities.append(Inequality.at_least({**known, -painted: 1}, 1))
            elif len(options) == 1:
                exclusive |= known
        shaded = OrderedNumber(self._order("shade", item, 1 + len(colours)), [inf, *map(len, colours)], shades)
        return Rule([*inequalities, Inequality(exclusive, 1)], shaded.excludes)

    def _order(self, name: str, item: int, values: int) -> dict[int, int]:
        """By the variables `name` of an item: the value that its number does not exceed."""
        keys = {value: (name, (item, value)) for value in range(values)}
        return {self.variables[key]: value for value, key in keys.items() if key in self.variables}

    def _known(self, weights: Mapping[int, int]) -> dict[int, int]:
        """The weights of the options that have a variable, by their variables."""
        keys = {("option", (option,)): weight for option, weight in weights.items()}
        return {self.variables[key]: weight for key, weight in keys.items() if key in self.variables}


class OrderedNumber:
    """An integer from 0 to the last value in order encoding, with further literals that determine it.

    at_most: the value that the integer does not exceed if a variable is true, by variable.
    causes: the number of literals that cause each value. The integer has the value only if one of them is true, or if
        their number is infinite.
    caused: the value that a literal causes, by literal.
    """

    def __init__(self, at_most: Mapping[int, int], causes: Sequence[float], caused: Mapping[int, int]) -> None:
        self.at_most = at_most
        self.causes = causes
        self.caused = caused

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no value is consistent with all literals."""
        least, most = 0, len(self.causes) - 1
        false: Counter[int] = Counter()
        for literal in literals:
            variable = abs(literal)
            if variable in self.at_most:
                if literal > 0:
                    most = min(most, self.at_most[variable])
                else:
                    least = max(least, self.at_most[variable] + 1)
            elif literal in self.caused:
                least, most = max(least, self.caused[literal]), min(most, self.caused[literal])
            elif variable in self.caused:
                false[self.caused[variable]] += 1
        return all(false[value] >= self.causes[value] for value in range(least, most + 1))
