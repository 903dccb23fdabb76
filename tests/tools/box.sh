#!/bin/bash
# A throw-away machine with a real systemd as PID 1, for testing units and packages. Needs root,
# systemd-nspawn (systemd-container) and debootstrap.
#   box.sh root               builds the tree, once (about 2 min)
#   box.sh up NAME            boots an overlay of it (about 1 s); everything written vanishes with it
#   box.sh exec NAME CMD...   runs a command inside
#   box.sh down NAME          throws it away
# BOX: where trees and state are. SYSTEM: the release, bookworm, trixie (Debian 13) or noble (Ubuntu 24.04).
# MEMORYD_BOX_MIRROR: the archive that the tree is made from, where this machine installs from none of that maker.
# BINDS: "/host:/guest", one a line, read-only.
set -euo pipefail
BOX=${BOX:-/var/tmp/memoryd-box}
SYSTEM=${SYSTEM:-bookworm}
TREE=$BOX/root-$SYSTEM
command=${1:?root, up, exec or down}
shift

enter() { # LEADER CMD...
    local leader=$1
    shift
    nsenter -t "$leader" -m -u -i -n -p -C -r -w env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb HOME=/root SYSTEMD_PAGER= "$@"
}

build_root() {
    local maker mirror building script more=()
    [ -e "$TREE/etc/hostname" ] && return
    mkdir -p "$BOX"
    script=/usr/share/debootstrap/scripts/$SYSTEM
    if [ "$SYSTEM" = noble ]; then
        maker=ubuntu
        # A Debian that has no key of Ubuntu's, or knows no release so new: it is thrown away again.
        [ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || more+=(--no-check-gpg)
        [ -e "$script" ] || script=/usr/share/debootstrap/scripts/gutsy
        more+=(--components=main,universe)
    else
        maker=debian
    fi
    # The archive that this machine installs from has its maker's other releases, too.
    mirror=${MEMORYD_BOX_MIRROR:-}
    if [ -z "$mirror" ] && [ "$(. /etc/os-release && echo "$ID")" = "$maker" ]; then
        mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | awk '!/security/ && !found++')
    fi
    [ -n "$mirror" ] || {
        printf 'box: MEMORYD_BOX_MIRROR must name an archive of %s for %s\n' "$maker" "$SYSTEM" >&2
        exit 69
    }
    building=$(mktemp -d "$BOX/root.XXXXXX")
    chmod 755 "$building"
    debootstrap --variant=minbase "${more[@]}" \
        --include=systemd,systemd-sysv,dbus,python3,python3-venv,procps,libpam-systemd,adduser,iproute2,strace,socat,kmod,udev,less,tzdata,rpm,man-db \
        "$SYSTEM" "$building" "$mirror" "$script"
    echo box >"$building/etc/hostname"
    ln -sf /lib/systemd/system/multi-user.target "$building/etc/systemd/system/default.target"
    mv "$building" "$TREE"
}

boot() {
    local name=$1 state=$BOX/$1 args bind leader running=
    mkdir -p "$state/mnt" "$state/ov"
    args=(--quiet --directory="$state/mnt" --boot --machine="$name" --register=no --keep-unit --private-network
        --capability=all --system-call-filter="bpf @keyring perf_event_open"
        --link-journal=no --resolv-conf=off --timezone=off --console=pipe --kill-signal=SIGRTMIN+3)
    while IFS= read -r bind; do args+=(${bind:+--bind-ro="$bind"}); done <<<"${BINDS:-}"
    # A mount namespace of its own: nothing leaks to the host, everything vanishes with the last process.
    ROOT=$(readlink -f "$TREE") STATE=$state setsid unshare --mount --propagation private bash -c '
        set -e
        mount -t tmpfs tmpfs "$STATE/ov"
        mkdir "$STATE/ov/u" "$STATE/ov/w"
        mount -t overlay overlay -o lowerdir="$ROOT",upperdir="$STATE/ov/u",workdir="$STATE/ov/w" "$STATE/mnt"
        for hierarchy in unified systemd memory pids cpu .; do
            group=/sys/fs/cgroup/$hierarchy
            [ -e "$group/cgroup.procs" ] || continue
            mkdir -p "$group/$0" && echo $$ >"$group/$0/cgroup.procs" || true
        done
        [ -e /sys/fs/cgroup/cgroup.controllers ] && export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
        exec systemd-nspawn "$@"' "$name" "${args[@]}" </dev/null >"$state/console" 2>&1 &
    echo $! >"$state/nspawn"
    for _ in $(seq 600); do
        kill -0 "$(cat "$state/nspawn")" 2>/dev/null || { echo "nspawn died:" >&2; tail -20 "$state/console" >&2; exit 1; }
        leader=$(pgrep -P "$(cat "$state/nspawn")" -x systemd | head -1 || true)
        if [ -n "$leader" ]; then
            echo "$leader" >"$state/leader"
            running=$(enter "$leader" systemctl is-system-running 2>/dev/null || true)
            case $running in
            running | degraded)
                enter "$leader" chmod 666 /dev/null  # it has the host's rights, whatever they are
                return
                ;;
            esac
        fi
        sleep 0.1
    done
    echo "the box does not come up: $running" >&2
    exit 1
}

throw_away() {
    local name=$1 state=$BOX/$1 nspawn group
    nspawn=$(cat "$state/nspawn")
    kill -TERM "$nspawn" 2>/dev/null || true
    for _ in $(seq 150); do kill -0 "$nspawn" 2>/dev/null || break; sleep 0.1; done
    kill -KILL "$(cat "$state/leader")" "$nspawn" 2>/dev/null || true
    for group in /sys/fs/cgroup/{unified,systemd,memory,pids,cpu,.}/"$name"; do
        [ -d "$group" ] && find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    done
    rm -f "$state/leader" "$state/nspawn" "$state/console"
    rmdir "$state/mnt" "$state/ov" "$state" 2>/dev/null || true
}

case $command in
root) build_root ;;
up) boot "${1:?a name}" ;;
exec)
    name=${1:?a name}
    shift
    enter "$(cat "$BOX/$name/leader")" "$@"
    ;;
down) throw_away "${1:?a name}" ;;
*) echo "unknown: $command" >&2; exit 64 ;;
esac
