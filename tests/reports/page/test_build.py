"""The built page holds all data within its bounds, has the same bytes each time, and refers to no other site."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import unquote

import pandas as pd
import pytest

from tests.called import called
from tilings.models import registry
from tilings.reports.data.campaign import read_results
from tilings.reports.english import seconds
from tilings.reports.page import pictures, runs
from tilings.reports.page.build import HOME, VENDOR, build, bundle
from tilings.reports.pdf.document import chapters
from tilings.reports.scores import CLOCKS, median_runs, times
from tilings.runners.record.schema import COLUMNS

HERE = Path(__file__).parent
command = partial(called, "tilings.reports.page")


@pytest.fixture(scope="module")
def text(page_file):
    return page_file.read_text(encoding="utf-8")


def block(text, name):
    packed = re.search(rf'id="block-{name}">([^<]*)<', text)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def cell(column, row):
    if "rows" in column:
        return column["rows"][row]
    return column["values"][column["codes"][row] if "codes" in column else 0]


def test_the_page_holds_every_record_completely(text, folder):
    details = block(text, "details")
    for row, record in enumerate(read_results(folder).records):
        assert {name: cell(column, row) for name, column in details["columns"].items()} == record._asdict()
    assert [column for _, group in details["groups"] for column in group] == list(COLUMNS[: COLUMNS.index("command")])


def test_each_cell_knows_its_median_run_and_the_times_by_both_clocks(text, folder):
    recorded = read_results(folder).runs
    known = block(text, "core")["runs"]
    marked = {run_id for run_id, chosen in zip(recorded["run_id"], known["median"], strict=True) if chosen}
    assert marked == set(median_runs(recorded)["run_id"])
    for clock in CLOCKS:
        assert known["time"][clock] == pytest.approx(list(times(recorded, clock)), rel=1e-5)


def test_runs_of_one_run_id_are_told_apart(folder_of, base):
    runs = [base._replace(instance=f"sq{number}-first", cpu_model=f"CPU {number}", wall_s=float(number + 1))
            for number in range(2)]  # fmt: skip
    core = block(build(folder_of(*runs, runs[0]._replace(seed=2, wall_s=9.0))), "core")
    assert sorted(core["runs"]["time"]["wall"]) == [1, 2, 9]
    kinds = [core["kinds"][cell(core["runs"]["kind"], row)] for row in range(3)]
    assert {time: (kind[:5], median) for time, kind, median in
            zip(core["runs"]["time"]["wall"], kinds, core["runs"]["median"], strict=True)
            } == {1: ("CPU 0", 1), 2: ("CPU 1", 1), 9: ("CPU 0", 0)}  # fmt: skip


def test_a_run_without_a_search_time_has_its_wall_time_on_both_clocks(folder_of, base):
    old = base._replace(solve_s=None)
    times = block(build(folder_of(old)), "core")["runs"]["time"]
    assert times == {"wall": [base.wall_s], "search": [base.wall_s]}


def test_every_vendored_file_is_the_official_one():
    known = json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))
    assert {each["file"] for each in known} == {path.name for path in VENDOR.glob("*.js")}
    for each in known:
        text = (VENDOR / each["file"]).read_bytes()
        assert hashlib.sha256(text).hexdigest() == each["sha256"]
        assert f"v{each['version']} ".encode() in text[:100]
        assert each["licence"] == "ISC"


def test_the_page_is_the_same_each_time(text, folder):
    assert build(folder) == text


def test_the_page_refers_to_no_other_site(text):
    outside = re.findall(r"https?://[^\s\"'`<>)]+", text)
    assert set(outside) <= {"http://www.w3.org/2000/svg"}, "the name of SVG, which is no request"
    assert "default-src 'none'" in text


def test_every_script_of_the_folder_is_in_the_page(text):
    names = {path.name for path in (HOME / "js").iterdir()}
    assert {name for name in names if f'modules["{name}"] = ' in text} == names
    assert text.count("<script>") == text.count("</script>") - 6 == 1, (
        "and five blocks of data and one of the plotting library"
    )


def test_a_short_trace_is_kept_unchanged(text, folder):
    (trace,) = block(text, "details")["traces"].values()
    assert trace == [[0.1, 0.4], [6, 4], [2, None]]


def test_a_long_trace_is_thinned_and_its_length_stated(folder):
    results = read_results(folder)
    (run_id,) = results.traces["run_id"].unique()
    steps = pd.DataFrame({"run_id": run_id, "t_s": [float(at) for at in range(1001)], "objective": 1.0, "bound": 0.0})
    ((times, _, _, length),) = runs.details(replace(results, traces=steps))["traces"].values()
    assert (length, len(times), times[0], times[-1]) == (1001, runs.MOST_POINTS, 0, 1000)


def test_each_formulation_has_its_source_and_the_digest_that_its_runs_have(folder_of, base):
    known = registry.formulation("squares", "cp_diffn")
    seeds = [base._replace(run_id=str(seed), formulation="cp_diffn", seed=seed) for seed in (1, 2)]
    found = runs.sources(read_results(folder_of(*seeds, base._replace(formulation="gone", run_id="gone"))))
    text = known.path.read_text(encoding="utf-8")
    file = "models/squares/cp_diffn.mzn"
    assert found == {"squares/cp_diffn": {"file": file, "text": text, "sha256": known.sha256()}}


def test_a_log_outside_the_campaign_is_not_read(folder):
    (folder.parent / "outside.log").write_text("secret")
    (folder.parent.parent / "outside.log").write_text("secret")
    results = read_results(folder)
    assert "secret" not in json.dumps(runs.logs(results))
    path = folder / next(record.log for record in results.records if (folder / record.log).is_file())
    path.unlink()
    path.symlink_to("../../outside.log")
    assert "secret" not in json.dumps(runs.logs(results))


def test_of_a_log_the_solvers_own_lines_are_kept_or_all_where_it_wrote_none(folder_of, base):
    home = folder_of(*(base._replace(run_id=name, options=name, log=f"logs/{name}.log") for name in ("own", "silent")))
    (home / "logs").mkdir()
    events = '$ python -m runners\n{"event": "Measured", "values": {}}\n'
    (home / "logs" / "own.log").write_text(f"{events}presolved 3 rows\n" + '{"event": "SearchComplete"}\n')
    (home / "logs" / "silent.log").write_text(events)
    results = read_results(home)
    ends = {results.records[place].run_id: end for place, end in runs.logs(results)["ends"].items()}
    assert (ends["own"][0], ends["own"][2]) == ("$ python -m runners\npresolved 3 rows\n", True)
    assert ends["silent"] == (events, len(events), False)


def test_a_skipped_run_knows_the_run_for_which_it_is_assumed_to_be_solved(climbed):
    records = read_results(climbed).records
    assumed = block(build(climbed), "core")["runs"]["assumed"]
    assert set(assumed) == {str(place) for place, record in enumerate(records) if record.ended == "skipped"}
    for place, other in ((records[int(place)], records[other]) for place, other in assumed.items()):
        own = [record for record in records if record.solver == place.solver and record.proven and not record.pair]
        assert other.rung == min(record.rung for record in own if record.rung >= place.rung)


def test_logs_without_room_are_left_out_but_those_of_failures_come_first(folder):
    results = read_results(folder)
    found = runs.logs(results, budget=1)
    kept = [results.records[place] for place in found["ends"]]
    assert len(kept) == 1
    assert kept[0].proven, "no failure has a log that is there"
    assert len(found["left_out"]) + 1 <= len(results.records)
    assert all(results.records[place].log for place in found["left_out"])


def test_equal_boards_are_kept_once_and_no_more_than_there_is_room_for(all_families):
    results = read_results(all_families)
    every = pictures.of(results)
    assert len(every["of"]) > len(every["boards"]) > 1
    assert not every["left_out"]
    few = pictures.of(results, most=3)
    assert len(few["of"]) == 3
    assert len(few["left_out"]) == len(every["of"]) - 3
    cases = {(results.records[place].family, results.records[place].instance) for place in few["of"]}
    assert len(cases) == 3, "one of each case first"


def test_an_invalid_solution_is_not_drawn(broken):
    found = pictures.of(read_results(broken))
    assert (found["of"], found["broken"]) == ({}, [0])


def test_a_family_without_a_drawing_of_its_own_is_written(monkeypatch, all_families):
    results = read_results(all_families)
    for family in {record.family for record in results.records}:
        monkeypatch.delattr(registry.drawing(family), "shapes", raising=False)
    assert {board["kind"] for board in pictures.of(results)["boards"]} == {"text"}


def test_the_command_writes_the_page_and_prints_its_path_which_is_by_default_in_the_results_folder(
    base, folder_of, tmp_path
):
    folder, out = folder_of(base), tmp_path / "new" / "page.html"
    for words, path in ((("--out", out), out), ((), folder / "index.html")):
        assert command("--results", folder, *words).stdout == f"{path}\n"
        assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_results_that_cannot_be_written_are_reported_with_the_option_out(monkeypatch, base, folder_of):
    def refused(*_, **__):
        raise PermissionError

    folder = folder_of(base)
    monkeypatch.setattr("pathlib.Path.write_text", refused)
    assert "cannot be written: give another path with --out" in command("--results", folder).stderr


def test_the_page_links_to_the_report_beside_it_or_in_the_results_folder(base, folder_of, tmp_path):
    folder, out = folder_of(base), tmp_path / "a page" / "index.html"

    def linked():
        assert command("--results", folder, "--out", out).returncode == 0
        return block(out.read_text(encoding="utf-8"), "core")["summary"]["pdf"]

    assert linked() == ""
    (folder / "report.pdf").touch()
    assert (out.parent / unquote(linked())).resolve() == (folder / "report.pdf").resolve()
    (out.parent / "report.pdf").touch()
    assert linked() == "report.pdf"


def test_the_page_links_to_chapters_that_there_are():
    linked = set(re.findall(r'data-pdf="([\w-]+)"', (HOME / "page.html").read_text(encoding="utf-8")))
    assert linked
    assert linked <= set(chapters())


def test_the_command_accepts_only_a_path_that_ends_in_html(all_families):
    assert ".html" in command("--results", all_families, "--out", "page.pdf").stderr


def test_the_modules_pass_their_tests_under_node():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: apt-get install nodejs")
    files = sorted(map(str, HERE.glob("*.test.js")))
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_python_and_javascript_write_seconds_by_one_table():
    for value, text in json.loads((HERE / "seconds.json").read_text()):
        assert seconds(float("nan") if value is None else value) == text


@pytest.fixture
def write(tmp_path):
    """Writes files by their names; returns their folder."""

    def written(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path

    return written


def test_a_module_is_included_once_and_after_those_that_it_imports(write):
    folder = write(
        main='import { one } from "./one.js";\nimport * as two from "./two.js";\nexport const sum = one + two.two();\n',
        two='import { one } from "./one.js";\nexport function two() {\n  return one;\n}\n',
        one="export const one = 1;\n",
    )
    assert bundle(folder, "main.js") == (
        '"use strict";\nconst modules = {};\n'
        'modules["one.js"] = (() => {\nconst one = 1;\nreturn { one };\n})();\n'
        'modules["two.js"] = (() => {\nconst { one } = modules["one.js"];\n'
        "function two() {\n  return one;\n}\nreturn { two };\n})();\n"
        'modules["main.js"] = (() => {\nconst { one } = modules["one.js"];\nconst two = modules["two.js"];\n'
        "const sum = one + two.two();\nreturn { sum };\n})();\n"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('import * as main from "./main.js";\n', "imports itself by way of"),
        ('import { a as b } from "./main.js";\n', "in a form that is not supported"),
        ("export default 1;\n", "in a form that is not supported"),
        ('export const end = "</SCRIPT>";\n', "cannot hold the end of a script"),
        ('export const comment = "<!--";\n', "cannot hold the end of a script"),
    ],
)
def test_what_the_page_cannot_hold_is_refused(write, text, words):
    folder = write(main='import * as other from "./other.js";\n', other=text)
    with pytest.raises(ValueError, match=words):
        bundle(folder, "main.js")
