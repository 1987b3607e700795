"""The sessions of a campaign, each with the runs that it made, its hours and its core-hours."""

from tilings.reports.chapters import sessions
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.schema import SESSION_COLUMNS


def recorded(folder, *starts):
    file = Appender(folder / "sessions-1of1.csv", SESSION_COLUMNS)
    for start in starts:
        row = {"started_at": start, "machine": "m", "git_commit": "c", "command": "tilings bench"}
        file.append([row.get(name) for name in SESSION_COLUMNS])
    file.close()
    return folder


def test_a_run_is_of_the_session_in_which_it_started_and_costs_all_its_threads(folder_of, base):
    runs = [base._replace(run_id="a", started_at="2026-11-28T01:00:00+00:00", wall_s=1800.0, threads=2),
            base._replace(run_id="b", started_at="2026-11-28T05:30:00+00:00", wall_s=3600.0),
            base._replace(run_id="c", started_at="2026-11-28T05:31:00+00:00", wall_s=None, ended="skipped",
                          answer="none", check="unchecked")]  # fmt: skip
    folder = recorded(folder_of(*runs), "2026-11-28T00:30:00+00:00", "2026-11-28T05:00:00+00:00")
    first, second = sessions.sessions(folder)
    assert (first.made, first.hours, first.core_hours) == (1, 1.0, 1.0)
    assert (second.made, second.hours, second.core_hours) == (1, 1.5, 1.0)
    *_, total = sessions.table(folder).rows
    assert total[-3:] == ["2", "2.5", "2.0"]


def test_one_session_needs_no_table(folder_of, base):
    assert not sessions.table(recorded(folder_of(base), "2026-11-28T00:30:00+00:00")).rows
    assert not sessions.table(folder_of(base)).rows
