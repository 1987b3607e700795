# `make help` lists the targets. All paths are relative, so that the repository may be anywhere.
PYTHON ?= python3
python := .venv/bin/python
pip := $(python) -m pip install --quiet --disable-pip-version-check
results := results/default
engine := $(wildcard $(addprefix runners/native/,CMakeLists.txt digests.py *.?pp */*.?pp) studies/busche/engine/*.?pp)
# The folders as one package of links, as a wheel has it, for mypy, which does not run the import hook of an editable
# installation.
types = rm -rf build/types && mkdir -p build/types/tilings && ln -s \
	$(addprefix $(CURDIR)/,models generators runners reports studies $(wildcard tilings/*.py) tilings/py.typed) build/types/tilings
# An editable installation records the path of each package, so a new package needs a new installation.
packages := $(filter-out build/%,$(wildcard tilings/*.py */__init__.py */*/__init__.py */*/*/__init__.py))
# This file changes only when a package is added or removed.
$(shell mkdir -p build; echo '$(packages)' | cmp -s - build/packages || echo '$(packages)' >build/packages)

export MPLBACKEND := Agg
# Python keeps its compiled modules, because the tests start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

# The installation has absolute paths, so a repository that was moved is installed again.
$(shell [ "$$(cat .venv/root 2>/dev/null)" = "$$PWD" ] || rm -f .venv/packages .venv/engine)

.DEFAULT_GOAL := help
.PHONY: help setup solvers extras development clean-room test test-cpp nightly check lint lint-python lint-cpp instances bench smoke reproduce certify studies factorial squares triominoes soak soak-nodes soak-v2 fuzz mutants gallery dataset docs notebook wheel release-check lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "make %-13s %s\n", $$1, $$2}' Makefile

setup: .venv/packages .venv/engine .solvers/stamp ## install what runs need and is missing or out of date
	@:

.venv/packages: requirements.lock runners/install/python.sh runners/install/apt.sh
	@PYTHON='$(PYTHON)' runners/install/python.sh
	@touch $@

# cmake and ninja, 86 MB, are removed after the build, except for developers.
.venv/engine: $(engine) build/packages pyproject.toml .venv/packages
	@echo "building the native engine" >&2
	@$(pip) --require-hashes -r requirements.lock
	@$(pip) --no-build-isolation --no-deps --editable .
	@[ -e .venv/development ] || $(python) -m pip uninstall --quiet --yes cmake ninja
	@$(types)
	@folder=$$($(python) -c 'import sysconfig; print(sysconfig.get_path("purelib"))') && \
		echo '$(CURDIR)/build/types' >"$$folder/tilings_types.pth"
	@pwd > .venv/root
	@touch $@

.solvers/stamp: $(addprefix runners/install/,apt.sh debian13.sh solvers.sh) .venv/packages
	@runners/install/solvers.sh

solvers: .venv/packages ## try again to install the solver programs, after a failure
	@runners/install/solvers.sh --retry

extras: .venv/solvers ## install CPMpy and its solvers, which the default suite does not need
	@:

development: setup .venv/development ## install what tests, lint and documents need; their targets do it themselves
	@:

# --no-build-isolation: pypblib comes as source, and is built by the setuptools of requirements.lock.
.venv/%: requirements-%.lock .venv/packages
	@echo "installing the Python packages of $<" >&2
	@$(pip) --no-compile --require-hashes --no-build-isolation -r $<
	@$(python) -m compileall -qq -j 0 -x '/tests/' .venv/lib || true
	@touch $@

lint: development ## ruff and mypy; clang-format and clang-tidy
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint-python lint-cpp

lint-python:
	@$(python) -m ruff check .
	@$(python) -m ruff format --check --quiet .
	@$(types)
	@$(python) -m mypy

lint-cpp:
	@$(python) -m tools.lint_cpp

# Tests that measure time or use the whole machine run one at a time, after all others; only files with such tests are read
# then. Many tests wait for another process, so one worker more than cores keeps the cores busy. The engines with
# sanitizers and for ARM take minutes to build and have a target of their own.
cpp := tests/runners/native/test_cpp.py
alone = $(shell grep -rl --include='test_*.py' 'mark\.machine' tests)
test: lint extras ## lint, types and all tests but those of test-cpp
	@bash -c '. runners/install/apt.sh; apt_install parallel || true; command -v node >/dev/null || apt_install nodejs || true'
	@$(python) -m pytest --numprocesses $$(($$(nproc) + 1)) --dist worksteal -m "not machine and not nightly" --ignore $(cpp)
	@$(python) -m pytest -m "machine and not nightly" $(alone)

# Run this on the installation of `make setup` alone: the other packages would hide one that runs lack.
clean-room: instances ## the base installation alone: every configuration, and every pair that a wheel claims to support
	@$(python) -m tools.clean_room

test-cpp: development ## the engines' tests in C++: with sanitizers, and for 64-bit ARM in an emulator
	@bash -c '. runners/install/apt.sh; apt_install g++-aarch64-linux-gnu qemu-user doctest-dev'
	@$(python) -m pytest $(cpp)

nightly: development extras ## slow tests that rarely fail: those marked nightly, the engines' in C++, thousands of random inputs; hours
	@$(MAKE) test-cpp
	@bash -c '. runners/install/apt.sh; apt_install slurmctld slurmd slurm-client munge || true'
	@$(python) -m pytest --numprocesses auto --dist loadfile -m nightly $(shell grep -rl --include='test_*.py' 'mark\.nightly' tests)
	@$(MAKE) fuzz

check: development ## lint, types and tests of what changed since main, in about a minute of processor time
	@$(types)
	@$(python) -m tools.check

instances: setup ## the instances in every format: .json, .dzn, .lp, .mps.gz
	@$(python) -m generators.all

# Run each suite into a folder of its name and write its report. A run without an answer does not count as a failure.
define campaigns
	@for suite in $(1); do \
		$(python) -m runners.all --suite $$suite --results results/$$suite --exit-zero || exit; \
		$(python) -m reports.build --results results/$$suite || exit; \
	done
endef

# The report shows boards of this search on the way to its solution.
film = $(python) -m runners.solve planted5x4x3-s1 --solver dlx --formulation dlx_cover --goal first

# Runs without an answer are a result. Exit code 3 reports a wrong answer: make fails with it only after writing the
# report, which shows the answer.
bench: instances ## run the default suite, write the report and the page
	@$(python) -m runners.all --suite default --results $(results) --exit-zero || status=$$?; \
	case $${status:-0} in 0|3) ;; *) exit $$status;; esac; \
	mkdir -p $(results)/films && $(film) --film $(results)/films/planted5x4x3-s1.json >/dev/null && \
	$(python) -m reports.build --results $(results) --table && \
	$(python) -m reports.build --results $(results) --out $(results)/report.pdf && \
	$(python) -m reports.page --results $(results) && \
	if [ "$${status:-0}" = 3 ]; then exit 3; fi

smoke: instances ## the smallest suite, in a minute
	@$(python) -m runners.all --suite smoke --results results/smoke --exit-zero

reproduce: setup ## repeat M. Busche's Table 2 and compare; an hour, resumes after Ctrl-C
	@$(python) -m studies.busche --results results/reproduce
	@$(python) -m studies --results results --out results/studies.pdf

factorial: instances extras ## solver by model on the same cases, and the report; half an hour
	$(call campaigns,factorial)

squares: instances ## run the suites squares-ablation and squares with their reports; hours
	$(call campaigns,squares-ablation squares)
	@$(python) -m studies --results results --out results/studies.pdf

triominoes: instances ## run the four suites on triominoes with their reports; days
	$(call campaigns,triominoes-report triominoes triominoes-ablation triominoes-hardness)
	@$(python) -m reports.boards --results results/triominoes --out results/triominoes/boards
	@$(python) -m studies --results results --out results/studies.pdf

certify: setup ## tilings and refutations for h(2) to h(112); resumes after Ctrl-C
	@$(python) -m studies.hn squares --from 2 --to 112 --results results/certify
	@$(python) -m studies --results results --out results/studies.pdf

studies: setup ## the PDF on the published experiments, reports/out/studies.pdf
	@$(python) -m studies

soak: development ## measure the harness: limits, accounting, recovery, overhead, faults; half an hour, on an idle machine
	@$(python) -m tools.soak --out results/soak.csv

soak-nodes: development ## campaigns of two nodes in one folder of an NFS server, in a virtual machine: killed, cut off, without locks
	@tools/soak/v2.sh '.venv/bin/python -m tools.soak nfs'

soak-v2: development ## confinement tests under systemd and cgroup v2 in a virtual machine, as root and as a user
	@tools/soak/v2.sh

fuzz: development extras ## thousands of random inputs for each test marked fuzz, and of damaged files for each reader
	@$(python) -m pytest -m fuzz --hypothesis-profile=fuzz --numprocesses auto $(shell grep -rl --include='test_*.py' 'mark\.fuzz' tests)

mutants: development ## put small faults into the code that judges answers, and list those that no test notices; hours
	@$(pip) 'cosmic-ray>=8.7'
	@$(python) -m tools.mutants

gallery: .venv/packages ## the prettiest solutions as a page, build/gallery/index.html, and the pictures of the documents
	@$(python) -m studies.gallery --pictures reports/pictures
	@$(python) -m reports.build --results results/published --out reports/pictures/report.png
	@$(python) -m runners.solve h07 --solver clingo --quiet --draw docs/pictures/square7.svg
	@$(python) -m reports.build --results results/published/squares --out docs/pictures/solver_by_model.png
	@$(python) examples/polyforms/polyforms.py triangles 6 6x6 > build/hexiamonds.dlx
	@$(python) -m runners.solve build/hexiamonds.dlx --quiet --solutions build/hexiamonds.txt
	@$(python) examples/polyforms/polyforms.py triangles build/hexiamonds.txt > docs/pictures/hexiamonds.svg

dataset: extras ## the published ladders in eight formats, with answers and a checker, in build/dataset
	@rm -rf build/dataset
	@$(python) -m runners.export.dataset

docs: development ## the documents as a site, build/docs/html/index.html
	@$(python) -m sphinx --quiet --fail-on-warning --write-all --jobs auto --conf-dir docs --doctree-dir build/docs/doctrees . build/docs/html

notebook: development ## execute examples/first-hour.ipynb and store its output
	@$(python) -m tools.notebook

wheel: ## build a source archive and a wheel in build/dist
	@PYTHON='$(PYTHON)' runners/install/wheel.sh

release-check: ## the dry run of a release: versions, archives, a new environment, a smoke test
	@PYTHON='$(PYTHON)' runners/install/release.sh

lock: .venv/packages ## update the files requirements*.lock from pyproject.toml
	@runners/install/lock.sh

clean: ## remove everything built or installed, but keep results
	rm -rf .venv .solvers build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
