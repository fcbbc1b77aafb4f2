# Pawnstorm. `make play` and `make test` do everything on a fresh machine; everything goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
CORE := $(shell find src/pawnstorm/core src/pawnstorm/kit src/pawnstorm/games src/pawnstorm/ai/search src/pawnstorm/ai/evaluators -name '*.py' 2>/dev/null)
PAGE := $(shell find web/src web/public web/*.json web/*.ts web/*.js web/index.html -type f 2>/dev/null)
WORKERS := -n 2 --dist worksteal
TESTED_TWICE := $(addprefix tests/,core kit games ai architecture/test_build.py)
# Nothing in these is compiled, so they run once.
TESTED_ONCE := $(addprefix --ignore=tests/,ai/test_adviser.py ai/test_analysis.py ai/test_no_peeking.py games/test_ledger.py)
QUICK := $(addprefix tests/,core kit architecture games/test_scenarios.py)
# Every page again (-E -a): Sphinx warns of a broken link only when it writes the page.
SPHINX := $(BIN)/python -m sphinx -q -E -a -W --keep-going -n -c docs/site -d build/doctrees
PIP := $(BIN)/pip --disable-pip-version-check -q
LOCK := $(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: help setup play quick test test-web test-compiled test-browser test-plain test-long check docs docs-links hooks mutants bench anchor bench-ai pictures lock release clean build/plain

help: ## List the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: $(STAMPS)/built $(STAMPS)/page ## Create .venv, build the compiled core and the page

play: $(STAMPS)/built $(STAMPS)/page ## Start the web table and open it in a browser
	@$(BIN)/pawnstorm serve --open

quick: $(STAMPS)/built $(STAMPS)/test ## Test core, kit, scenarios and architecture: less than a minute
	$(BIN)/python -m pytest -q $(WORKERS) -m "not slow" $(QUICK)

test: check docs test-web test-compiled test-browser test-plain ## Run every check and every test; test compiled rooms also as plain Python

test-web: $(STAMPS)/page ## Check and test the page without a browser
	cd web && npm run --silent check && npm test --silent

test-compiled: $(STAMPS)/built $(STAMPS)/test $(STAMPS)/page $(STAMPS)/servers ## Test everything but the page in a browser
	PAWNSTORM_EXPECT=compiled $(BIN)/python -m pytest -q $(WORKERS) tests --ignore=tests/e2e

# Playwright keeps an event loop running in its process, so these tests do not share one with the others.
test-browser: $(STAMPS)/built $(STAMPS)/test $(STAMPS)/page $(STAMPS)/browser ## Test the page in Chromium
	PAWNSTORM_EXPECT=compiled $(BIN)/python -m pytest -q $(WORKERS) tests/e2e

# What is never compiled (terminal, server, lab) is tested once, and so are slow tests.
test-plain: $(STAMPS)/built $(STAMPS)/test build/plain ## Test the compiled rooms as plain Python
	PAWNSTORM_EXPECT=plain PYTHONPATH=build/plain $(BIN)/python -m pytest -q $(WORKERS) -m "not slow" \
	  $(TESTED_TWICE) $(TESTED_ONCE)

test-long: $(STAMPS)/built $(STAMPS)/test $(STAMPS)/page $(STAMPS)/browser ## Run the longer versions of some tests
	PAWNSTORM_EXPECT=compiled $(BIN)/python -m pytest -q $(WORKERS) -m long tests --ignore=tests/e2e
	PAWNSTORM_EXPECT=compiled $(BIN)/python -m pytest -q $(WORKERS) -m long tests/e2e

check: $(STAMPS)/built $(STAMPS)/test ## Lint, types and architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src bench build_tools
	MYPYPATH=tests $(BIN)/mypy --strict --explicit-package-bases tests/mutants
	$(BIN)/mypy --strict examples/dice-draughts/src
	$(BIN)/lint-imports

docs: $(STAMPS)/docs build/plain ## Build guides and Python reference into build/site; a broken link is an error
	$(SPHINX) . build/site
	@echo "build/site/index.html"

docs-links: $(STAMPS)/docs build/plain ## Check the links of the docs to other sites (needs the network)
	$(SPHINX) -b linkcheck . build/site-links

hooks: $(STAMPS)/built $(STAMPS)/test ## Run the checks of .pre-commit-config.yaml at every commit
	$(PIP) install --require-hashes --no-deps -r requirements/hooks.txt
	$(BIN)/pre-commit install

mutants: $(STAMPS)/test ## Break rules on purpose and print what no test notices [GAME=… SEED=… SAMPLE=…|all ONLY=… AGAIN=1]
	@PYTHONPATH=tests $(BIN)/python -m mutants $(if $(GAME),--game $(GAME)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(ONLY),--only $(ONLY)) $(if $(AGAIN),--again)

bench: $(STAMPS)/built $(STAMPS)/bench $(STAMPS)/servers ## Measure speed, compared with other libraries
	$(BIN)/python -m bench

anchor: $(STAMPS)/built ## Build an earlier commit as an opponent, in build/anchor [COMMIT=…]
	@$(BIN)/python -m bench.anchor $(COMMIT)

bench-ai: $(STAMPS)/built $(STAMPS)/bench anchor ## Measure the strength of the computer player, with baselines (hours)
	$(BIN)/python -m bench.strength
	$(BIN)/python -m bench.baselines

pictures: $(STAMPS)/built $(STAMPS)/test $(STAMPS)/page $(STAMPS)/browser ## Take the README's screenshots again
	@mkdir -p build/pictures docs/images
	@$(BIN)/pawnstorm serve --port 8135 --database sqlite:///build/pictures/tables.sqlite3 >build/pictures/server.log 2>&1 & \
	  server=$$!; trap "kill $$server" EXIT; sleep 3; \
	  $(BIN)/python web/screenshots.py http://127.0.0.1:8135 build/pictures
	cp build/pictures/odds-wide-light.jpg build/pictures/dice-narrow-dark.jpg build/pictures/shelf-wide-dark.jpg docs/images/

lock: $(STAMPS)/venv ## Pin the requirements again
	$(PIP) install uv
	$(LOCK) pyproject.toml --extra web -o requirements/run.txt
	$(LOCK) pyproject.toml --extra web requirements/build.in -o requirements/build.txt
	$(LOCK) pyproject.toml --extra web --extra postgres -o requirements/postgres.txt
	for set in test bench; do \
	  $(LOCK) pyproject.toml --extra web --extra postgres --extra tune --extra pettingzoo --extra openspiel --extra onnx \
	  requirements/$$set.in -o requirements/$$set.txt || exit 1; done
	for set in hooks release docs; do $(LOCK) requirements/$$set.in -o requirements/$$set.txt || exit 1; done

release: $(STAMPS)/built $(STAMPS)/test $(STAMPS)/page $(STAMPS)/release ## Build the packages into dist/, check them and try them on every Python
	@$(BIN)/python -m build_tools.release

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist web/node_modules src/pawnstorm/server/static *.egg-info src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMPS)/venv:
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "make: python3 has no venv module: install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/deps: $(STAMPS)/venv requirements/build.txt
	$(PIP) install --require-hashes --no-deps -r requirements/build.txt
	@touch $@

$(STAMPS)/built: $(STAMPS)/deps setup.py pyproject.toml $(wildcard build_tools/*.py) $(CORE)
	find src -name '*.so' -delete
	PAWNSTORM_NO_PAGE=1 $(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(STAMPS)/test: $(STAMPS)/deps requirements/test.txt
	$(PIP) install --require-hashes --no-deps -r requirements/test.txt
	@touch $@

$(STAMPS)/bench: $(STAMPS)/deps requirements/bench.txt
	$(PIP) install --require-hashes --no-deps -r requirements/bench.txt
	@touch $@

$(STAMPS)/docs: $(STAMPS)/deps requirements/docs.txt
	$(PIP) install --require-hashes --no-deps -r requirements/docs.txt
	@touch $@

# The sources without the compiled modules.
build/plain: $(STAMPS)/venv
	$(BIN)/python -c "import shutil; shutil.rmtree('$@', True); \
	  shutil.copytree('src', '$@', ignore=shutil.ignore_patterns('*.so', '__pycache__'))"

$(STAMPS)/release: $(STAMPS)/test requirements/release.txt
	$(PIP) install --require-hashes --no-deps -r requirements/release.txt
	@touch $@

$(STAMPS)/node: $(STAMPS)/venv web/package-lock.json web/package.json
	@command -v npm >/dev/null || { echo "make: npm is needed to build the page: install Node.js 20 or newer"; exit 1; }
	cd web && npm ci --silent
	@touch $@

$(STAMPS)/page: $(STAMPS)/node $(PAGE)
	cd web && npm run --silent build
	@touch $@

# The tests drive a real browser: Chromium without windows.
$(STAMPS)/browser: $(STAMPS)/venv
	@command -v chromium-headless-shell >/dev/null || { apt-get update -qq && \
	  apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends chromium-headless-shell >/dev/null; } || \
	  command -v chromium >/dev/null || \
	  { echo "make: Chromium is needed for the browser tests: apt-get install chromium-headless-shell"; exit 1; }
	@touch $@

# Tests of several server processes, and of the examples in deploy/, run these in folders and on ports of their own.
$(STAMPS)/servers: $(STAMPS)/venv
	@export PATH="$$PATH:/usr/sbin"; { { ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } && \
	  command -v nginx && command -v caddy; } >/dev/null 2>&1 || \
	  { apt-get update -qq && apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends \
	  postgresql nginx-light caddy >/dev/null; } || \
	  { echo "make: the tests need PostgreSQL, nginx and Caddy: apt-get install postgresql nginx-light caddy"; exit 1; }
	@touch $@
