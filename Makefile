# make setup | demo | test | test-adapters | test-long | check | generated | wheels | install | deb | rpm | test-packages | bench | lock | audit | fuzz | clean
# PYTEST and BENCH narrow what runs: make test PYTEST=tests/rpc, make bench BENCH="ping add".
# Works in a directory whose path has a space: every path here is relative.

PYTHON ?= python3
export MEMORYD_LONG_MINUTES ?= 60
# Each start of a daemon would compile every module anew: half a second that hundreds of tests pay.
unexport PYTHONDONTWRITEBYTECODE
PY := .venv/bin/python
READY := .venv/.ready
# How many tests at once: for half of their time they wait, for timers and for each other's processes.
JOBS ?= $(shell echo $$(($$(nproc) * 2)))

.PHONY: setup demo test test-adapters test-long check generated wheels install deb rpm test-packages bench lock audit fuzz clean

setup: $(READY)

$(READY): pyproject.toml packaging/client/pyproject.toml packaging/requirements/dev.txt contrib/setup.sh
	@PYTHON="$(PYTHON)" sh contrib/setup.sh
	@touch $(READY)

demo: $(READY)
	@$(PY) -m contrib.demo

test: $(READY)
	@$(PY) -m pytest -q -n $(JOBS) --dist worksteal $(PYTEST)

# The adapters against the frameworks themselves, which are large and so stand in an environment of their own, above .venv.
# In `make test` those tests skip.
ADAPTERS := build/adapters
# $(1): the folder of an environment above .venv; $(2): what is installed there.
define above
	@test -x $(1)/bin/python || $(PY) -m venv --without-pip $(1)
	@$(PY) -c "import site; print('import site; site.addsitedir(%r)' % site.getsitepackages()[0])" \
	  >"$$($(1)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/above.pth"
	@$(PY) -m pip --python $(1)/bin/python install --quiet --disable-pip-version-check $(2)
endef
test-adapters: $(READY)
	$(call above,$(ADAPTERS),pytest-asyncio pytest-mock \
	  $$($(PY) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['adapters'])"))
	$(call above,$(ADAPTERS)-autogen,"autogen-agentchat>=0.7.5" "autogen-ext[mcp]>=0.7.5" "mcp<2")
	$(call above,$(ADAPTERS)-crewai,"crewai[mcp]>=1.15")
	@$(PY) -m pip download --quiet --disable-pip-version-check --no-deps --no-binary langgraph-checkpoint \
	  -d $(ADAPTERS)/sources "langgraph-checkpoint>=4.3,<5" \
	  || echo "LangGraph's sources cannot be had: its own tests of stores are left out"
	@npm install --prefix contrib/clients/node --silent --no-audit --no-fund --no-package-lock \
	  || echo "npm is missing: the client for Node is not tested"
	@$(ADAPTERS)/bin/python -m pytest -q -p no:asyncio tests/adapters
	@$(ADAPTERS)-autogen/bin/python -m pytest -q tests/adapters/test_mcp_tools.py
	@$(ADAPTERS)-crewai/bin/python -m pytest -q tests/adapters/test_mcp_tools.py

test-long: $(READY)
	@$(PY) -m pytest -q -m "long or hypothesis" --hypothesis-profile long -o faulthandler_timeout=5400 $(PYTEST)

check: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy tests/bench
	$(PY) -m mypy --python-version 3.10 -p memoryd.client
	$(PY) -m mypy packaging/client/ownership.py packaging/generate/*.py packaging/requirements/*.py packaging/audit/*.py
	@mkdir -p build
	$(PY) .venv/bin/lint-imports --no-logo --cache-dir build/import_linter

# memoryd and its client, memoryd-client, each as a wheel and as sources, and the model, where setup could make it, as
# memoryd-model. Two builds of a commit are the same bytes. Needs no network after setup.
MODELS := .venv/share/memoryd/models
wheels: export SOURCE_DATE_EPOCH = $(shell sh packaging/commit_time.sh)
wheels: $(READY)
	@rm -f dist/*.whl dist/*.tar.gz
	"$(PY)" -m build --no-isolation --outdir dist packaging/client
	"$(PY)" -m build --no-isolation --outdir dist .
	@"$(PY)" packaging/same_bytes.py dist/*.whl dist/*.tar.gz
	@if [ -e $(MODELS)/all-MiniLM-L6-v2/PROVENANCE ]; then "$(PY)" packaging/model/wheel.py --model $(MODELS) --out dist; \
	else echo "make wheels: no memoryd-model, since setup made no model: rm .venv/.ready && make setup" >&2; fi

# What deb, rpm and people share, below DESTDIR: make install PREFIX=/usr (as root, when there is no DESTDIR).
DESTDIR ?=
PREFIX ?= /usr
install: $(READY) wheels
	@PY="$(PY)" DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh packaging/install.sh

# Packages for the distribution that this runs on, in dist/. Two builds of one commit are the same bytes.
deb: $(READY)
	@PY="$(PY)" sh packaging/deb/build.sh
rpm: $(READY)
	@PY="$(PY)" sh packaging/rpm/build.sh
# The packages and the units under a real systemd in throw-away machines: as root, with debhelper, rpm and systemd-nspawn.
test-packages: $(READY)
	@$(PY) -m pytest -q -m long -o faulthandler_timeout=5400 $(or $(PYTEST),tests/systemd)

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
	@$(PY) packaging/generate/node_types.py
	@$(PY) packaging/generate/rpc_page.py

# What is installed, locked by hashes: after a change of pyproject.toml's dependencies; UPGRADE=1 takes newer releases.
LOCKER := build/lock
lock:
	@test -x $(LOCKER)/bin/uv || { "$(PYTHON)" -m venv $(LOCKER) && \
		$(LOCKER)/bin/python -m pip install --quiet --require-hashes -r packaging/requirements/lock.txt; }
	@"$(PYTHON)" packaging/requirements/lock.py --uv "$(CURDIR)/$(LOCKER)/bin/uv" $(if $(UPGRADE),--upgrade)

# A bill of materials, licences, known vulnerabilities; it fails with 75 where these cannot be looked up.
audit: $(READY)
	@$(PY) packaging/audit/audit.py --out build/audit

# Hostile input for everything that reads any: a million inputs, within FUZZ_MINUTES; FUZZ="note tag" narrows it. With
# atheris, where it can be had, mutations follow coverage.
FUZZ_INPUTS ?= 1000000
FUZZ_MINUTES ?= 60
fuzz: $(READY)
	@$(PY) -c "import atheris" 2>/dev/null || $(PY) -m pip install --quiet --require-hashes --no-deps --only-binary :all: \
		-r packaging/requirements/fuzz.txt || echo "fuzz: no atheris here; the other rounds go on alone" >&2
	@$(PY) -m tests.fuzz --inputs $(FUZZ_INPUTS) --minutes $(FUZZ_MINUTES) $(FUZZ)

clean:
	rm -rf .venv build dist *.egg-info packaging/client/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
