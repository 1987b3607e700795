"""Normal numbers of which some are censored: only known to be greater than a limit.

Source: Olsen, Note on the uniqueness of the maximum likelihood estimator for the Tobit model, Econometrica 46, 1978.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

_MOST_STEPS, _CLOSE = 30, 1e-7  # of Newton's method


def hazard(z: Array) -> tuple[Array, Array]:
    """The hazard of the standard normal distribution, the slope of -ln P(Z > z), and the slope of the hazard."""
    import numpy as np
    from scipy.special import log_ndtr

    found = np.exp(-(z**2) / 2 - np.log(2 * np.pi) / 2 - log_ndtr(-z))
    return found, found * (found - z)


def located(logs: Array, solved: Array) -> tuple[Array, Array]:
    """The mean of normal numbers of which those not solved are only known to be greater, a row each, and the cost.

    By Newton's method in the parameters mean / sigma and h = 1 / sigma, in which the cost is convex.
    """
    import numpy as np
    from scipy.special import log_ndtr

    known = logs[:, solved]
    number = known.shape[1]
    mean, h = known.mean(axis=1), 1 / np.maximum(known.std(axis=1), 1e-3)
    if solved.all():
        return mean, number * (0.5 - np.log(h))
    beyond, m = logs[:, ~solved], mean * h

    def scaled(m: Array, h: Array) -> tuple[Array, Array]:
        return h[:, None] * known - m[:, None], h[:, None] * beyond - m[:, None]

    def cost(m: Array, h: Array) -> Array:
        z, above = scaled(m, h)
        found = (z**2).sum(axis=1) / 2 - log_ndtr(-above).sum(axis=1) - number * np.log(np.abs(h))
        return np.where(h > 0, found, np.inf)

    value = cost(m, h)
    for _ in range(_MOST_STEPS):
        z, above = scaled(m, h)
        slope, bend = hazard(above)
        down = -z.sum(axis=1) - slope.sum(axis=1)
        along = (z * known).sum(axis=1) + (slope * beyond).sum(axis=1) - number / h
        mm, mh = number + bend.sum(axis=1), -known.sum(axis=1) - (bend * beyond).sum(axis=1)
        hh = (known**2).sum(axis=1) + (bend * beyond**2).sum(axis=1) + number / h**2
        step_m, step_h = np.stack([hh * down - mh * along, mm * along - mh * down]) / (mm * hh - mh**2)
        if (step_m * down + step_h * along).max() < _CLOSE:
            break
        size = np.ones_like(m)
        for _ in range(_MOST_STEPS):
            there = cost(m - size * step_m, h - size * step_h)
            if not (worse := there > value).any():
                break
            size[worse] /= 2
        size[worse] = 0
        m, h = m - size * step_m, h - size * step_h
        value = np.minimum(there, value)
    return m / h, value
