"""Types of command-line options, which check values, and the argument for a campaign's folder.

argparse puts the option's name before a message.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tilings.models.problem import UserError
from tilings.models.search_parts import proper

Number = TypeVar("Number", int, float)
LONGEST_S = 10_000_000
_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86400}
LARGEST_SEED = 2**31 - 1
RESULTS = Path("results")  # of the current folder: where campaigns are written and looked for
LATEST = "default: the last changed one in results/"


def seconds(text: str) -> float:
    """A limit in seconds, from a number of seconds, or from one with its unit, such as 5m or 3h."""
    return _time(text, 1, f"seconds (above 0, at most {LONGEST_S}), or a number with s, m, h or d, such as 5m")


def hours(text: str) -> float:
    """A limit in hours, from a number of hours, or from one with its unit, such as 90m or 2d."""
    return _time(text, 3600, f"hours (above 0, at most {LONGEST_S}), or a number with s, m, h or d, such as 90m")


def _time(text: str, unit_s: int, takes: str) -> float:
    """A time in a unit of so many seconds, which a number without a unit has."""

    def value(text: str) -> float:
        own = _UNITS_S.get(text[-1:])
        return float(text[:-1]) * own / unit_s if own else float(text)

    return _within(value, text, lambda value: 0 < value <= LONGEST_S, takes)


def whole(text: str) -> int:
    """A whole number from 1."""
    return _within(int, text, lambda value: value >= 1, "a whole number from 1")


def millimetres(text: str) -> float:
    """A length in mm."""
    return _within(float, text, lambda value: 0.001 <= value <= 1000, "millimetres, from 0.001 to 1000")


def seed(text: str) -> int:
    """A solver's seed, from 1: Chuffed replaces 0 by the time."""
    return _within(int, text, lambda value: 1 <= value <= LARGEST_SEED, f"a whole number from 1 to {LARGEST_SEED}")


def shard(text: str) -> tuple[int, int]:
    """The k-th of n parts of the work, as k/n."""
    if not proper(text):
        raise argparse.ArgumentTypeError(f"a shard is k/n with 1 <= k <= n, not '{text}'")
    number, count = map(int, text.split("/"))
    return number, count


def setting(text: str) -> tuple[str, str]:
    """The name and the value of an option, from KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"it takes KEY=VALUE, not '{text}'")
    return key, value


def _within(kind: Callable[[str], Number], text: str, fits: Callable[[Number], bool], takes: str) -> Number:
    try:
        value = kind(text)
    except ValueError:
        pass
    else:
        if fits(value):
            return value
    raise argparse.ArgumentTypeError(f"it takes {takes}, not '{text}'")


def folder(command: argparse.ArgumentParser, default: str = LATEST, option: Any = None) -> None:
    """Add the folder of a campaign, as an argument and as --results; `results` holds it, None where none is named.

    default: the default in words. option: the group for --results (None: no group).
    """
    words: dict[str, Any] = {"type": Path, "action": _Folder, "metavar": "DIR"}
    command.add_argument("results", nargs="?", **words, help=f"the campaign's folder ({default})")
    (option or command).add_argument("--results", **words, help="same as the argument DIR")


def folders(command: argparse.ArgumentParser) -> None:
    """Add the folders of several campaigns, as `folder` does: `results` is a list."""
    words: dict[str, Any] = {"type": Path, "action": "extend", "nargs": "*", "default": [], "metavar": "DIR"}
    command.add_argument("results", **words, help=f"the campaigns' folders ({LATEST})")
    command.add_argument("--results", **words, help="same as the argument DIR")


def campaign(named: Path | None) -> Path:
    """The named folder, or else the campaign in results/ that changed last, which is printed on standard error.

    Raises UserError where there is none.
    """
    if named is not None:
        return named
    written = [(path.stat().st_mtime, path.parent) for kind in ("runs-*.csv*", "plan-*.json")
               for pattern in (kind, f"*/{kind}") for path in RESULTS.glob(pattern)]  # fmt: skip
    if not written:
        raise UserError(f"there is no campaign in {RESULTS}/ of the current folder: name its folder")
    _, latest = max(written)
    print(f"note: {latest} is the campaign that changed last in {RESULTS}/", file=sys.stderr)
    return latest


def parsed(command: argparse.ArgumentParser) -> argparse.Namespace:
    """The arguments of a command that reads a campaign: `results` is its folder (see `campaign`)."""
    given = command.parse_args()
    given.results = campaign(given.results)
    return given


class _Folder(argparse.Action):
    """Stores a folder that is named once."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, value: Any, *_: Any) -> None:
        if value is None:  # no position
            return
        if (first := getattr(namespace, "results", None)) is not None:  # one may be the value of an unknown option
            parser.error(
                f"the folder of the campaign is named twice, {first} and {value}: leave out one of them, or check the "
                "spelling of the option in front of it"
            )
        namespace.results = value
