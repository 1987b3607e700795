"""The former name of `python -m studies.busche`, which goes on working for this release."""

import runpy

if __name__ == "__main__":
    runpy.run_module("tilings.studies.busche", run_name="__main__", alter_sys=True)
