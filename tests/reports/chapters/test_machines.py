"""The shares of a campaign that was made on several kinds of machines."""

from tilings.reports.chapters.caveats import notices
from tilings.reports.chapters.machines import kinds
from tilings.reports.data.campaign import read_results


def shares(folder):
    return [name for name, _ in kinds(read_results(folder))]


def test_kinds_of_machines_are_one_share_if_they_climbed_different_ladders(folder_of, base):
    here = base._replace(ladder="even/sat", rung=4.0)
    there = here._replace(cpu_model="Other CPU", instance="sq6-first")
    apart = folder_of(here, there._replace(ladder="odd/sat"))
    assert shares(apart) == ["Example CPU; Other CPU"]
    assert (
        "Each ladder was climbed on one kind of machine. On Example CPU: squares/even/sat, first. "
        "On Other CPU: squares/odd/sat, first."
    ) in notices(read_results(apart), shares(apart))
    beside = folder_of(base, there)
    (notice,) = (each for each in notices(read_results(beside), shares(beside)) if "Each ladder" in each)
    assert "On Example CPU: single instances." in notice
    assert shares(folder_of(here, there)) == ["Example CPU", "Other CPU"], "a common ladder"
    assert shares(folder_of(base, there._replace(ladder="", rung=None))) == ["Example CPU", "Other CPU"], "no ladders"
