# `make` lists the targets. A fresh clone needs a Python from 3.11 on, make, and the network the first time.

PYTHON ?= python3
INPUT ?= input
OUT ?= out
WORKERS ?= auto
CASES ?= 20000
SEED ?= 1

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
# What is installed, and from which pyproject.toml: the stamps are older than it when it changes.
RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp
FILES := $(VENV)/files.list
CODE := compiler tests tools benchmarks

.PHONY: help build test check lint golden pages schemas bench fuzz clean
.PHONY: FORCE
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ': .*## ' '/^[a-z]+: .*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

build: $(RUN) ## set up, and compile input/ to out/ (INPUT=..., OUT=...)
	@$(VENV)/bin/telecompile build $(INPUT) -o $(OUT)

test: $(DEV) ## set up, and run every test (WORKERS=...)
	@$(PY) -m tools.get_kubeconform > /dev/null
	@$(PY) -m tools.core_schemas > /dev/null
	@$(PY) -m tools.go tests/operator/accepts tests/output/sigsyaml tests/monitoring/expressions_parser tests/powerscale/collector
# Tests of one file mostly stay in one process, which makes once what they share; an idle one takes over the rest.
	@$(PY) -m pytest --quiet -n $(WORKERS) --dist worksteal

check: lint test ## what CI runs: lint and test

lint: $(DEV) ## ruff and mypy
	@$(PY) -m ruff check --quiet --output-format concise .
	@$(PY) -m ruff format --check --quiet .
	@MYPYPATH=$(VENV)/types $(PY) -m mypy --strict --no-error-summary $(CODE)

ifdef CI
golden: ## rewrite the expectations of the golden cases; not under CI
	@echo "make golden: expectations are rewritten by a person who reads the difference, not under CI" >&2; exit 1
else
golden: $(DEV)
	@$(PY) -m tools.get_kubeconform > /dev/null
	@$(PY) -m tools.core_schemas > /dev/null
	@$(PY) -m pytest --quiet tests/golden --update-golden
endif

pages: $(DEV) ## make docs/diagnostics/ and docs/configuration.md anew
	@$(PY) -m tools.make_pages
	@$(PY) -m tools.make_configuration

schemas: $(DEV) ## make tests/schemas/ anew from the operators (needs Go, Maven, Java 21)
	@$(PY) -m tools.make_schemas

bench: $(DEV) ## measure builds against the time of the bare imports
	@$(PY) -m benchmarks

fuzz: $(DEV) ## compile wrong inputs by the thousand (CASES=20000 SEED=1)
	@$(PY) -m tools.fuzz --cases $(CASES) --seed $(SEED)
	@$(PY) -m tools.fuzz --heavy

clean: ## remove everything that is made
	@rm -rf $(VENV) .cache build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache out
	@find compiler tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} +

# An interpreter that is gone leaves a dead link, which make takes for absent: then all is made anew.
# Distributions that package ensurepip apart cannot make an environment with pip in it, but their pip can fill one.
$(PY):
	@for python in "$(PYTHON)" python3.13 python3.12 python3.11; do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || continue; \
	    "$$python" -m venv --clear $(VENV) > /dev/null 2>&1 && exit 0; \
	    "$$python" -m venv --clear --without-pip $(VENV) 2> /dev/null \
	        && "$$python" -m pip --quiet --python $(PY) install pip 2> /dev/null && exit 0; \
	    rm -rf $(VENV); \
	    echo "make: $$python makes no virtual environment; install its venv package (python3-venv)" >&2; exit 1; \
	done; \
	echo "make: no Python from 3.11 on is found; set PYTHON=/path/to/python" >&2; exit 1

# A strict editable install links every file: it costs nothing at the start of Python, and notices new files only
# when it is made again.
$(FILES): FORCE | $(PY)
	@find compiler manifests_templates -type f ! -name '*.pyc' ! -path '*/.*' | LC_ALL=C sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(RUN): pyproject.toml $(FILES) | $(PY)
	@$(PIP) --editable . --config-settings editable_mode=strict
	@touch $@

# After the run stamp, so that two pips never write at once.
$(DEV): pyproject.toml $(RUN) | $(PY)
	@$(PIP) --editable '.[dev]' --config-settings editable_mode=strict
# mypy is to see the package under its own name as well.
	@mkdir -p $(VENV)/types && ln -sfn ../../compiler $(VENV)/types/telecompile
	@touch $@
