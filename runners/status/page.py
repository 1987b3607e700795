"""How a campaign stands, as a page of one file: it needs no network, and reloads itself while it is followed."""

import html
import time
from collections.abc import Iterable
from pathlib import Path

from runners.record import csv_log
from runners.status import words
from runners.status.words import Value

_LATE = 4  # intervals without a new page, after which it says so


def write(value: Value, path: Path, every_s: float | None) -> None:
    """Replace the page as a whole. every_s: after so many seconds there will be a new one; None: there will not."""
    text = page(value, every_s)
    path.parent.mkdir(parents=True, exist_ok=True)
    csv_log.replace(path, lambda file: file.write(text.encode()))


def page(value: Value, every_s: float | None) -> str:
    """The page's text."""
    name = html.escape(value["folder"].name)
    reload = f'<meta http-equiv="refresh" content="{max(1, round(every_s))}">' if every_s else ""
    late = max(15.0, _LATE * every_s) if every_s else 0
    share = 100 * value["made"] / value["planned"] if value["planned"] else 0
    alarms = "".join(f"<li>{html.escape(each)}</li>" for each in words.alarms(value))
    facts = "".join(_fact(line) for line in words.facts(value))
    running = [run for shard in value["shards"] for run in shard["running"] if shard["state"] == "working"]
    at = time.strftime("%F %T %Z", time.localtime(value["looked_at"]))
    parts = [
        f'<ul class="alarm">{alarms}</ul>' * bool(alarms),
        f"<h1>{html.escape(words.headline(value))}</h1>",
        f'<div class="bar"><i style="width:{share:.1f}%"></i></div>' * bool(value["planned"]),
        f"<dl>{facts}</dl>",
        *(_axis(value, axis) for axis in ("solver", "family")),
        _table("running now", ["shard", "run", "for", "limit"], map(_run, running)) if running else "",
        _list(value["remarks"]),
        f'<p id="age" data-at="{value["looked_at"]:.0f}" data-late="{late:g}">as of {at}</p>',
    ]
    body = "\n".join(filter(None, parts))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{reload}\n'
        f'<meta name="viewport" content="width=device-width"><title>{round(share)} % {name}</title>\n'
        f"<style>{_STYLE}</style></head><body>\n{body}\n<script>{_SCRIPT}</script></body></html>\n"
    )


def _fact(line: str) -> str:
    name, what = line[:9].strip(), line[9:]
    return f"<dt>{html.escape(name)}</dt><dd>{html.escape(what)}</dd>"


def _axis(value: Value, axis: str) -> str:
    keys = ("planned", "made", "running", "left", "solved", "given_up", "wrong")
    rows = [
        [row[axis], *(_number(row[key]) for key in keys), f"{words.hours(row['core_hours'])}"]
        for row in value[f"by_{axis}"]
    ]
    return _table(f"by {axis}", [axis, *(key.replace("_", " ") for key in keys), "core-hours"], rows)


def _number(value: int | None) -> str:
    return "?" if value is None else f"{value:,}"


def _run(run: Value) -> list[str]:
    what = f"{run['solver']}/{run['formulation']} on {run['family']}/{run['instance']}, goal {run['goal']}"
    return [run["shard"], what, words.span(run["for_s"]), words.span(run["wall_limit_s"])]


def _table(title: str, names: list[str], rows: Iterable[list[str]]) -> str:
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    kind = "runs" if "run" in names else "numbers"
    whole = f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<h2>{title}</h2><div class="wide">{whole}</div>'


def _list(remarks: list[str]) -> str:
    return "".join(f'<p class="soft">{html.escape(remark)}</p>' for remark in remarks)


_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1b1b1b, #e6e6e6); --soft: light-dark(#5c5c5c, #a9adb3);
  --rule: light-dark(#dcdcdc, #3a3e44); --done: light-dark(#0072b2, #3b94d9); --alarm: light-dark(#b00020, #ff6b7d); }
body { margin: 0 auto; padding: 1rem 1.4rem 3rem; max-width: 60rem; color: var(--ink);
  background: light-dark(#fff, #16181b); font: 15px/1.45 "DejaVu Sans", system-ui, sans-serif; }
h1 { font-size: 1.3rem; margin: .4rem 0; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
.bar { height: .6rem; background: var(--rule); border-radius: .3rem; overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--done); }
.alarm { margin: 0; padding: .6rem 1.6rem; border: 2px solid var(--alarm); color: var(--alarm); font-weight: bold; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; } dt { color: var(--soft); }
dd { margin: 0; grid-column: 2; } .wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 14px 3px 0; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th { color: var(--soft); font-weight: normal; } th:first-child, td:first-child,
.runs td:nth-child(2), .runs th:nth-child(2) { text-align: left; }
.soft, #age { color: var(--soft); } #age.late { color: var(--alarm); font-weight: bold; }
"""
_SCRIPT = """
const age = document.getElementById("age"), text = age.textContent;
function look() {
  const s = Math.round(Date.now() / 1000 - age.dataset.at), late = +age.dataset.late;
  if (late) age.textContent = text + ", " + s + " s ago" + (s > late ? ": nobody writes this page any more" : "");
  age.classList.toggle("late", late > 0 && s > late);
}
look(); setInterval(look, 1000);
"""
