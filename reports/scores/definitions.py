"""The definition of each score, as the report prints it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Definition:
    """A score: its name in the tables, a formula in Typst's math mode, and words on what the formula leaves open.

    better: lower or higher, empty for what is no score. sources: keys of references.yml.
    """

    name: str
    formula: str
    words: str
    better: str
    sources: tuple[str, ...]


DEFINITIONS = (
    Definition(
        "PAR2",
        '1/n sum_i cases(t_i & "if solved", 2 L_i & "otherwise")',
        "Seconds; L is the run's own wall limit.",
        "lower",
        ("satcomp",),
    ),
    Definition(
        "shifted mean",
        "exp(1/n sum_i ln(min(t_i, L_i) + s)) - s",
        "Seconds; s = 1 s. An unsolved case counts as its limit: no more than one that was solved at the last moment.",
        "lower",
        ("achterberg",),
    ),
    Definition(
        "× leader",
        "exp(overline(d) plus.minus t_(0.975, m - 1) s_d \\/ sqrt(m)), quad "
        'd_i = overline(ln t_i) - overline(ln t_i^"leader"), quad i in B',
        "Of each paradigm the configuration of the least PAR2 that ran on every case, against the leader, that "
        "of the least of all. B are the m cases that both solve; bars of times: means over the solved seeds. Student's "
        "interval of 95 %, which takes the d to be normal; none for fewer than 6 cases. Decided: the leader solves "
        "no fewer cases, and the interval lies above 1; or it solves more, and an exact two-sided sign test of the "
        "cases that just one solves gives p < 0.05. A lead is decided if it is over every paradigm.",
        "lower",
        ("student",),
    ),
    Definition(
        "intervals",
        "[q_alpha, q_(1 - alpha)], quad alpha = Phi(-sqrt(n \\/ (n - 1)) thin t_(0.975, n - 1))",
        "Of PAR2 and shares, nominally 95 %. Cases are drawn anew with replacement (of PAR2 2000 times, fixed seed); q "
        "are the percentiles of the score over what was drawn. None for fewer than 6 cases. They tell of other cases "
        "like these. In simulations they held the mean of normal times in 93 % of campaigns of 6 cases, of skewed ones "
        "that a limit cuts off in 70 % (95 and 78 % with 16 cases): what is rare and slow is missing from few cases.",
        "",
        ("efron", "hesterberg"),
    ),
    Definition(
        "fastest on",
        "sum_i [t_i = min_(s') t_(i)^(s')]",
        "Cases on which it is the choice of the virtual best solver V, which takes on each case the best configuration "
        "for it: a perfect choice. A tie goes to the first in the alphabet.",
        "higher",
        ("xu",),
    ),
    Definition(
        "only, ΔPAR2",
        'upright("PAR2")(V without s) - upright("PAR2")(V)',
        "Marginal contribution to V: the cases that no other solves, and by how many seconds V's PAR2 "
        "grows without it. A case that it did not run on counts as unsolved.",
        "higher",
        ("xu",),
    ),
)
