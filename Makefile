# make setup | demo | test | test-long | check | generated | wheels | bench | lock | audit | fuzz | clean
# PYTEST and BENCH narrow what runs: make test PYTEST=tests/rpc, make bench BENCH="ping add".
# Works in a directory whose path has a space: every path here is relative.

PYTHON ?= python3
export MEMORYD_LONG_MINUTES ?= 60
# Each start of a daemon would compile every module anew: half a second that hundreds of tests pay.
unexport PYTHONDONTWRITEBYTECODE
PY := .venv/bin/python
READY := .venv/.ready
# How many tests at once; they wait for the disk and for each other's processes more than for a core.
JOBS ?= auto

.PHONY: setup demo test test-long check generated wheels bench lock audit fuzz clean

setup: $(READY)

$(READY): pyproject.toml packaging/client/pyproject.toml packaging/requirements/dev.txt contrib/setup.sh
	@PYTHON="$(PYTHON)" sh contrib/setup.sh
	@touch $(READY)

demo: $(READY)
	@$(PY) -m contrib.demo

test: $(READY)
	@$(PY) -m pytest -q -n $(JOBS) --dist worksteal $(PYTEST)

test-long: $(READY)
	@$(PY) -m pytest -q -m long -o faulthandler_timeout=5400 $(PYTEST)

check: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy tests/bench
	$(PY) -m mypy --python-version 3.10 -p memoryd.client
	$(PY) -m mypy packaging/client/ownership.py packaging/generate/*.py packaging/requirements/*.py packaging/audit/*.py
	@mkdir -p build
	$(PY) .venv/bin/lint-imports --no-logo --cache-dir build/import_linter

# memoryd and its client, memoryd-client, each as a wheel and as sources. Needs no network after setup.
wheels: $(READY)
	@rm -rf dist
	"$(PY)" -m build --no-isolation --outdir dist packaging/client
	"$(PY)" -m build --no-isolation --outdir dist .

bench: $(READY)
	@$(PY) -m tests.bench $(BENCH)

# Every file that is made from the code. Each script writes into the repository, or into the directory that it is given;
# tests/tools/test_generated.py runs them all and compares.
generated: $(READY)
	@$(PY) packaging/generate/catalog.py
	@$(PY) packaging/generate/client.py
	@$(PY) packaging/generate/completions.py
	@$(PY) packaging/generate/configuration.py
	@$(PY) packaging/generate/memoryctl_page.py
	@$(PY) packaging/generate/rpc_page.py

# What is installed, locked by hashes: after a change of pyproject.toml's dependencies; UPGRADE=1 takes newer releases.
LOCKER := build/lock
lock:
	@test -x $(LOCKER)/bin/uv || { "$(PYTHON)" -m venv $(LOCKER) && \
		$(LOCKER)/bin/python -m pip install --quiet --require-hashes -r packaging/requirements/lock.txt; }
	@"$(PYTHON)" packaging/requirements/lock.py --uv "$(CURDIR)/$(LOCKER)/bin/uv" $(if $(UPGRADE),--upgrade)

# A bill of materials, licences, known weaknesses; 75 where these cannot be looked up.
audit: $(READY)
	@$(PY) packaging/audit/audit.py --out build/audit

# Hostile input for everything that reads any: a million inputs, within FUZZ_MINUTES; FUZZ="note tag" narrows it. With
# atheris, where it can be had, mutations follow coverage.
FUZZ_INPUTS ?= 1000000
FUZZ_MINUTES ?= 60
fuzz: $(READY)
	@$(PY) -c "import atheris" 2>/dev/null || $(PY) -m pip install --quiet --require-hashes --no-deps --only-binary :all: \
		-r packaging/requirements/fuzz.txt || echo "fuzz: no atheris here; Hypothesis goes on alone" >&2
	@$(PY) -m tests.fuzz --inputs $(FUZZ_INPUTS) --minutes $(FUZZ_MINUTES) $(FUZZ)

clean:
	rm -rf .venv build dist *.egg-info packaging/client/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
