"""Sums of some of the given numbers, as the bits of a number."""

from collections.abc import Mapping


def sums(numbers: Mapping[int, int], most: int) -> int:
    """The sums up to the largest one wanted: bit s is set if some choice of the numbers adds up to s.

    numbers: the largest number of times that each may be chosen. Equal numbers enter in lots of 1, 2, 4, … and a rest.
    """
    reached, mask = 1, (1 << most + 1) - 1
    for number, count in numbers.items():
        left, lot = min(count, most // number) if number else 0, 1
        while left:
            lot = min(lot, left)
            reached |= reached << number * lot & mask
            left -= lot
            lot *= 2
    return reached
