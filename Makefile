# Two words to remember: run and test. `make` alone lists them all.

.DEFAULT_GOAL := help
.PHONY: help run test setup lint format coverage demo messages migration lock wheel clean

BIN := .venv/bin
# More for the command or for pytest, such as: make run ARGS="--port 8080"   make test ARGS="-k lobby"
ARGS :=
CODE := noirmail tests migrations scripts
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Everything on this machine: pages, worker, mailbox; prints where to click, Ctrl-C ends it
	@scripts/setup.sh run
	@$(BIN)/noirmail run $(ARGS)

test: lint ## Set up all it needs and run every check
	@$(BIN)/python -m pytest -n 2 --dist worksteal -q -rs $(ARGS)

setup: ## The virtual environment with all that contributors use
	@scripts/setup.sh test

lint: setup ## Style, types and the direction of imports
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: setup ## Bring the code into the common style
	@$(BIN)/ruff check --fix $(CODE)
	@$(BIN)/ruff format $(CODE)

coverage: setup ## Which lines the tests do not reach (htmlcov/index.html)
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n 2 -q $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet
	@$(BIN)/coverage report --skip-covered --sort=cover

demo: ## Watch two people play a game by mail
	@scripts/setup.sh run
	@$(BIN)/noirmail demo $(ARGS)

messages: setup ## Every sentence that a person reads, for translators: noirmail/locales/noirmail.pot
	@mkdir -p noirmail/locales
	@$(BIN)/pybabel --quiet extract -F babel.cfg -k _ -k gettext -k ngettext:1,2 --no-location --project noirmail -o noirmail/locales/noirmail.pot .

migration: setup ## A draft of the next migration: make migration NAME="Let a seat carry a colour"
	@$(BIN)/python scripts/new_migration.py "$(NAME)"

lock: setup ## Choose the newest versions that fit, anew, with their hashes
	@$(COMPILE) --upgrade --output-file requirements.lock pyproject.toml
	@$(COMPILE) --upgrade --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

wheel: setup ## dist/: an installable wheel, templates and migrations inside
	@$(BIN)/uv build --quiet --wheel --out-dir dist

clean: ## Away with everything that can be made again; games in var/ stay
	rm -rf .venv dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
