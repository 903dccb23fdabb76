#!/bin/sh
# make deb: dist/memoryd_VERSION_ARCH.deb and dist/memoryd-mcp_VERSION_ARCH.deb for the distribution that this runs on. Needs debhelper and lintian.
set -eu
for tool in dh dpkg-buildpackage; do
    command -v $tool >/dev/null || {
        printf 'make deb: %s is missing: apt install debhelper dpkg-dev\n' $tool >&2
        exit 69
    }
done
work=build/deb/memoryd debian=build/deb/memoryd/debian
rm -rf build/deb
mkdir -p $debian/source dist
version=$("$PY" -c 'import memoryd; print(memoryd.__version__)')
export SOURCE_DATE_EPOCH="$(sh packaging/commit_time.sh)"
export PYTHONHASHSEED=0 LC_ALL=C.UTF-8 TZ=UTC
${MAKE:-make} -o .venv/.ready PY="$PY" wheels >build/deb/wheels.log 2>&1 || { cat build/deb/wheels.log >&2; exit 1; }

cp packaging/deb/control packaging/deb/copyright packaging/deb/rules packaging/deb/memoryd.* packaging/deb/memoryd-mcp.* $debian/
echo '3.0 (native)' >$debian/source/format
cp systemd/memoryd.service systemd/memoryd.socket systemd/memoryd@.service systemd/memoryd@.socket $debian/
for unit in systemd/memoryd-*; do cp $unit $debian/memoryd.${unit#systemd/}; done
cp systemd/sysusers.d/memoryd.conf $debian/memoryd.sysusers
cp systemd/tmpfiles.d/memoryd.conf $debian/memoryd.tmpfiles
codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-unstable}")
{
    printf 'memoryd (%s~%s) %s; urgency=medium\n\n  * See changelog.gz.\n\n' "$version" "$codename" "$codename"
    printf ' -- The memoryd authors <memoryd@localhost>  %s\n' "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} >$debian/changelog
(cd $work && dpkg-buildpackage --build=binary --no-check-builddeps --no-sign --no-pre-clean >../build.log 2>&1) || {
    tail -40 build/deb/build.log >&2
    exit 1
}
rm -f dist/memoryd*.deb
cp build/deb/memoryd_*.deb build/deb/memoryd-mcp_*.deb dist/
ls dist/memoryd*.deb
