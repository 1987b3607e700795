"""The former name of `python -m studies.gallery`, which goes on working for this release."""

import runpy

from tilings.models.terminal.command import use_project_python

if __name__ == "__main__":
    use_project_python()
    runpy.run_module("tilings.studies.gallery", run_name="__main__", alter_sys=True)
