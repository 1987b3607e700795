"""The comments and the strings of each format, by its grammar.

Sources: the lexers of gringo 5 (comments ``%* … *%`` are nested, and a ``%`` in one hides the rest of its line) and of
MiniZinc 2.9 (a string has expressions in ``\\( … )``, which have strings); the documents of the other formats.
"""

import re

_BLOCK = r"(?P<comment>%.*|/\*[\s\S]*?(?:\*/|\Z))"
_STRING = r'(?P<string>"(?:[^"\\\n]|\\.)*"?)'
_TOKENS = {
    "mzn": re.compile(_BLOCK + r"""|(?P<string>"(?:[^"\\\n]|\\[^(\n])*")|(?P<nested>")|(?P<name>'[^'\n]*')"""),
    "fzn": re.compile(r"(?P<comment>%.*)|" + _STRING),
    "asp": re.compile(r"(?P<nested>%\*)|(?P<comment>%.*)|(?P<script>#script\b[\s\S]*?(?:#end\b|\Z))|" + _STRING),
    "mps": re.compile(r"(?P<comment>^\*.*)", re.MULTILINE),
    "lp": re.compile(r"(?P<comment>\\.*)"),
    "cnf": re.compile(r"(?P<comment>^c.*)", re.MULTILINE),
    "wcnf": re.compile(r"(?P<comment>^c.*)", re.MULTILINE),
    "opb": re.compile(r"(?P<comment>^\*.*)", re.MULTILINE),
    "xml": re.compile(r"(?P<comment><!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z))"),
}
_COMMENTS_OF_ASP = re.compile(r"%\*|\*%|%.*")
_STRINGS_OF_MZN = re.compile(r'\\\(|\\.|["()\n]')
_BARE = {"string": '""', "script": "#script", "name": "''"}  # what stands in their place


def without_comments(form: str, text: str) -> str:
    """The text of a file in one of the formats without its comments."""
    return _shortened(form, text, bare=False)


def bare(form: str, text: str) -> str:
    """The statements of a text: without comments and scripts in clingo's programs, with empty strings and with empty
    quoted names in MiniZinc."""
    return _shortened(form, text, bare=True)


def _shortened(form: str, text: str, bare: bool) -> str:
    parts, at = [], 0
    while token := _TOKENS[form].search(text, at):
        parts.append(text[at : token.start()])
        kind, at = str(token.lastgroup), token.end()
        if kind == "nested":
            kind, at = _past_comment(text, token.start()) if form == "asp" else _past_string(text, token.start())
        if kind == "comment":
            parts.append(" ")
        else:
            parts.append(_BARE[kind] if bare else text[token.start() : at])
    return "".join([*parts, text[at:]])


def _past_comment(text: str, at: int) -> tuple[str, int]:
    """The kind of a comment of clingo's that begins here, and its end."""
    depth = 0
    for token in _COMMENTS_OF_ASP.finditer(text, at):
        depth += {"%*": 1, "*%": -1}.get(token[0], 0)
        if not depth:
            return "comment", token.end()
    return "comment", len(text)


def _past_string(text: str, at: int) -> tuple[str, int]:
    """The kind of a string of MiniZinc's that begins here, and its end; a string that does not end has the line's."""
    within: list[str] = []  # the strings and the parentheses that are open
    for token in _STRINGS_OF_MZN.finditer(text, at):
        in_string = bool(within) and within[-1] == '"'
        if token[0] == "\n":
            if in_string:
                return "string", token.start()
        elif token[0] == '"' and not in_string or token[0] == ("\\(" if in_string else "("):
            within.append(token[0][-1])
        elif token[0] == ('"' if in_string else ")"):
            within.pop()
            if not within:
                return "string", token.end()
    return "string", len(text)
