"""Small words of the report: numbers with their nouns, lists of names."""

from collections.abc import Iterable, Sequence

from tilings.models.terminal.phrases import counted

count = counted  # such as "1 run", "2 runs"
ASSUMED = "§"  # marks what was given up, and counts as unsolved, in cells and tables


def copies(number: int) -> str:
    """
    >>> copies(1), copies(2)
    ('1 copy', '2 copies')
    """
    return count(number, "copy", "copies")


def opened(text: str) -> str:
    """A text as a sentence opens with it, its first letter a capital.

    >>> opened("exact cover of MIP"), opened("")
    ('Exact cover of MIP', '')
    """
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str], last: str = "and") -> str:
    """
    >>> listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a', 'a, b and c', 'a or b')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def shortened(name: str, most: int) -> str:
    """A name cut in its middle to so many characters.

    >>> shortened("cp_diffn [symmetry=none]", 16), shortened("cp_diffn", 16)
    ('cp_diffn […none]', 'cp_diffn')
    """
    tail = most // 3
    return name if len(name) <= most else f"{name[: most - tail - 1]}…{name[-tail:]}"


def some(names: Sequence[str], most: int = 3) -> str:
    """
    >>> some(["a", "b"]), some(["a", "b", "c", "d", "e"])
    ('a and b', 'a, b, c and 2 others')
    """
    more = len(names) - most
    return listed(names) if more <= 1 else listed([*names[:most], f"{more} others"])


def ranges(numbers: Iterable[int]) -> str:
    """
    >>> ranges([2, 3, 4, 7, 9, 10])
    '2–4, 7 and 9–10'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed([f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs])


def seconds(value: float) -> str:
    """A time in seconds in as few characters as tell it apart: 0.004, 0.12, 3.4, 125."""
    if value != value:
        return "–"
    if value < 0.0005:
        return "0.000"
    if value < 0.095:
        return f"{value:.3f}"
    if value < 9.95:
        return f"{value:.2f}" if value < 0.995 else f"{value:.1f}"
    return f"{value:.0f}"


def as_ratio(value: float, bound: str = "") -> str:
    """A ratio in two digits or so, after its bound.

    >>> as_ratio(12.34, "≥"), as_ratio(0.512, "")
    ('≥ 12', '0.51')
    """
    digits = 0 if value >= 9.95 else 1 if value >= 0.995 else 2 if value >= 0.0995 else 3
    number = f"{value:.{digits}f}"
    return f"{bound} {number}" if bound else number
