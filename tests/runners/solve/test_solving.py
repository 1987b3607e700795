"""An answer of a run: what was proved, and its solution as text and as a picture for notebooks."""

from dataclasses import replace

from tilings.runners.plan import manifest
from tilings.runners.solve.choosing import choose
from tilings.runners.solve.solving import Answer, answered


def answer(name: str, **wishes: object) -> Answer:
    (entry,) = manifest.shipped(name=name)
    return answered(choose(manifest.read_instance(entry.path), **wishes))  # type: ignore[arg-type]


def test_an_answer_without_a_solution_is_shown_in_words() -> None:
    found = answer("tetrominoes4x5")
    assert (found.proven, found.solution, found.text(), found._repr_svg_()) == (True, None, "", None)
    assert found._repr_html_().startswith("<figure><figcaption>there is no packing")


def test_words_of_an_answer_are_escaped_where_they_are_shown_as_html() -> None:
    found = answer("tetrominoes4x5")
    odd = replace(found, record=replace(found.record, message="a < b"))
    assert "a &lt; b" in odd._repr_html_()
