"""A solver calls boards full of unit squares optimal, each beaten by a stored solution: no page takes its word."""

import hashlib
import json

import pytest

from tests.called import called
from tests.reports.conftest import BASE, dump, squares, write
from tilings.reports.data.campaign import read_results
from tilings.reports.page import core
from tilings.reports.pdf.document import assemble
from tilings.runners.record.schema import REFUTED

LIAR = "liar/cp_lie"
# Solver, formulation and paradigm: seconds, and the value that it calls the optimum; None for one square a cell.
CLAIMS = {
    ("liar", "cp_lie", "CP"): (0.01, None),
    ("highs", "mip_made", "MIP"): (5.0, 4),
    ("clingo", "asp_made", "ASP"): (9.0, 4),
}


def campaign(folder, climbed):
    """Ten boards, solved by each; climbed: as the rungs of a ladder, of which the liar skips every other one."""
    records = []
    for number in range(10):
        data, quarters = squares(number, "optimum")
        side = data["width"]
        copy = folder / "instances" / "squares" / f"{data['name']}.json"
        dump(copy, data)
        sha256 = hashlib.sha256(copy.read_bytes()).hexdigest()
        for (solver, formulation, paradigm), (took, value) in CLAIMS.items():
            skipped = climbed and value is None and number % 2
            units = [[x, y, 1] for x in range(side) for y in range(side)]
            record = BASE._replace(
                run_id=f"{len(records):016x}", instance=data["name"], solver=solver, formulation=formulation,
                paradigm=paradigm, instance_sha256=sha256, goal="optimum", sense="min",
                answer="optimal", objective=value or side * side, bound=float(value or side * side), solutions=None,
                wall_s=took, cpu_s=took, encode_s=0.0, solve_s=took,
            )  # fmt: skip
            if climbed:
                record = record._replace(ladder="even", rung=float(side))
            if skipped:
                none = {"answer": "none", "check": "unchecked", "objective": None, "bound": None, "wall_s": None}
                record = record._replace(**none, ended="skipped", cpu_s=None, encode_s=None, solve_s=None)
            else:
                about = {"run_id": record.run_id, "family": "squares", "instance": data["name"], "goal": "optimum"}
                solution = {"solution": quarters if value else units}
                dump(folder / "solutions" / f"{record.run_id}.json", about | solution)
            records.append(record)
    return write(folder, records)


@pytest.fixture(params=[False, True], ids=["listed", "climbed"])
def climbed(request):
    return request.param


@pytest.fixture
def lied(tmp_path, climbed):
    return campaign(tmp_path / "lied", climbed)


def text(content):
    return json.dumps(content, ensure_ascii=False, default=str)


def test_the_report_names_the_answers_as_wrong_and_nowhere_else(lied, climbed, undrawn, tmp_path):
    content = assemble(read_results(lied), tmp_path)
    assert any(" wrong answers: see What went wrong." in each for each in content["alarms"])
    assert any("Not ranked" in each and LIAR in each for each in [*content["alarms"], *content["notices"]])
    chapters = {each["name"]: text(each) for each in content["chapters"]}
    assert LIAR in chapters.pop("troubles")
    del chapters["experiment"]  # it lists what was run
    chapters.pop("compared", None)
    listed = [row for block in content["opening"] if block["kind"] == "table" for row in block["rows"]]
    assert [row[2] for row in listed if row[0] == LIAR] == ["not ranked; 10 wrong answers"] * (not climbed)
    told = text([content["title"], content["sentences"], [row for row in listed if row[0] != LIAR]])
    for name, words in (chapters | {"front page": told}).items():
        assert "liar" not in words and "CP " not in words, name
    assert "highs" in told or "MIP" in told


def test_the_page_has_them_as_wrong_and_in_no_finding(lied):
    results = read_results(lied)
    block = core.of(results, "")
    runs, names = block["runs"], [each["name"] for each in block["configurations"]]
    wrong = [each["name"] for each in block["outcomes"]].index("wrong")
    liars = [at for at, place in enumerate(runs["configuration"]) if names[place] == LIAR]
    made = [at for at in liars if results.records[at].ended == "finished"]
    assert {runs["outcome"][at] for at in made} == {wrong}
    assert "liar" not in text([block["summary"]["finding"], block["reach"]])
    assert "CP" not in text(block["summary"]["finding"]) and " wrong answers: " in block["summary"]["clashes"][0]


def test_the_table_has_them_as_refuted_and_the_file_as_they_were_written(lied):
    runs = read_results(lied).runs
    own = runs[(runs["solver"] == "liar") & (runs["ended"] == "finished")]
    assert set(own["check"]) <= set(REFUTED) and not own["solved"].any() and set(own["outcome"]) == {"wrong"}
    assert "contradicts_known" not in (lied / "runs-1of1.csv").read_text(encoding="utf-8")


def test_status_and_verification_call_them_wrong_with_exit_code_3(lied):
    seen = called("tilings.runners.status", lied)
    assert seen.returncode == 3 and "liar/cp_lie" in seen.stdout and "CONTRADICTION" not in seen.stdout
    audited = called("tilings.runners.verify", lied)
    assert audited.returncode == 3 and "CONTRADICTION" not in audited.stdout
    assert "the optimum 16, but highs/mip_made has a solution of 4, which passed the check" in audited.stdout
