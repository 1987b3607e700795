"""Turns the documents' links to source files into links to pages of the site that show these files.

A link to a folder becomes a link to a list of its files. Other files, such as tables, stay downloads.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import download_reference, pending_xref
from sphinx.application import Sphinx

LANGUAGES = {
    ".py": "python",
    ".mzn": "minizinc",
    ".lp": "prolog",
    ".toml": "toml",
    ".hpp": "cpp",
    ".cpp": "cpp",
    ".typ": "typst",
    ".json": "json",
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect this extension to Sphinx."""
    app.connect("doctree-read", _link_to_pages, priority=400)  # before Sphinx collects what is to be downloaded
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _share_contents, priority=400)  # before the theme draws the contents
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _link_to_pages(app: Sphinx, document: nodes.document) -> None:
    """Turn each link to a source file or a folder into a link to its page."""
    env = app.env
    for link in [*document.findall(download_reference), *document.findall(pending_xref)]:
        _, absolute = env.relfn2path(link["reftarget"])
        path = Path(absolute)
        if path.is_dir() or (path.is_file() and path.suffix in LANGUAGES):
            page = _page(path.relative_to(env.srcdir))
            env.metadata[env.docname].setdefault("source_pages", set()).add(path)
            uri = app.builder.get_relative_uri(env.docname, page)
            link.replace_self(nodes.reference("", "", *link.children, internal=True, refuri=uri))


def _page(path: Path) -> str:
    return f"source/{path}"


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield each page for Sphinx: its name, the variables of its template, the template."""
    env = app.env
    linked: set[Path] = set().union(*(data.get("source_pages", ()) for data in env.metadata.values()))
    for folder in filter(Path.is_dir, list(linked)):
        linked.update(path for path in folder.iterdir() if path.suffix in LANGUAGES)
    for path in sorted(linked):
        name = path.relative_to(env.srcdir)
        body = _folder(path) if path.is_dir() else _file(app, path)
        yield (
            _page(name),
            {"title": str(name), "body": f'<div class="source"><h1>{escape(str(name))}</h1>{body}</div>'},
            "page.html",
        )


_CONTENTS: dict[tuple[int, str], str] = {}


def _share_contents(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Make the contents beside the pages of files once for each depth of folders: they name none of these pages."""
    contents = context.get("toctree")
    if contents is None or not page.startswith("source/"):
        return

    def shared(**options: Any) -> str:
        key = page.count("/"), str(sorted(options.items()))
        if key not in _CONTENTS:
            _CONTENTS[key] = contents(**options)
        return _CONTENTS[key]

    context["toctree"] = shared


def _file(app: Sphinx, path: Path) -> str:
    """The text of a file as HTML, highlighted in its language."""
    return app.builder.highlighter.highlight_block(path.read_text(encoding="utf-8"), LANGUAGES[path.suffix], force=True)


def _folder(path: Path) -> str:
    """The names of the files in a folder, as links if they have pages."""
    names = sorted(file.name for file in path.iterdir() if file.is_file())
    linked = [
        f'<a href="{path.name}/{name}.html">{name}</a>' if Path(name).suffix in LANGUAGES else name for name in names
    ]
    return "<ul>" + "".join(f"<li>{name}</li>" for name in linked) + "</ul>"
