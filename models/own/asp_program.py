"""Refuses programs for clingo that cannot be grounded in one step, or that have too large numbers."""

import re

from tilings.models.own import lexis
from tilings.models.own.instance import OwnInstance

_MORE = re.compile(r"#script\b|@\s*[a-z_]\w*\s*\(|#include\s*<[^>]*>|#program\s++(?!base\s*(?:\(\s*\)\s*)?\.)[^.]*")
_NUMBER = re.compile(r"(?<!\w)(?:[1-9][0-9]{9,}|0x[0-9a-fA-F]{8,})\b")
_LARGEST = 2**31 - 1  # of larger numbers clingo keeps the last 32 bits, without a word
_OF_NUMBERS = f"clingo computes with numbers up to {_LARGEST}; scale the numbers"
_OF_SCRIPTS = "scripts are not run; write the terms that they compute as facts into a further .lp file"
_OF_PARTS = "programs in parts are not grounded step by step; write one program for a fixed number of steps, a #const"


def refusal(instance: OwnInstance) -> str:
    """Why a program is not solved, with a remedy; empty if it is."""
    for name, text in instance.files:
        if name == instance.checker:
            continue
        statements = lexis.bare("asp", text)
        if statement := _MORE.search(statements):
            words = " ".join(statement[0].split())
            remedy = _OF_SCRIPTS if words.startswith(("#script", "@")) else _OF_PARTS
            return f"{name} has '{words[:80]}': {remedy}"
        for number in _NUMBER.findall(statements):
            if len(number) > 10 or int(number, 0) > _LARGEST:
                return f"{name} has the number {number[:80]}: {_OF_NUMBERS}"
    return ""
