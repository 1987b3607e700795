"""Statements of clingo's programs that need more than one grounding of the whole program: such a program is refused."""

import re

from tilings.models.own import lexis
from tilings.models.own.instance import OwnInstance

_MORE = re.compile(r"#script\b|@\s*[a-z_]\w*\s*\(|#include\s*<[^>]*>|#program\s++(?!base\s*(?:\(\s*\)\s*)?\.)[^.]*")
_OF_SCRIPTS = "scripts are not run; write the terms that they compute as facts into a further .lp file"
_OF_PARTS = "programs in parts are not grounded step by step; write one program for a fixed number of steps, a #const"


def refusal(instance: OwnInstance) -> str:
    """Why a program is not solved, with a remedy; empty if it is."""
    for name, text in instance.files:
        if statement := _MORE.search(lexis.bare("asp", text)):
            words = " ".join(statement[0].split())
            remedy = _OF_SCRIPTS if words.startswith(("#script", "@")) else _OF_PARTS
            return f"{name} has '{words[:80]}': {remedy}"
    return ""
