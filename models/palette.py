"""Colours of pieces and values in pictures and on terminals: light, so that black letters can be read on them."""

# Of different lightness, and apart in colour blindness (the first after P. Tol's "light" scheme).
TINTS = ("#77AADD", "#EE8866", "#EEDD88", "#FFAABB", "#99DDFF", "#44BB99", "#CCBBEE", "#BBCC33", "#DDB892",
         "#D5D5D5", "#AAAA00", "#C77D8E", "#A57FB5")  # fmt: skip
BLOCKED, FIXED = "#404040", "#999999"


def mixed(colour: str, other: str, share: float) -> str:
    """A mixture of two colours ``#rrggbb``; share: of the other, from 0 to 1."""
    parts = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * (1 - share) + two * share):02x}" for one, two in parts)


def is_dark(colour: str) -> bool:
    """Whether white letters are easier to read on it than black ones, by its luma (ITU-R BT.601)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 110
