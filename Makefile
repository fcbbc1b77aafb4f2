# Pawnstorm. `make play` and `make test` do everything on a fresh machine; everything goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
CORE := $(shell find src/pawnstorm/core src/pawnstorm/kit src/pawnstorm/games src/pawnstorm/ai/search -name '*.py' 2>/dev/null)
PIP := $(BIN)/pip --disable-pip-version-check -q

.PHONY: help setup play test test-compiled test-plain check bench lock clean

help: ## List the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: $(STAMPS)/built ## Create .venv and build the compiled core

play: $(STAMPS)/built ## Play Chess Attack in the terminal
	@$(BIN)/pawnstorm play chess-attack

test: check test-compiled test-plain ## Run every check and every test, compiled and as plain Python

test-compiled: $(STAMPS)/built $(STAMPS)/test
	PAWNSTORM_EXPECT=compiled $(BIN)/python -m pytest -q -n 2 tests

# The same sources without the compiled modules beside them.
test-plain: $(STAMPS)/built $(STAMPS)/test
	$(BIN)/python -c "import shutil; shutil.rmtree('build/plain', True); \
	  shutil.copytree('src', 'build/plain', ignore=shutil.ignore_patterns('*.so', '__pycache__'))"
	PAWNSTORM_EXPECT=plain PYTHONPATH=build/plain $(BIN)/python -m pytest -q -n 2 tests

check: $(STAMPS)/test ## Lint, types and architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src bench
	$(BIN)/lint-imports

bench: $(STAMPS)/built $(STAMPS)/bench ## Measure speed beside the peers
	$(BIN)/python -m bench

lock: $(STAMPS)/venv ## Pin the requirements anew
	$(PIP) install uv
	for set in run build test bench; do $(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate requirements/$$set.in -o requirements/$$set.txt || exit 1; done

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
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

$(STAMPS)/built: $(STAMPS)/deps setup.py pyproject.toml $(CORE)
	find src -name '*.so' -delete
	$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(STAMPS)/test: $(STAMPS)/deps requirements/test.txt
	$(PIP) install --require-hashes --no-deps -r requirements/test.txt
	@touch $@

$(STAMPS)/bench: $(STAMPS)/deps requirements/bench.txt
	$(PIP) install --require-hashes --no-deps -r requirements/bench.txt
	@touch $@
