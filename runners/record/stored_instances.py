"""The instances of a campaign: those that no rule makes are in its folder, a line of instances-*.jsonl each.

An instance that a rule makes is kept by its name and its hash, which are in the row, and made again when it is used.
Folders of earlier versions have a file of each instance, instances/FAMILY/NAME.json.
"""

from __future__ import annotations

from pathlib import Path

from tilings.generators import ladders
from tilings.models import files, registry
from tilings.models.digest import hashed
from tilings.models.problem import Instance, Problem, UserError
from tilings.runners.record import json_lines
from tilings.runners.record.json_lines import Line

KIND = "instances"
KEYS = ("family", "name", "sha256", "text")


def line(family: str, name: str, sha256: str, text: bytes) -> bytes:
    """The line of an instance: the text of its JSON file, with its hash."""
    words = text.decode(errors="surrogateescape")
    return json_lines.encoded({"family": family, "name": name, "sha256": sha256, "text": words})


def latest(path: Path) -> dict[tuple[str, str], str]:
    """The hash of the last instance of each family and name in a file. Raises UserError for a broken line."""
    found = json_lines.read(path, KEYS) if path.exists() else ()
    return {(content["family"], content["name"]): content["sha256"] for _, content in found}


class StoredInstances:
    """The instances in a folder. faults: sentences on lines that cannot be read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.faults: list[str] = []
        self._lines: dict[tuple[str, str], dict[str, Line]] = {}
        for place, content in json_lines.of_folder(folder, KIND, KEYS, self.faults):
            hashes = self._lines.setdefault((content["family"], content["name"]), {})
            hashes.pop(content["sha256"], None)
            hashes[content["sha256"]] = place

    def text(self, family: str, name: str, sha256: str = "") -> bytes | None:
        """The text of the instance with this hash, else of the last one of that name; None where there is none.

        Raises UserError, also for a link that leads out of the folder, or OSError.
        """
        hashes = self._lines.get((family, name), {})
        last = next(reversed(hashes.values()), None)
        if place := hashes.get(sha256) or (None if sha256 else last):
            return _text(place)
        for stem in (f"{name}-{sha256[:16]}", name):  # the former had been replaced by another of its name
            copy = files.inside(self._folder, self._folder / KIND / family / f"{stem}.json")
            if copy.is_file():
                return files.content(copy)
        return last and _text(last)

    def load(self, family: str, name: str, sha256: str = "") -> tuple[Problem, Instance]:
        """Family and instance, as for ``text``, or made by its rule. Raises UserError."""
        try:
            text = self.text(family, name, sha256)
        except OSError as error:
            raise UserError(f"{self._folder}: the instance {name} cannot be read: {error.strerror}") from None
        if text is not None:
            try:
                words = text.decode("utf-8-sig")
            except UnicodeDecodeError:
                raise UserError(f"{self._folder}: the instance {name} is not UTF-8 text") from None
            return registry.parse_instance(words, f"{self._folder}: {name}")
        entry = ladders.entry(name, family)
        if entry is None:
            raise UserError(f"no instance {name} of {family} is kept, and no rule makes it")
        problem = registry.problem(family)
        if sha256 not in ("", hashed([registry.instance_json(problem, entry.instance)])):
            raise UserError(changed(name))
        return problem.of(entry.instance), entry.instance


def _text(place: Line) -> bytes:
    return str(place.content()["text"]).encode(errors="surrogateescape")


def changed(name: str) -> str:
    """The sentence on an instance whose rule makes another one now."""
    return f"the rule that makes {name} has changed since: its SHA-256 is not that of the row"
