"""The chapter of definitions: those of the scores that a campaign has."""

from dataclasses import replace

import pytest

from reports.chapters.definitions import ON_PAGES, chapter
from reports.data.campaign import read_results
from reports.scores import DEFINITIONS


@pytest.mark.parametrize(
    ("models", "unused"),
    [(("a",), {"explained share"}), (("a", "b"), set())],
)
def test_scores_that_the_campaign_lacks_are_not_defined(folder_of, base, models, unused):
    runs = [
        replace(
            base,
            solver=solver,
            formulation=f"cp_{model}",
            instance=f"i{case}",
            run_id=f"{solver}{model}{case}",
        )
        for solver in ("gecode", "chuffed")
        for model in models
        for case in range(2)
    ]
    _, formulas, rest = chapter(read_results(folder_of(*runs))).blocks
    names = [definition.name for definition in DEFINITIONS]
    assert unused | set(ON_PAGES) <= set(names)
    shown = [definition.name for definition in formulas.definitions]
    assert shown == [name for name in ON_PAGES if name not in unused]
    for name in names:
        assert (f" {name} [@" in rest.text) == (name not in ON_PAGES and name not in unused), name
