"""A damaged list of submissions is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.problem import UserError
from runners.cluster.submissions import NAME, Submissions


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"submissions": [{}]}', '{"submissions": 1}', "[" * 100_000])
def test_a_file_that_is_no_list_of_submissions_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / NAME).write_text(content)
    with pytest.raises(UserError, match="is not a list of submissions: move it away"):
        Submissions(tmp_path)
