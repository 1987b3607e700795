"""Reads a user's own files into an instance: a model with its data and a checker, or a JSON file that names them.

A file's ending determines its format; for ``.lp``, of clingo's programs and CPLEX's format, the content does.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tilings.models import fields, files, registry
from tilings.models.own import lexis
from tilings.models.own.instance import FORMATS, STATED
from tilings.models.problem import UserError

LARGEST = 100_000_000  # bytes of all files of an instance: each campaign keeps a copy


_NEVER = r"(?!)"
_SOLVE = r"\bsolve\b[^;]*\b"
_OBJECTIVES = {  # format -> the patterns of a statement that minimises the objective, and of one that maximises it
    "mzn": (_SOLVE + r"minimize\b", _SOLVE + r"maximize\b"),
    "fzn": (_SOLVE + r"minimize\b", _SOLVE + r"maximize\b"),
    "asp": (r"#minimi[sz]e\b|:~", r"#maximi[sz]e\b"),
    "cnf": (_NEVER, _NEVER),
    "wcnf": (r"\A", _NEVER),
    "opb": (r"^\s*min\s*:", r"^\s*max\s*:"),
    "xml": (r"<minimize\b", r"<maximize\b"),
}
_FORMAT_OF_ENDING = {f".{name}": name for name in FORMATS if name not in ("asp", "lp")}
_ENDINGS = (*_FORMAT_OF_ENDING, ".lp")
_CHECKERS = (".py", ".mzc.mzn", ".mzc")
_INCLUDE = re.compile(r'\binclude\s*"([^"\n]+)"')
_FLAGS = re.MULTILINE | re.IGNORECASE
_ASP = re.compile(r":[-~]|^\s*#\w+|\.\s*$", re.MULTILINE)


def is_model(path: Path) -> bool:
    """Whether a file's ending is that of a model."""
    return _plain(path).suffix in _ENDINGS and not _is_checker(path)


def read(
    paths: Sequence[Path], problem: str = "", expect: Mapping[str, Any] | None = None, name: str = ""
) -> dict[str, Any]:
    """The instance of a model with its data and its checker.

    paths: first the model; among the others the checker is recognised by its ending.
    problem: the name of the problem if several models state it; with each data file it is a problem of its own, whose
        name ends in the data's name.
    expect: the known answers by goal.
    name: the model's name; by default its file's.
    """
    model, *others = paths
    checkers = [path for path in others if _is_checker(path)]
    if len(checkers) > 1:
        raise UserError(f"{checkers[0]} and {checkers[1]} are two checkers; an instance has at most one")
    data = [path for path in others if path not in checkers]
    given = [fields.as_name(_plain(path).stem) for path in data]
    named = fields.as_name(name or _plain(model).stem)
    stated: dict[str, Any] = {"expect": expect} if expect else {}
    if problem:
        stated["problem"] = fields.as_name("-".join([fields.name(problem, "problem"), *given]))
    full = fields.as_name(f"{stated['problem']}-{named}" if problem else "-".join([named, *given]))
    return _instance(full, model, data, checkers[0] if checkers else None, stated)


def read_json(text: str, source: Path) -> dict[str, Any] | None:
    """The instance of a JSON text that names its files by paths relative to it; None for any other text."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, dict) or given.get("family") != "own" or "files" in given:
        return None
    try:
        fields.no_others(given, STATED)
        model, data = source.parent / _path(given, "model"), given.get("data", [])
        data = [source.parent / _path({"data": path}, "data") for path in fields.array(data, "data")]
        checker = source.parent / _path(given, "check") if given.get("check") else None
        stated = {key: given[key] for key in ("format", "goal", "sense", "problem", "expect") if key in given}
        return _instance(given.get("name", fields.as_name(source.stem)), model, data, checker, stated)
    except UserError as error:
        raise UserError(f"{source}: {error}") from None


def _instance(
    name: str, model: Path, data: Sequence[Path], checker: Path | None, stated: Mapping[str, Any]
) -> dict[str, Any]:
    """The instance's JSON object. stated: its problem, its known answers, and any of format, goal and sense; by default
    the model determines these three."""
    if not is_model(model):
        raise UserError(f"{model}: the name of a model ends in {', '.join(_ENDINGS)}")
    main = [model, *data, *([checker] if checker else [])]
    texts = _with_included(main)
    if sum(map(len, texts.values())) > LARGEST:
        raise UserError(f"{model} and its data are larger than {LARGEST // 1_000_000} MB")
    base = Path(os.path.commonpath([path.parent for path in texts]))
    stored = {path: path for path in texts} | {_resolved(path): _stored(path) for path in main}
    names = {path: stored[path].relative_to(base).as_posix() for path in texts}
    form = fields.choice(stated["format"], "format", FORMATS) if "format" in stated else _format(model, texts)
    instance: dict[str, Any] = {"family": "own", "name": name, "format": form, "model": names[_resolved(model)]}
    instance["data"] = [names[_resolved(path)] for path in data]
    if checker:
        instance["check"] = names[_resolved(checker)]
    others = (".dzn", ".json", *_CHECKERS)
    solved = [text for path, text in texts.items() if not names[path].endswith(others)]
    return (
        instance
        | _goal_and_sense(form, solved, stated)
        | {key: stated[key] for key in ("problem", "expect") if key in stated}
        | {"files": {names[path]: text for path, text in texts.items()}}
    )


def _with_included(paths: Iterable[Path]) -> dict[Path, str]:
    """The texts of these files and of their includes; a missing include comes with the solver."""
    content: dict[Path, str] = {}
    queue = list(map(_resolved, paths))
    while queue:
        path = queue.pop(0)
        if path not in content:
            text = content[path] = _text(path)
            if path.suffix != ".py" and "include" in text:
                plain = lexis.without_comments("asp" if path.suffix == ".lp" else "mzn", text)
                included = [path.parent / name for name in _INCLUDE.findall(plain)]
                queue += [_resolved(other) for other in included if _is_file(other)]
    return content


def _text(path: Path) -> str:
    """The text of a file. A model or data that is not UTF-8 is read as Latin-1, which MiniZinc takes in comments."""
    try:
        return registry.read_text(path)
    except UserError:
        with suppress(OSError):
            if path.suffix != ".py" and b"\0" not in (content := files.unpacked(path)):
                return content.decode("latin-1")
        raise


def _resolved(path: Path) -> Path:
    """The path without links; a circular link stays and cannot be read."""
    return Path(os.path.realpath(path))


def _plain(path: Path) -> Path:
    """The name of a model or data without `.gz`, and with its ending in small letters. A link without an ending has
    the name of its target."""
    named = files.plain(path)
    return named if named.suffix or not path.is_symlink() else files.plain(_resolved(path))


def _stored(path: Path) -> Path:
    """The resolved path with the plain ending, by which solvers know the format: a link's target may lack it."""
    target = _resolved(path)
    return target.with_name(files.plain(target).stem + _plain(path).suffix)


def _is_file(path: Path) -> bool:
    """Whether a file exists; False for a name that is too long."""
    try:
        return path.is_file()
    except OSError:
        return False


def _goal_and_sense(form: str, texts: Sequence[str], stated: Mapping[str, Any]) -> dict[str, str]:
    sense = stated.get("sense") or _sense(form, texts)
    goal = stated.get("goal") or ("optimum" if sense else "")
    return {key: value for key, value in (("goal", goal), ("sense", sense if goal == "optimum" else "")) if value}


def _sense(form: str, texts: Sequence[str]) -> str:
    """The sense of the objective; empty without one."""
    if form not in _OBJECTIVES:
        from tilings.models.own.linear import lp_words, mps  # slow to import, for these formats alone

        return (mps if form == "mps" else lp_words).sense(texts[0])
    plain = [lexis.bare(form, text) for text in texts]
    least, most = (any(re.search(words, text, _FLAGS) for text in plain) for words in _OBJECTIVES[form])
    return "min" if least else "max" if most else ""


def _format(model: Path, texts: Mapping[Path, str]) -> str:
    """The format of a model; raises UserError for an .lp file of neither kind."""
    ending = _plain(model).suffix
    if ending != ".lp":
        return _FORMAT_OF_ENDING[ending]
    from tilings.models.own.linear import lp_words

    text = texts[_resolved(model)]
    if lp_words.begins(text):  # no program for clingo begins with Minimize or Maximize as a word by itself
        return "lp"
    if _ASP.search(lexis.bare("asp", text)):
        return "asp"
    raise UserError(
        f"{model} is neither a program for clingo nor in CPLEX's LP format, which begins with Minimize or Maximize: "
        'name it in a JSON file with "format": "asp" or "lp" (docs/own-models.md)'
    )


def _is_checker(path: Path) -> bool:
    return _plain(path).name.endswith(_CHECKERS)


def _path(given: Mapping[str, Any], field: str) -> str:
    value = fields.need(given, field)
    if not isinstance(value, str) or not value or "\0" in value:
        raise UserError(f"'{field}' must be a path, not {fields.shown(value)}")
    return value
