# `make` alone prints this list.
PYTHON ?= .venv/bin/python

.DEFAULT_GOAL := help
MAKEFLAGS += --always-make # every target is a command, none is a file

help: ## print this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

dev: ## make .venv with everything needed to work on the code
	python3 -m venv .venv
	.venv/bin/pip install -q -c constraints.txt -e '.[test]'

fmt: ## put the code in shape
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

lint: ## style and import rules
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	.venv/bin/lint-imports

type: ## types
	$(PYTHON) -m mypy

unit: ## the unit tests that take milliseconds, in one process and in their order: all in seconds
	$(PYTHON) -m pytest -q -n 0 -p no:randomly tests/unit -m "not slow"

test: ## all tests
	$(PYTHON) -m pytest -q

fuzz: ## schemathesis on the running server, longer than the tests do: an hour or so
	BOTH_SIDES_FUZZ_EXAMPLES=200 $(PYTHON) -m pytest -q -n 0 tests/interfaces/api/test_fuzzing.py

soak-serve: ## ten minutes of readers and writers on one server; then everything is replayed
	$(PYTHON) -m bench.serving.soak

audit: ## look for known holes in this code (bandit) and in what it rests on (pip-audit)
	python3 -m venv .venv-audit
	.venv-audit/bin/pip install -q bandit pip-audit
	.venv-audit/bin/bandit -q -c pyproject.toml -r src tools
	.venv-audit/bin/pip-audit -r constraints.txt --no-deps --disable-pip

soak: ## the tests of the ledger, as long as they are meant to be: hours
	BOTH_SIDES_SOAK=1 $(PYTHON) -m pytest -q -n 2 tests/trust

batch-equality: ## every way to rank, 1 and 10 million claims, Spark too, byte for byte: half an hour
	$(PYTHON) -m tests.batch.equality --spark 1000000 10000000

docs: ## write the generated pages anew
	$(PYTHON) docs/generate.py

bench: ## measure; prints ratios with the machine's line
	$(PYTHON) -m bench

check: lint type test ## everything but bench
