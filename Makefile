# Everything runs from .venv, which the first target that needs it creates; only Python 3.11 and make must be there.
.DEFAULT_GOAL := help
.PHONY: help run demo format test test-train test-programs test-browser coverage test-compiled test-compiled-part soak check bench clicks compile wheel lock catalogues clean

# The first that runs and is new enough: a python3.11 on the path may be a shim with nothing behind it.
PYTHON ?= $(shell for p in python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Extras are locked too: the suite tests what they add.
EXTRAS := png print lan moderate postgres redis push apprise client env dev

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The compiled core, if `make compile` was run since anything in the package last changed, which it copies as a whole.
COMPILED = $(shell test -f build/compiled/.stamp && test -z \
	"$$(find src -type f ! -path '*/__pycache__/*' -newer build/compiled/.stamp -print -quit)" && echo $(CURDIR)/build/compiled)

run: $(STAMP) ## Play in the browser: http://127.0.0.1:1830
	@PYTHONPATH=$(COMPILED) $(BIN)/goldenspike serve --open

demo: $(STAMP) ## Watch the bots play a whole game in the terminal
	@$(BIN)/goldenspike demo

# A test that hangs fails, and says where it hung; none takes a tenth of this, but on a very busy machine.
HANGS := --timeout 600

test: $(STAMP) ## Run the test suite but for what starts whole programs or a browser
	@$(BIN)/python -m pytest -n auto $(HANGS) -m "not exhaustive and not programs and not browser and not train"

test-programs: $(STAMP) ## Run the tests that start whole programs: servers, several workers, installed ones
	@$(BIN)/python -m pytest -n auto $(HANGS) -m "programs and not exhaustive"

# PyTorch is large, so it gets an environment of its own and is not in the lock file.
test-train: ## Run the tests of training, in an environment of their own with PyTorch
	@test -x build/train/bin/python || "$(PYTHON)" -m venv build/train
	@build/train/bin/pip install -q "numpy>=1.26" "torch>=2.5" "pytest>=8.3"
	@PYTHONPATH=src build/train/bin/python -m pytest -m train tests/train

# What fails is run once more by itself, and must pass then: Chromium with others beside it now and then drops an event.
test-browser: $(STAMP) ## Run the tests that play in Chromium
	@$(BIN)/python -m pytest -n auto $(HANGS) -m "browser and not exhaustive" --dist loadfile || { \
		echo "Running once more what has failed:"; \
		$(BIN)/python -m pytest $(HANGS) -m "browser and not exhaustive" --last-failed --last-failed-no-failures none; }

coverage: $(STAMP) ## Run the test suite and show the lines it misses
	@$(BIN)/python -m pytest -n auto --cov

ON_COMPILED := PYTHONPATH=$(CURDIR)/build/compiled

test-compiled: compile ## Run all tests on the compiled core: those of test, test-programs and test-browser
	@$(ON_COMPILED) $(MAKE) --no-print-directory test test-programs test-browser

test-compiled-part: $(STAMP) ## Compile core quickly, without optimization, and run the tests of rules, records and the prompt on it
	@$(BIN)/python tools/compile_core.py --opt-level 0
	@$(ON_COMPILED) $(BIN)/python -m pytest -n auto $(HANGS) tests/core tests/rules tests/record tests/prompt

soak: $(STAMP) ## Send 100,000 hostile requests to a server and watch its memory
	@$(BIN)/python -m pytest -s -m exhaustive tests/server/test_soak.py

check: $(STAMP) node_modules/.stamp ## Lint, formatting, types and import layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/djlint src/goldenspike/server/templates --check --lint --quiet
	@node_modules/.bin/biome check --error-on-warnings

format: $(STAMP) node_modules/.stamp ## Format Python, templates, style sheets and scripts
	@$(BIN)/ruff format .
	@$(BIN)/djlint src/goldenspike/server/templates --reformat --quiet
	@node_modules/.bin/biome check --write

bench: $(STAMP) ## Run the benchmarks
	@$(BIN)/goldenspike bench --record tests/data/1830-bank-breaks.json

clicks: $(STAMP) ## Play a recorded game through the page and count the clicks of each kind of turn (a few minutes)
	@$(BIN)/python benchmarks/clicks.py

compile: $(STAMP) ## Compile core with mypyc into build/compiled (needs a C compiler)
	@$(BIN)/python tools/compile_core.py

wheel: $(STAMP) ## Build a pure wheel and one with the compiled core for this platform into dist, and test both
	@rm -f dist/*.whl
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist .
	@GOLDENSPIKE_COMPILE=1 $(BIN)/python -m build --wheel --no-isolation --outdir dist .
	@for wheel in dist/*.whl; do GOLDENSPIKE_WHEEL=$(CURDIR)/$$wheel $(BIN)/python -m pytest -m programs tests/test_wheel.py || exit 1; done

# Index addresses and options of the machine that locks must not end up in the file.
lock: $(STAMP) ## Renew requirements.lock and deploy/requirements.lock, with hashes
	@$(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header --annotation-style=line \
		--no-emit-index-url --no-emit-find-links --no-emit-options --no-emit-trusted-host \
		$(foreach extra,$(EXTRAS),--extra $(extra)) --output-file requirements.lock pyproject.toml
	@$(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header --annotation-style=line \
		--no-emit-index-url --no-emit-find-links --no-emit-options --no-emit-trusted-host \
		--extra postgres --extra redis --extra push --extra print --extra lan --constraint requirements.lock --output-file deploy/requirements.lock pyproject.toml
	@echo "The lock files are renewed; the next make target installs requirements.lock."

catalogues: $(STAMP) ## Add missing messages to the catalogues of all languages, and list what is missing or unused
	@$(BIN)/python -m goldenspike.text --merge

clean: ## Remove .venv, builds and caches
	@rm -rf $(VENV) node_modules build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

node_modules/.stamp: package.json
	@command -v npm >/dev/null || { echo "The checks of style sheets and scripts need npm (Node.js)." >&2; exit 1; }
	@npm install --silent --no-audit --no-fund --no-package-lock && touch $@

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Golden Spike needs Python 3.11 or newer, as python3.11 or python3." >&2; \
		echo "Name another one with: make PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Setting up $(VENV) (once; takes a minute) ..."
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV) || { \
		echo "Python's venv module is missing; on Debian: apt install python3-venv" >&2; exit 1; }
	@$(PIP) install --no-deps --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
	@echo "$(VENV) is ready."
