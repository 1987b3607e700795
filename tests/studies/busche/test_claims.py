"""The article's statements on its Table 2 are judged by ratios of times from one machine."""

from pathlib import Path

import pandas as pd

from tilings.studies.busche import claims as busche


def table(**times):
    """Cases with the published seconds and the new ones."""
    rows = [
        {"case": case.replace("_", "-"), "instance": "box", "scale": "complete", "published_s": his, "user_s": ours}
        for case, (his, ours) in times.items()
    ]
    return pd.DataFrame(rows)


def test_a_claim_is_judged_on_each_machine_separately():
    rows = busche.claims(table(P_1=(60.0, 6.0), P_4=(10.0, 2.0))).rows
    assert rows == [
        ["pentominoes: de Bruijn more than 6 times faster than DLX", "P-1 : P-4", "6.00", "yes", "3.00", "less"]
    ]


def test_a_sampled_case_has_no_time():
    rows = table(P_1=(60.0, 6.0), P_4=(10.0, 2.0))
    rows.loc[1, "scale"] = "25 trials"
    assert busche.claims(rows).rows[0][4:] == ["–", "not run whole"]
    assert busche.order(rows) == ""


def test_the_order_of_cases_is_compared_pair_by_pair():
    said = busche.order(table(P_1=(3.0, 30.0), P_2=(2.0, 10.0), P_3=(1.0, 20.0)))
    assert said.startswith(
        "The fastest of each puzzle's cases: P-3 (here P-2). Of 3 pairs of cases of one puzzle, 2 are"
    )


def test_a_misprint_is_reported_with_the_arithmetic_that_shows_it():
    """The article's words are compared with its own table, as the suite holds it."""
    printed = pd.read_csv(Path("studies/busche/table2.csv")).set_index("case").loc["HBD-5"]
    seconds = pd.Timedelta(printed["run_time"]).total_seconds()
    (said,) = busche.misprints(table(HBD_5=(seconds, 1.0)))
    fits, unique, rate = printed["fits"], printed["unique_solutions"], printed["rate_per_s"]
    wanted = f"{printed['attempts']:,} attempts but {fits:,} fits", f"{fits / seconds / 1000:.0f},000 fits a second"
    for words in (
        *wanted,
        f"{unique:,} solutions",
        f"{unique / seconds:.3f} a second",
        f"{rate * seconds:,.0f} solutions",
    ):
        assert words in said
    assert busche.misprints(table(HBD_2=(1.0, 1.0))) == []
