"""The readers of plug-ins: lists of instances, heads of formulations, entry points."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from tilings.models import plugins, registry
from tilings.models.plugins import ModulePath, Plugins
from tilings.runners.plan import manifest
from tools.fuzz.reader import Reader, files

_SHIPPED = b"""family,name,class,size,known_first,known_count,known_optimum,source
squares,a,ours,5,sat,,3,somebody
squares,b,,,unsat,0,,"""


def _listed(path: Path) -> None:
    """A plug-in's list of instances, beside two of them."""
    folder = _folder(path, "instances")
    (folder / "squares").mkdir(exist_ok=True)
    for name in ("a", "b"):
        (folder / f"squares/{name}.json").write_text('{"family": "squares"}', encoding="utf-8")
    _put(path, folder / "manifest.csv")
    for entry in manifest._added(folder, None, {}):
        str(entry)


def _formulation(name: str) -> Callable[[Path], None]:
    """A plug-in's formulation of squares, up to its digest."""

    def read(path: Path) -> None:
        folder = _folder(path, "models/squares")
        _put(path, folder / name)
        place = ModulePath("tilings.models.squares", folder)
        added = Plugins((), (ModulePath("models", folder.parent),), (), (), (("squares", place),))
        with patch.object(plugins, "active", lambda: added):
            registry._formulations.cache_clear()
            formulation = registry.formulation("squares", Path(name).stem)
            formulation.settings({})
            formulation.sha256()

    return read


def _entries(path: Path) -> None:
    """An installed package's entry points."""
    folder = _folder(path, "site/fuzzed-1.0.dist-info")
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: fuzzed\nVersion: 1.0\n", encoding="utf-8")
    _put(path, folder / "entry_points.txt")
    with patch("sys.path", [str(folder.parent)]), patch.dict(os.environ, {plugins.VARIABLE: ""}):
        dict(plugins._entries())


def _folder(path: Path, name: str) -> Path:
    folder = path.parent / "plugin" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _put(path: Path, place: Path) -> None:
    place.unlink(missing_ok=True)
    place.symlink_to(path)


_POINTS = (
    b"[tilings.solvers]\ndlx2 = json.decoder\n\n[tilings.problems]\nnew = email\n",
    b"[console_scripts]\na = b:c\n[tilings.formulations]\nsquares = json\n",
)
READERS = (
    Reader("manifest.csv", _listed, lambda: [_SHIPPED]),
    Reader("formulation.mzn", _formulation("cp_fuzzed.mzn"), files("models/squares/cp_*.mzn", most=4)),
    Reader(
        "formulation.py", _formulation("mip_fuzzed.py"), files("models/squares/mip_*.py", "models/squares/sat_*.py")
    ),
    Reader("entry_points.txt", _entries, lambda: _POINTS),
)
