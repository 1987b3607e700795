"""The made-up campaigns on which reports are tested serve the studies, too."""

from tests.reports.conftest import base, folder_of, one_process, table, undrawn

__all__ = ["base", "folder_of", "one_process", "table", "undrawn"]
