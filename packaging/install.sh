#!/bin/sh
# make install DESTDIR= PREFIX=/usr: what deb, rpm and people share. Run in the top directory, after make setup and make wheels.
# The environment in PREFIX/lib/memoryd is for the Python that runs this; nothing in it names DESTDIR.
set -eu
python=${PY:-.venv/bin/python} destdir=${DESTDIR:-} prefix=${PREFIX:-/usr} sysconfdir=${SYSCONFDIR:-/etc}
case $prefix in
/*) ;;
*)
    printf 'make install: PREFIX is the absolute path of the installed system, for example /usr; it is %s\n' "$prefix" >&2
    exit 64
    ;;
esac
models=.venv/share/memoryd/models
[ -e "$models/all-MiniLM-L6-v2/PROVENANCE" ] || {
    printf 'make install: the embedding model is missing in %s: rm .venv/.ready && make setup\n' "$models" >&2
    exit 69
}
umask 022
lib=$destdir$prefix/lib share=$destdir$prefix/share env=$destdir$prefix/lib/memoryd
put() { # DIRECTORY FILE...
    into=$1
    shift
    install -d "$into"
    install -p -m 644 "$@" "$into"
}

# The environment: only what is locked, by its hashes, and our own two wheels.
wheels=build/wheelhouse
rm -rf "$wheels"
pip() { PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip "$@"; }
pip wheel --quiet --no-deps --no-build-isolation --require-hashes --requirement packaging/requirements/runtime.txt \
    --wheel-dir "$wheels"
rm -rf "$env"
# The distribution's own Python, which its updates keep sound, where it is of the version that the wheels are for.
version() { "$1" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null; }
base=/usr/bin/python3
[ "$(version $base)" = "$(version "$python")" ] ||
    base=$("$python" -c 'import os, sys; print(os.path.realpath(sys._base_executable))')
"$base" -m venv --without-pip --symlinks "$env"
pip --python "$env/bin/python" install --quiet --no-index --no-deps --no-compile --ignore-installed \
    "$wheels"/*.whl dist/memoryd_client-*.whl dist/memoryd-*.whl
rm -rf "$env"/bin/[Aa]ctivate* "$env/include"
sed -i '/^command = /d; /^executable = /d' "$env/pyvenv.cfg"
find "$env" -name __pycache__ -prune -exec rm -rf {} +
find "$env" -name direct_url.json -exec rm {} +
find "$env" -path '*.dist-info/RECORD' -exec sed -i '/direct_url\.json,/d; /\.pyc,/d; \|/bin/|d' {} +
find "$env/bin" -type f ! -name memoryd ! -name memoryctl ! -name memoryd-mcp -delete
# Behind a path that is too long for that line, or has a space, pip writes two lines of sh.
find "$env/bin" -type f -exec sed -i -e "1s|^#!.*|#!$prefix/lib/memoryd/bin/python3|" -e "2{/^'''exec' /{N;d}}" {} +
# What only a build or a test of a dependency needs.
find "$env/lib" -type d \( -name tests -o -name include \) -path '*site-packages/*' -prune -exec rm -rf {} +
find "$env/lib" -path '*site-packages/*' \( -name '*.pyi' -o -name '*.a' -o -name '*.pxd' -o -name '*.h' \) -type f -delete

find "$env/lib" -type f -perm /111 -exec chmod 644 {} +

install -d "$destdir$prefix/bin"
for command in memoryd memoryctl memoryd-mcp; do ln -sfn "../lib/memoryd/bin/$command" "$destdir$prefix/bin/$command"; done

# The model stands beside the code that reads it; the environment finds it by its own prefix, whatever PREFIX is.
install -d "$share/memoryd/models" "$env/share/memoryd"
"$python" -m memoryd.cli model install dist/memoryd_model-*.whl --to "$share/memoryd/models" >/dev/null
ln -sfn ../../../../share/memoryd/models "$env/share/memoryd/models"

units=$lib/systemd
put "$units/system" systemd/*.service systemd/*.socket systemd/*.timer
put "$units/user" systemd/user/*.service systemd/user/*.socket
put "$units/system-preset" systemd/system-preset/80-memoryd.preset
put "$units/catalog" packaging/catalog/memoryd.catalog
put "$lib/sysusers.d" systemd/sysusers.d/memoryd.conf
put "$lib/tmpfiles.d" systemd/tmpfiles.d/memoryd.conf
[ "$prefix" = /usr ] || sed -i "s|/usr/bin/|$prefix/bin/|g" "$units"/system/memoryd* "$units"/user/memoryd*
for page in packaging/man/*.[1-9]; do put "$share/man/man${page##*.}" "$page"; done
put "$share/bash-completion/completions" contrib/completions/memoryctl.bash
mv "$share/bash-completion/completions/memoryctl.bash" "$share/bash-completion/completions/memoryctl"
put "$share/zsh/site-functions" contrib/completions/_memoryctl
put "$share/fish/vendor_completions.d" contrib/completions/memoryctl.fish
put "$share/doc/memoryd" README.md CHANGELOG.md docs/*.md
put "$share/licenses/memoryd" LICENSE
put "$share/memoryd/prometheus" contrib/prometheus/*.yml
put "$share/memoryd/grafana" contrib/grafana/memoryd.json
# An operator's configuration is never written over; packages mark it as theirs to keep.
[ -e "$destdir$sysconfdir/memoryd/memoryd.toml" ] || put "$destdir$sysconfdir/memoryd" packaging/memoryd.toml
