# `make help` lists the targets. All paths are relative, so that the repository may lie anywhere.
PYTHON ?= python3
python := .venv/bin/python
results := results/default
engine := $(wildcard $(addprefix runners/native/,CMakeLists.txt digests.py *.?pp */*.?pp */*.cmake))
# An editable installation knows each package by its place, so it is made anew when there is another one.
packages := $(wildcard */__init__.py */*/__init__.py */*/*/__init__.py)

export MPLBACKEND := Agg
# Compiled modules are kept wherever make is called from: the tests start Python hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

# What is installed holds absolute paths: a repository that was moved is installed anew.
$(shell [ "$$(cat .venv/root 2>/dev/null)" = "$$PWD" ] || rm -f .venv/packages .venv/engine)

.DEFAULT_GOAL := help
.PHONY: help setup solvers test check lint instances bench smoke reproduce certify squares triominoes soak pictures lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' Makefile

setup: .venv/packages .venv/engine .solvers/stamp ## install everything; costs nothing when it is there
	@:

.venv/packages: requirements.lock runners/install/python.sh runners/install/apt.sh
	@PYTHON='$(PYTHON)' runners/install/python.sh
	@touch $@

.venv/engine: $(engine) $(packages) pyproject.toml .venv/packages
	@echo "building the native engine" >&2
	@$(python) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@pwd > .venv/root
	@touch $@

.solvers/stamp: $(wildcard runners/install/*) | .venv/packages
	@runners/install/solvers.sh

solvers: .venv/packages ## once more, if MiniZinc, Gecode or Chuffed could not be installed
	@runners/install/solvers.sh --retry

lint: setup ## ruff and mypy; clang-format and clang-tidy
	@$(python) -m ruff check .
	@$(python) -m ruff format --check --quiet .
	@$(python) -m mypy
	@$(python) -m tests.lint_cpp

# Tests that measure time or use the whole machine come alone, after all others.
test: lint ## everything that is checked before a commit
	@bash -c '. runners/install/apt.sh; apt_install doctest-dev || true; command -v node >/dev/null || apt_install nodejs || true'
	@$(python) -m pytest --numprocesses auto --dist worksteal -m "not machine"
	@$(python) -m pytest -m machine

check: lint ## lint, types and the tests of what changed since main, in under a minute
	@files=$$($(python) -m tests.changed) && if [ -n "$$files" ]; then \
		$(python) -m pytest --numprocesses auto --dist worksteal -m "not machine" $$files; fi

instances: setup ## the instances in every format: .json, .dzn, .lp, .mps.gz
	@$(python) -m generators.all

# Run suites into folders of their names and write their reports; an unanswered run (1) is a result.
define campaigns
	@for suite in $(1); do \
		$(python) -m runners.all --suite $$suite --results results/$$suite || { status=$$?; [ $$status = 1 ] || exit $$status; }; \
		$(python) -m reports.build --results results/$$suite || exit; \
	done
endef

# Exit 1 of a suite says that some runs got no answer, which is a result; 3 says that a wrong answer was caught,
# which the report has to show before make fails.
bench: instances ## run the default suite, write the report and the page
	@$(python) -m runners.all --suite default --results $(results) || status=$$?; \
	case $${status:-0} in 0|1|3) ;; *) exit $$status;; esac; \
	$(python) -m reports.build --results $(results) --out $(results)/report.pdf && \
	$(python) -m reports.page --results $(results) && \
	if [ "$${status:-0}" = 3 ]; then exit 3; fi

smoke: instances ## the smallest suite, in a minute
	@$(python) -m runners.all --suite smoke --results results/smoke || { status=$$?; [ $$status = 1 ] || exit $$status; }

reproduce: setup ## M. Busche's Table 2 run again, published figures beside ours; an hour, goes on after Ctrl-C
	@$(python) -m runners.reproduce --results results/reproduce

squares: instances ## what each constraint on square tilings is worth, and how far each formulation comes; hours
	$(call campaigns,squares-ablation squares)

triominoes: instances ## the published experiments again, every formulation on them, and what makes boards hard; days
	$(call campaigns,triominoes-report triominoes triominoes-ablation triominoes-hardness)
	@$(python) -m reports.boards --results results/triominoes --out results/triominoes/boards

certify: setup ## tilings and refutations for h(2) to h(112); goes on after Ctrl-C
	@$(python) -m runners.certify squares --from 2 --to 112 --results results/certify

soak: setup ## measure the harness: limits, accounting, recovery, overhead; twenty minutes, on an idle machine
	@$(python) -m tests.soak --out results/soak.csv

pictures: setup ## the pictures of README.md
	@$(python) -m runners.solve h19 --solver dlx --draw reports/pictures/squares.png
	@$(python) -m runners.solve dense-7-v8 --solver dlx --draw reports/pictures/triominoes.png
	@$(python) -m runners.solve tetris-cube --solver dlx --draw reports/pictures/polycubes.png
	@$(python) -m runners.solve pentominoes6x10 --solver dlx --formulation dlx_cover --film reports/pictures/search.png

lock: .venv/packages ## renew requirements.lock from pyproject.toml
	@runners/install/lock.sh

clean: ## remove what was built and installed, but no results
	rm -rf .venv .solvers build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
