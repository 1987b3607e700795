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
        "solved", 'sum_i ["solved"_i]', "Cases whose goal was reached, and that no check speaks against.", "higher", ()
    ),
    Definition(
        "PAR2, PAR10",
        '1/n sum_i cases(t_i & "if solved", k L_i & "otherwise")',
        "Seconds; k is 2 or 10, L the run's own wall limit. With 10, solving comes before speed.",
        "lower",
        ("satcomp", "paramils"),
    ),
    Definition(
        "shifted mean",
        "exp(1/n sum_i ln(min(t_i, L_i) + s)) - s",
        "Seconds; s = 1 s. An unsolved case counts as its limit: no more than one that was solved at the last moment.",
        "lower",
        ("achterberg",),
    ),
    Definition(
        "× first",
        'upright("PAR2") / upright("PAR2")_"first"',
        "The first has the least PAR2 of those that ran on every case; it was chosen on these very cases, which "
        "flatters it.",
        "lower",
        (),
    ),
    Definition(
        "intervals",
        "[q_alpha, q_(1 - alpha)], quad alpha = Phi(-sqrt(n \\/ (n - 1)) thin t_(0.975, n - 1))",
        "Nominally 95 %. Cases are drawn anew with replacement 2000 times (fixed seed), both sides of a ratio as one. "
        "q are the percentiles of the score over what was drawn. None for fewer than 6 cases. They tell of other cases "
        "like these, not of other runs on the same. In simulations they held the mean of normal times in 93 % of "
        "campaigns of 6 cases, of skewed times that a limit cuts off in 70 % (95 and 78 % with 16 cases): what is rare "
        "and slow is missing from few cases.",
        "",
        ("efron", "hesterberg"),
    ),
    Definition(
        "p",
        'd_i = ln(t_i \\/ t_(i)^"first")',
        "Wilcoxon's signed-rank test of the log-ratios to the first, two-sided, adjusted by Holm for all that ran on "
        "every case, but not for the choice of the first on these cases. Left out where no result could bring it below "
        "0.05. Of a pair with one unsolved run the sign is known and a bound of the size: p is the largest that "
        "any times beyond the limit could give. A pair of unsolved runs says nothing and does not count.",
        "",
        ("wilcoxon", "hollander", "holm"),
    ),
    Definition(
        "Borda",
        'sum_i sum_(s\' != s) cases(1 & "better answer", t\' \\/ (t + t\') & "equal answers", 0 & "worse or unsolved")',
        "The MiniZinc Challenge's complete score, rules of 2025: better is solved, then (goal optimum) proved, then "
        "the better objective. Times are rounded down to seconds; 1/2 where both are 0. A run short of its goal counts "
        "its limit. The sum is over all others that ran on every case.",
        "higher",
        ("mznrules", "stuckey"),
    ),
    Definition(
        "incomplete Borda",
        'sum_i sum_(s\' != s) cases(1 & "better objective", 1 \\/ 2 & "equal", 0 & "worse or unsolved")',
        "The Challenge's incomplete score (goal optimum): as before, but neither proofs nor times count.",
        "higher",
        ("mznrules",),
    ),
    Definition(
        "area",
        "1/n sum_i (f / 4 + 1/2 integral_0^u (x(t) - x^*) / (w - x^*) dif t + u / 4)",
        "The Challenge's area score (goal optimum), in wall-clock seconds: f until the first solution, u until the end "
        "(L if not proved); w is the worst first solution of all, and what a run has before its first; L without any "
        "solution. As computed for the published tables. The mean over cases stands for the Challenge's sum.",
        "lower",
        ("mznrules",),
    ),
    Definition(
        "primal integral",
        "1/n sum_i integral_0^L gamma(t) dif t, quad gamma = (|x(t) - x^*|) / max(|x(t)|, |x^*|)",
        "Seconds (goal optimum); the gap is 1 before the first solution, and x* the best of any run. Cases that nobody "
        "found a solution of are left out.",
        "lower",
        ("berthold",),
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
    Definition(
        "explained share",
        "ln t_(i j k) = c_k + s_i + m_j + (s m)_(i j) + e_(i j k), quad "
        'upright("mean")(s^2) \\/ (upright("mean")(s^2) + upright("mean")(m^2) + upright("mean")((s m)^2) + sigma^2)',
        "Solver i and model j on case k, where every pair ran on every case. Fitted by maximum likelihood with normal "
        "e of the variance sigma squared; an unsolved run is censored at its limit, so that the shares are those of "
        "times that no limit cuts off. Without unsolved runs they are the sums of squares of the two-way analysis of "
        "variance with the case as a block, by that within blocks. A pair that solved nothing counts as if it had "
        "solved, just at the limit, the case that is easiest for the others; a case that nobody solved is left out. "
        "Interval: cases drawn anew 200 times.",
        "",
        ("fisher", "tobin", "olsen", "veall"),
    ),
    Definition(
        "Shapley",
        "phi_s = 1/(n!) sum_pi (v(P_s^pi union {s}) - v(P_s^pi))",
        "The mean marginal contribution over all orders of joining, exact: P are those before s in the order, and v is "
        "how many cases they solve together; where the table says so, by how much their PAR2 is below that of solving "
        "nothing. The values sum to that of all.",
        "higher",
        ("frechette",),
    ),
)
