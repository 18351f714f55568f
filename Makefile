# Everything a player or a contributor needs; no root, no display, nothing installed outside this folder.
#   make play    set up and play              make test    all checks, interpreted and compiled
#   make bench   measure us and our peers     make format  tidy the code
PYTHON  ?= python3
# Tests at once; 0 runs them in one process (handy with a debugger).
WORKERS ?= auto
# Passed on: make play ARGS="--help", make pytest ARGS="tests/project -k rooms", make bench ARGS="--seconds 2".
ARGS    ?=

VENV := .venv
BIN  := $(VENV)/bin
READY := $(VENV)/.ready
BENCH_VENV  := .venv-bench
BENCH_READY := $(BENCH_VENV)/.ready
# Quiet enough to hide notes about the local package index, loud enough to show errors.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS)

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.PHONY: help play test lint types compile pytest pytest-compiled bench format goldens referee lock wheel clean

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | head -3

$(READY): requirements-dev.lock pyproject.toml
	@echo "venv     $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Repulse needs Python 3.11 or newer: make PYTHON=/path/to/python")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "The venv module is missing (on Debian: package python3-venv)."; exit 1; }
	@$(BIN)/python $(PIP_INSTALL) -r requirements-dev.lock
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH_READY): requirements-bench.lock
	@echo "venv     $(BENCH_VENV)"
	@test -x $(BENCH_VENV)/bin/python || $(PYTHON) -m venv $(BENCH_VENV)
	@$(BENCH_VENV)/bin/python $(PIP_INSTALL) -r requirements-bench.lock
	@touch $@

play: $(READY)
	@$(BIN)/repulse play $(ARGS)

# The three checks that need no other are done side by side; the two test runs then have all cores each.
test: $(READY)
	@$(MAKE) -j2 --output-sync=target lint types compile
	@$(MAKE) pytest
	@$(MAKE) pytest-compiled

lint: $(READY)
	@echo "lint     ruff"
	@$(BIN)/ruff check -q
	@$(BIN)/ruff format -q --check || { echo "Run 'make format'."; exit 1; }

types: $(READY)
	@echo "types    mypy --strict"
	@$(BIN)/mypy --no-error-summary

compile: $(READY)
	@$(BIN)/python tools/compile.py

pytest: $(READY)
	@echo "pytest   interpreted"
	@REPULSE_EXPECT_COMPILED=0 $(PYTEST) $(ARGS)

pytest-compiled: compile
	@echo "pytest   compiled"
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(PYTEST) -m "not source_only" $(ARGS)

bench: compile $(BENCH_READY)
	@$(BENCH_VENV)/bin/python bench/run.py $(ARGS)

format: $(READY)
	@$(BIN)/ruff check -q --fix-only
	@$(BIN)/ruff format -q

# Play the recorded games of the tests anew, one for each way a game can end: after a change of the rules only.
goldens: $(READY)
	@$(BIN)/python -m tests.earth.make_records
	@$(BIN)/python -m tests.galaxy.make_records

# Remake tests/galaxy/referee from a folder of games recorded by another engine: make referee GAMES=folder.
referee: $(READY)
	@test -n "$(GAMES)" || { echo "Which folder of recorded games? make referee GAMES=folder"; exit 1; }
	@$(BIN)/python -m tools.referee $(GAMES)

# A wheel for this machine with the hot rooms compiled; 'pip wheel .' alone makes one without.
wheel: $(READY)
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m pip wheel -qq --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

# Choose the pinned versions anew. uv is used for this alone, from an environment of its own.
lock:
	@test -x build/uv/bin/uv || { $(PYTHON) -m venv build/uv && build/uv/bin/python $(PIP_INSTALL) uv; }
	@build/uv/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --no-header --no-annotate \
		--extra dev --extra server --extra postgres pyproject.toml -o requirements-dev.lock
	@build/uv/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --no-header --no-annotate \
		--extra bench pyproject.toml -o requirements-bench.lock

clean:
	@rm -rf build dist $(VENV) $(BENCH_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +
