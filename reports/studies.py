"""The former name of `python -m studies`, which goes on working for this release."""

import runpy

if __name__ == "__main__":
    runpy.run_module("tilings.studies", run_name="__main__", alter_sys=True)
