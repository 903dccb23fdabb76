#!/bin/sh
# make install DESTDIR= PREFIX=/usr: what deb, rpm and people share. Run in the top directory, after make setup and make wheels.
# The environments in PREFIX/lib/memoryd and PREFIX/lib/memoryd-mcp are for the Python that runs this; nothing in them
# names DESTDIR.
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
lib=$destdir$prefix/lib share=$destdir$prefix/share env=$destdir$prefix/lib/memoryd mcp=$destdir$prefix/lib/memoryd-mcp
put() { # DIRECTORY FILE...
    into=$1
    shift
    install -d "$into"
    install -p -m 644 "$@" "$into"
}

# Two environments, each only of what is locked, by its hashes: the daemon's with our own two wheels, and what the MCP SDK
# brings beside it, which has network clients and servers that the daemon's is never to hold.
wheels=build/wheelhouse
rm -rf "$wheels" "$env" "$mcp"
pip() { PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip "$@"; }
fetch() { # LOCK DIRECTORY
    pip wheel --quiet --no-deps --no-build-isolation --require-hashes --requirement "packaging/requirements/$1" --wheel-dir "$2"
}
fetch runtime.txt "$wheels"
fetch mcp.txt "$wheels/mcp"
for wheel in "$wheels"/*.whl; do rm "$wheels/mcp/${wheel##*/}"; done
# The distribution's own Python, which its updates keep sound, where it is of the version that the wheels are for.
version() { "$1" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null; }
base=/usr/bin/python3
[ "$(version $base)" = "$(version "$python")" ] ||
    base=$("$python" -c 'import os, sys; print(os.path.realpath(sys._base_executable))')
environment() { # DIRECTORY WHEEL...
    made=$1
    shift
    "$base" -m venv --without-pip --symlinks "$made"
    pip --python "$made/bin/python" install --quiet --no-index --no-deps --no-compile --ignore-installed "$@"
    rm -rf "$made"/bin/[Aa]ctivate* "$made/include"
    sed -i '/^command = /d; /^executable = /d' "$made/pyvenv.cfg"
    find "$made" -name __pycache__ -prune -exec rm -rf {} +
    find "$made" -name direct_url.json -exec rm {} +
    find "$made" -path '*.dist-info/RECORD' -exec sed -i '/direct_url\.json,/d; /\.pyc,/d; \|/bin/|d' {} +
    find "$made/bin" -type f ! -name memoryd ! -name memoryctl ! -name memoryd-mcp -delete
    # What only a build or a test of a dependency needs.
    find "$made/lib" -type d \( -name tests -o -name include \) -path '*site-packages/*' -prune -exec rm -rf {} +
    find "$made/lib" -path '*site-packages/*' \( -name '*.pyi' -o -name '*.a' -o -name '*.pxd' -o -name '*.h' \) -type f -delete
    find "$made/lib" -type f -perm /111 -exec chmod 644 {} +
}
environment "$env" "$wheels"/*.whl dist/memoryd_client-*.whl dist/memoryd-*.whl
environment "$mcp" "$wheels"/mcp/*.whl
mv "$env/bin/memoryd-mcp" "$mcp/bin/"
# Behind a path that is too long for that line, or has a space, pip writes two lines of sh.
shebang() { sed -i -e "1s|^#!.*|#!$prefix/lib/$1/bin/python3|" -e "2{/^'''exec' /{N;d}}" "$lib/$1/bin/$2"; }
shebang memoryd memoryd
shebang memoryd memoryctl
shebang memoryd-mcp memoryd-mcp
# memoryd's own modules, and what they need, are read where they are.
site=$(cd "$env" && echo lib/python3.*/site-packages)
echo "$prefix/lib/memoryd/$site" >"$mcp/$site/memoryd.pth"

install -d "$destdir$prefix/bin"
for command in memoryd memoryctl; do ln -sfn "../lib/memoryd/bin/$command" "$destdir$prefix/bin/$command"; done
ln -sfn ../lib/memoryd-mcp/bin/memoryd-mcp "$destdir$prefix/bin/memoryd-mcp"

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
