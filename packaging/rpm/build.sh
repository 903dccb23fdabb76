#!/bin/sh
# make rpm: dist/memoryd-VERSION-1.ARCH.rpm for the distribution that this runs on. Needs rpmbuild.
set -eu
command -v rpmbuild >/dev/null || {
    printf 'make rpm: rpmbuild is missing: dnf install rpm-build, or apt install rpm\n' >&2
    exit 69
}
rm -rf build/rpm
mkdir -p build/rpm dist
SOURCE_DATE_EPOCH="$(sh packaging/commit_time.sh)"
export SOURCE_DATE_EPOCH PYTHONHASHSEED=0 LC_ALL=C.UTF-8 TZ=UTC
${MAKE:-make} -o .venv/.ready PY="$PY" wheels >build/rpm/wheels.log 2>&1 || { cat build/rpm/wheels.log >&2; exit 1; }
version=$("$PY" -c 'import memoryd; print(memoryd.__version__)')
abi=$("$PY" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
root=$(mktemp -d)  # rpm takes no path with a space
trap 'rm -rf "$root"' EXIT
rpmbuild -bb --buildroot "$root/root" --define "_topdir $PWD/build/rpm" --define "top $PWD" --define "version $version" --define "python $abi" \
    --define "changed $(date -u -d "@$SOURCE_DATE_EPOCH" "+%a %b %d %Y")" \
    --nodeps packaging/rpm/memoryd.spec >build/rpm/build.log 2>&1 || {
    tail -40 build/rpm/build.log >&2
    exit 1
}
rm -f dist/memoryd-*.rpm
cp build/rpm/RPMS/*/memoryd*.rpm dist/
ls dist/memoryd-*.rpm
