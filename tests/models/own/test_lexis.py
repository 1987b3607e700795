"""Comments and strings are those of each format's grammar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models.own import lexis
from tilings.models.own.instance import FORMATS


@pytest.mark.parametrize(
    ("form", "text", "left"),
    [
        ("asp", 'a. % b.\nc("100%"). d. % "e', 'a.  \nc(""). d.  '),
        ("asp", "a. %* b. %* c. *% d. *% e.", "a.   e."),
        ("asp", "a. %* % *% b.\n c. *% d.", "a.   d."),
        ("asp", "a. %*% b. *% c.", "a.  "),
        ("asp", r's("a\"%b", "\\"). c.', 's("", ""). c.'),
        ("asp", "#script (python)\n'#minimize' % 2\n#end. a.", "#script. a."),
        ("mzn", 'output ["\\(x)% done"]; a /* b % */ c % d\ne', 'output [""]; a   c  \ne'),
        ("mzn", r'"a\(show("b\(c))d", (e)))f" g', '"" g'),
        ("mzn", r'"a\"%b\\" c', '"" c'),
        ("mzn", "var int: 'a % b'; c", "var int: ''; c"),
        ("mzn", '"a without an end\nb', '""\nb'),
        ("fzn", 'a :: b("%c") % d', 'a :: b("")  '),
        ("mps", "* a\n b * c\n*d", " \n b * c\n "),
        ("lp", "\\ a\nb \\ c\nd", " \nb  \nd"),
        ("cnf", "c a\np cnf 1 1\nc\n1 0", " \np cnf 1 1\n \n1 0"),
        ("opb", "* a\n+1 x1 >= 1 ;", " \n+1 x1 >= 1 ;"),
        ("xml", "<a><!-- <b/>\n --><![CDATA[<c/>]]></a>", "<a>  </a>"),
    ],
)
def test_the_statements_are_left(form: str, text: str, left: str) -> None:
    assert lexis.bare(form, text) == left


def test_strings_stay_if_only_comments_are_left_out() -> None:
    assert lexis.without_comments("mzn", 'include "a%b.mzn"; % c') == 'include "a%b.mzn";  '
    assert lexis.without_comments("asp", '#include "a%b.lp". % c') == '#include "a%b.lp".  '


@given(st.sampled_from(sorted(FORMATS)), st.text("ab%*\"\\()\n/c#<!-]'") | st.text())
def test_any_text_is_read_and_two_readings_are_alike(form: str, text: str) -> None:
    assert len(lexis.bare(form, text)) <= 2 * len(text)
    assert lexis.bare(form, lexis.without_comments(form, text)).split() == lexis.bare(form, text).split()
