# Everything a contributor does, one word each. `make` alone lists them.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

# Where there is a compiler, a core that does not compile is a mistake and not a reason to go on without it.
REQUIRE = $(if $(shell command -v $(CC) || command -v gcc),1,0)

PAGE := src/croupier/ui/web/static/index.html
NODE = $(shell command -v npm)

# The page is built while pip fetches and compiles.
MAKEFLAGS += --jobs=2

.DEFAULT_GOAL := help
.PHONY: help setup core page run test test-all check format bench bench-peers dist pictures docs docs-serve lock version clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

setup: core $(if $(NODE),$(PAGE) bots/belote/express/node_modules/.installed) ## make .venv, install everything, compile the core (quick when nothing changed)

.venv/.system: scripts/system-packages.sh
	@sh scripts/system-packages.sh $(PYTHON)
	@mkdir -p .venv && touch $@

# Nothing is installed whose hash is not in requirements.lock, and nothing is resolved here.
.venv/.installed: pyproject.toml requirements.lock | .venv/.system
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "installing the tools and compiling the core: about five minutes"
	@$(PIP) --require-hashes --requirement requirements.lock
	@CROUPIER_REQUIRE_COMPILED=$(REQUIRE) $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# The JavaScript example, where there is a node to run it.
bots/belote/express/node_modules/.installed: bots/belote/express/package.json bots/belote/express/package-lock.json | .venv/.system
	@cd bots/belote/express && npm ci --no-audit --no-fund --silent
	@touch $@

# The browser app. Without a node it is left out, and `croupier serve` says so.
page: $(PAGE) ## build the browser page that croupier serve serves

page/node_modules/.installed: page/package.json page/package-lock.json | .venv/.system
	@cd page && npm ci --no-audit --no-fund --silent
	@touch $@

$(PAGE): $(shell find page/src page/static -type f) page/svelte.config.js page/vite.config.ts page/vite.offline.config.ts page/tsconfig.json page/node_modules/.installed
	@echo "building the page: about half a minute"
	@cd page && npm run --silent build >build.log 2>&1 || { cat build.log; exit 1; }
	@cp page/build-offline/living.html src/croupier/match/replay/living.html
	@rm -rf $(dir $@) && cp -R page/build $(dir $@) && touch $@

core: .venv/.installed ## compile what changed in the compiled sources
	@CROUPIER_REQUIRE_COMPILED=$(REQUIRE) $(BIN)/python setup.py --quiet build_ext --inplace

run: setup ## a battle of four bots, with a report and a replay; OPEN=1 opens both in the browser
	@mkdir -p runs
	$(BIN)/croupier run kittens bots/kittens -n 400 --seed 7 --report runs/report.html --highlight runs/match.html $(if $(OPEN),--open)
	@printf '\n%s\n' 'What next:'
	@printf '  %-38s%s\n' '$(BIN)/croupier serve --open' 'play and watch in the browser' \
		'$(BIN)/croupier play kittens' 'play against bots in this terminal' \
		'$(BIN)/croupier new kittens' 'write your own bot'

# Many tests wait for something, so there are more processes than cores; tests/conftest.py deals the tests out to them.
# All of them, and the commands they start, import the same modules, so bytecode is kept.
PROCESSES = $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2 + 1)
# The script repeats a few failed tests, one after the other.
RUN_TESTS = PYTHONDONTWRITEBYTECODE= $(BIN)/python scripts/run_tests.py --numprocesses $(PROCESSES)

# The rules are tested twice: the compiled core is what runs, the plain one is what people read and debug. The games that
# only tests have are never compiled.
test: setup ## all tests but the soaks, and the tests of the rules once more uncompiled
	$(RUN_TESTS)
	CROUPIER_PURE=1 $(RUN_TESTS) -m 'not soak and not slow_pure' -k 'not liar and not kuhn' --ignore-glob='*docs.py' tests/games tests/conformance

test-all: test ## test, the soaks, and the first five minutes in a fresh clone
	$(BIN)/pytest -m soak
	bash scripts/clean-clone.sh

check: setup docs ## formatting, lint, types, and that the manual can be built
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(if $(NODE),cd page && npm run --silent check)

format: setup ## put the formatting right, and what lint can repair
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: setup ## the figures in the README, on this Python and on 3.13 if there is one
	$(BIN)/croupier bench --memory
	$(BIN)/python bench/belote.py
	$(BIN)/python bench/kittens.py
	$(BIN)/python bench/bluff.py
	$(BIN)/python bench/coup.py
	$(BIN)/python bench/sandbox.py
	$(BIN)/python bench/transports.py
	$(BIN)/python bench/arena.py
	$(BIN)/python bench/ratings.py
	$(BIN)/python bench/fairness.py --runs 30
	$(BIN)/python bench/coverage.py --runs 200 --elo-runs 50
	$(BIN)/python bench/reliability.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/learning.py
	$(BIN)/python bench/puzzles.py
	$(BIN)/python bench/web.py
	$(BIN)/python bench/browser.py
	bash scripts/bench-pythons.sh

bench-peers: setup ## other packages that play card games beside this one, in one table (installs them into .venv-peers)
	$(BIN)/python bench/peers/run.py

dist: setup page ## the sdist and the wheels in dist/: plain Python, and compiled for each Python found here
	$(BIN)/python scripts/dist.py
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python scripts/trywheel.py dist/*.whl

docs: setup ## the manual as a site in site/; a broken link or a page nobody finds is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

docs-serve: setup ## the manual at http://127.0.0.1:8001, renewed while you write
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --dev-addr 127.0.0.1:8001

pictures: setup ## the pictures in docs/pictures, taken by the tests of the page and of the terminal
	CROUPIER_PICTURES=1 $(BIN)/pytest tests/ui/web/browser
	CROUPIER_RENEW=1 $(BIN)/pytest tests/ui/terminal/test_snapshots.py
	$(BIN)/python scripts/battle_picture.py

lock: ## pin everything that setup installs, with hashes, in requirements.lock and constraints.txt (asks the package index)
	$(PYTHON) scripts/lock.py

version: ## write VERSION=... to the package, the changelog and the citation
	$(PYTHON) scripts/version.py --set $(VERSION)

clean: ## remove builds, caches and environments
	rm -rf build dist site src/*.egg-info .venv .venv-* .mypy_cache .pytest_cache .ruff_cache .hypothesis page/node_modules page/build page/build-offline page/.svelte-kit src/croupier/match/replay/living.html $(dir $(PAGE))
	rm -f src/croupier/_compiled.json
	find src -name '*.so' -delete
	find src tests scripts -name __pycache__ -prune -exec rm -rf {} +
