"""The packages, from a fresh system to their removal: what README says to type, and what an operator relies on."""

from __future__ import annotations

import errno
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from memoryd.storage.directory import VERSION
from tests.recall.tiny_model import write_downloaded
from tests.systemd.box import INSTALL, ROOT, SYSTEM, Box, build_package, missing

pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(missing()), reason=missing() or "-")]

SOCKET = "/run/memoryd/memoryd.sock"
SHIM = """
printf '#!/bin/sh\\nexec "$@"\\n' >/usr/bin/sudo; chmod 755 /usr/bin/sudo
mkdir -p /clone && ln -sfn /packages /clone/dist
useradd --create-home alice
"""


def newer(package: Path, folder: Path, name: str = "newer", format: int = 0) -> Path:
    """The same package with a higher version; or one whose memoryd knows that newer format of the files, too."""
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"^Version: (.*)", r"Version: \1+1", control.read_text(), flags=re.MULTILINE))
    if format:
        (code,) = tree.glob("usr/lib/memoryd/lib/python3*/site-packages/memoryd/storage/directory.py")
        code.write_text(code.read_text().replace(f"\nVERSION = {VERSION}\n", f"\nVERSION = {format}\n"))
    target = folder / f"{name}_memoryd.deb"
    subprocess.run(["dpkg-deb", "--build", "-Znone", "--root-owner-group", tree, target], check=True)
    shutil.rmtree(tree)
    return target


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the deb and one that upgrades it."""
    folder = tmp_path_factory.mktemp("packages")
    (package,) = build_package().glob("memoryd_*.deb")
    shutil.copy(package, folder)
    newer(package, folder)
    newer(package, folder, "format", VERSION + 1)
    return folder


@pytest.fixture(scope="module")
def stage(packages: Path) -> Path:
    """What `make install` lays out, beside the packages."""
    into = packages / "stage"
    done = subprocess.run(["make", "install", f"DESTDIR={into}"], cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return into


@pytest.fixture
def fresh(packages: Path, tmp_path: Path) -> Iterator[Box]:
    """A machine on which nobody has installed anything."""
    box = Box(f"fresh-{id(tmp_path) % 1_000_000}", packages)
    try:
        box.up("true")
        yield box
    finally:
        box.down()


@pytest.fixture
def installed(fresh: Box) -> Box:
    fresh.run(INSTALL, timeout=300)
    return fresh


def readme(blocks: tuple[str, ...]) -> Iterator[str]:
    """The commands of the blocks of "On a server" that begin so, in order."""
    section = (ROOT / "README.md").read_text().split("### On a server", 1)[1].split("\n## ", 1)[0]
    found = [block.strip().split("\n") for block in re.findall(r"\n\n((?:    .*\n)+)", section)]
    assert len(found) == 6, "a block is new: a test is to run it"
    for lines in found:
        if lines[0].startswith(blocks):
            yield from (line.partition(" #")[0].strip() for line in lines)


def spans(*words: str) -> Iterator[str]:
    """The commands that stand amid its text and begin so."""
    section = (ROOT / "README.md").read_text().split("### On a server", 1)[1].split("\n## ", 1)[0]
    for word in words:
        found = re.findall(f"`({re.escape(word)}[^`]*)`", section)
        assert found != [], word
        yield from found


MODEL = "bge-small-en-v1.5"
"""Stands for the model that README installs: a tiny one under its name."""
WARNS = ("memoryctl doctor", "memoryctl health --nagios")
"""They tell by their exit code what is to be looked at, and nothing keeps a box's clock right."""


def typed(box: Box, lines: Iterable[str]) -> None:
    """As somebody would who stands in the clone; nobody is there to agree to what apt asks."""
    for line in lines:
        command = line.replace("apt install", "apt install -y").replace("/memory-….tar.zst", "/memory-*.tar.zst")
        if command in WARNS:
            command += "; test $? -le 1"
        box.run(f"cd /clone && {command}", timeout=300)


def test_what_readme_says_installs_it(fresh: Box, packages: Path) -> None:
    fresh.run(SHIM)
    typed(fresh, readme(("sudo apt install",)))
    assert fresh.run("systemctl is-enabled memoryd.socket memoryd.service").split() == ["enabled", "enabled"]
    assert "facts" in fresh.run("memoryctl status", user="alice")
    # What it says is useful, and what is set up afterwards.
    fresh.run("mkdir -p /srv/memory /var/lib/prometheus/node-exporter; groupadd research")
    typed(fresh, readme(("journalctl",)))
    typed(fresh, spans("systemctl enable --now memoryd@research", "systemctl enable --now memoryd-metrics"))
    fresh.run("systemctl enable --now memoryd-backup@research.timer memoryd-metrics@research.timer")
    typed(fresh, readme(("sudo systemctl enable --now memoryd-backup",)))
    typed(fresh, spans("sudo memoryctl setup-data", "sudo memoryd --check --unit"))
    write_downloaded(packages / MODEL)
    fresh.run(f"cp -r /packages/{MODEL} /clone")
    typed(fresh, readme(("sudo memoryctl model install",)))
    fresh.run(f"memoryctl model check --name {MODEL}")
    fresh.run("systemctl restart memoryd && memoryctl add box keeps 'its data elsewhere'")
    assert fresh.run("cat /srv/memory/knowledge-graph/facts.jsonl").count("elsewhere") == 1


def test_what_readme_says_of_no_package(fresh: Box, stage: Path) -> None:
    copy = f"printf '#!/bin/sh\\nexec cp -a /packages/{stage.name}/. /\\n' >/usr/bin/make; chmod 755 /usr/bin/make"
    fresh.run(f"{SHIM}\n{copy}")  # what it does was done outside, where there is what it needs
    typed(fresh, readme(("sudo make install",)))
    fresh.run("usermod -aG memoryd-clients alice")
    assert "facts" in fresh.run("memoryctl status", user="alice")


@pytest.mark.skipif(SYSTEM != "bookworm", reason="what is fetched here is for this machine's Python")
def test_what_readme_says_of_an_environment_of_ones_own(fresh: Box, packages: Path) -> None:
    """Its pip finds what it asks for in a directory, since a box has no network."""
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    for lock in ("runtime.txt", "build.txt"):
        command = [*fetch, "--requirement", f"packaging/requirements/{lock}", "--dest", str(packages / "fetched")]
        subprocess.run(command, cwd=ROOT, check=True, timeout=600)
    shutil.copytree(ROOT / "dist", packages / "dist", dirs_exist_ok=True)
    config = "printf '[global]\\nno-index = true\\nfind-links = /packages/fetched\\n' >/etc/pip.conf"
    clone = "rm /clone/dist; cp -r /tree/packaging /tree/systemd /clone; ln -s /packages/dist /clone/dist"
    fresh.run(f"{SHIM}\n{config}\n{clone}")
    typed(fresh, readme(("python3 -m venv",)))
    fresh.run("usermod -aG memoryd-clients alice")
    assert "all-MiniLM" in fresh.run("/opt/memoryd/bin/memoryctl status", user="alice")
    assert "/opt/memoryd/" in fresh.run("cat /proc/$(systemctl show memoryd --property MainPID --value)/cmdline")


def test_an_upgrade_of_the_format_and_the_way_back(installed: Box) -> None:
    """By packages, as an operator goes: a backup is made first, the older code refuses, downgrade brings it back."""
    fact = {"subject": "box", "predicate": "was", "object": "here before"}
    added = installed.call(SOCKET, "facts.add", fact, user="alice")["result"]["id"]
    installed.run("dpkg --install /packages/format_memoryd.deb", timeout=300)
    assert installed.call(SOCKET, "facts.get", {"id": added})["result"]["object"] == "here before"
    assert installed.run("cat /var/lib/memoryd/.memoryd/version").strip() == str(VERSION + 1)
    later = installed.call(SOCKET, "facts.add", {**fact, "object": "here after"}, user="alice")["result"]["id"]

    installed.run("dpkg --install /packages/memoryd_*.deb 2>&1", check=False, timeout=300)
    installed.wait("systemctl is-failed memoryd.service")
    assert installed.show("memoryd", "ExecMainStatus") == "65"
    told = installed.run("journalctl -u memoryd -n 20 -o cat")
    assert f"(format {VERSION + 1})" in told
    assert "memoryctl downgrade" in told

    installed.run(
        "systemctl stop memoryd.socket memoryd.service; dpkg --install /packages/format_memoryd.deb", timeout=300
    )
    installed.run("systemctl stop memoryd.socket memoryd.service; memoryctl downgrade --data /var/lib/memoryd")
    installed.run("dpkg --install /packages/memoryd_*.deb 2>&1", timeout=300)
    installed.run("systemctl reset-failed; systemctl start memoryd.socket")
    assert installed.call(SOCKET, "facts.get", {"id": added})["result"]["object"] == "here before"
    assert installed.call(SOCKET, "facts.get", {"id": later})["error"][0] == "not_found"
    assert "here after" in installed.run("cat /var/lib/memoryd/.format-*/knowledge-graph/facts.jsonl")
    # What was set aside is kept in a directory of who ran downgrade; all else is the daemon's.
    owners = "find /var/lib/memoryd ! -name '.format-*' '(' ! -user memoryd -o ! -group memoryd ')'"
    assert installed.run(owners) == ""
    assert installed.call(SOCKET, "system.health")["result"]["problems"] == []


def test_a_fresh_install_answers_its_members_and_refuses_others(installed: Box) -> None:
    assert installed.run("systemctl is-active memoryd.socket memoryd.service").split() == ["active", "active"]
    assert "result" in installed.call(SOCKET, "rpc.ping", user="alice")
    assert installed.call(SOCKET, "rpc.ping", user="mallory") == {"refused": errno.EACCES}
    told = installed.run(f"memoryctl --socket {SOCKET} status", user="mallory", check=False)
    assert "usermod -aG memoryd-clients" in told
    # A healthy first day is silent, and there is a model.
    assert installed.journal("-u", "memoryd", "-p", "warning") == []
    installed.wait(f"memoryctl --socket {SOCKET} --json call system.info | grep -q ready")
    health = installed.call(SOCKET, "system.health")["result"]
    assert (health["status"], health["problems"]) == ("healthy", [])


def test_an_upgrade_under_a_client_in_a_loop_is_noticed_by_nobody(installed: Box) -> None:
    installed.run(
        "cp /usr/lib/memoryd-test/caller.py /tmp/caller.py\n"
        "cat >/tmp/loop.sh <<'END'\n"
        "n=0\n"
        "while [ ! -e /tmp/stop ]; do n=$((n+1))\n"
        f'memoryctl --socket {SOCKET} add loop counts "$n" >/dev/null 2>>/tmp/failures && echo $n >>/tmp/acknowledged\n'
        "done\n"
        "touch /tmp/ended\n"
        "END\n"
        "setsid sh /tmp/loop.sh >/dev/null 2>&1 &"
    )
    installed.wait("test $(wc -l </tmp/acknowledged) -ge 3")
    before = installed.show("memoryd", "MainPID")
    installed.run("dpkg --install /packages/newer_memoryd.deb", timeout=300)
    assert installed.show("memoryd", "MainPID") != before
    reached = int(installed.run("wc -l </tmp/acknowledged"))
    installed.wait(f"test $(wc -l </tmp/acknowledged) -ge {reached + 3}")
    installed.run("touch /tmp/stop")
    installed.wait("test -e /tmp/ended")
    assert installed.run("cat /tmp/failures") == ""
    for number in installed.run("cat /tmp/acknowledged").split():
        line = f'"object":"{number}"'
        assert line in installed.run("tr -d ' ' </var/lib/memoryd/knowledge-graph/facts.jsonl")


def test_a_group_that_could_connect_still_can_after_the_upgrade(installed: Box) -> None:
    """Also when the power is lost in between: a boot empties /run, and makes the groups of what is unpacked."""
    installed.run("useradd --create-home --groups memoryd vera; groupdel memoryd-clients")
    installed.run("dpkg --unpack /packages/newer_memoryd.deb", timeout=300)
    installed.run("find /run -maxdepth 1 -type f -name 'memoryd*' -delete; systemd-sysusers")
    told = installed.run("dpkg --configure memoryd", timeout=300)
    assert "vera was added to memoryd-clients" in told
    assert "result" in installed.call(SOCKET, "rpc.ping", user="vera")


def test_removed_it_stops_and_leaves_the_memory_to_the_next(installed: Box) -> None:
    fact = {"subject": "box", "predicate": "keeps", "object": "what it was told"}
    added = installed.call(SOCKET, "facts.add", fact, user="alice")["result"]["id"]
    installed.run("systemctl start memoryd@ops.socket")
    installed.call("/run/memoryd/ops.sock", "facts.add", fact, user="olga")
    installed.run("apt-get -qq remove -y memoryd", timeout=300)
    installed.wait("! pgrep -x memoryd")
    assert installed.run("ls /usr/lib/memoryd /usr/bin/memoryd 2>/dev/null || true").strip() == ""
    assert installed.run(f"test -e {SOCKET} || echo gone").strip() == "gone"
    assert installed.run("test -s /var/lib/memoryd/knowledge-graph/facts.jsonl && echo there").strip() == "there"
    told = installed.run("apt-get -qq purge -y memoryd 2>&1", timeout=300)
    assert "the memory in /var/lib/memoryd stays" in told
    assert installed.run("ls -d /etc/memoryd 2>/dev/null || true").strip() == ""
    installed.run("apt-get -qq install -y /packages/memoryd_*.deb", timeout=300)
    found = installed.call(SOCKET, "facts.get", {"id": added}, user="alice")["result"]
    assert found["object"] == "what it was told"


def test_two_instances_cannot_read_each_other(installed: Box) -> None:
    installed.run("groupadd lab")
    for name, what in (("ops", "its own"), ("lab", "canary-5517")):
        installed.run(f"systemctl start memoryd@{name}.socket")
        installed.call(
            f"/run/memoryd/{name}.sock", "facts.add", {"subject": name, "predicate": "hides", "object": what}
        )
    ops, lab = (installed.show(f"memoryd@{name}", "MainPID") for name in ("ops", "lab"))
    owner = installed.run(f"awk '/^Uid/ {{print $2}}' /proc/{ops}/status").strip()
    assert owner != installed.run(f"awk '/^Uid/ {{print $2}}' /proc/{lab}/status").strip()
    looks = (
        f"grep -rs canary-5517 /var/lib/memoryd-lab/ /var/lib/private/ "
        f"/proc/{lab}/cwd/ /proc/{lab}/fd/ ; cd /proc/{lab}/root && grep -rs canary-5517 var/lib/; true"
    )
    inside = f"nsenter --target {ops} --mount --pid setpriv --reuid {owner} --clear-groups sh -c '{looks}'"
    assert installed.run(inside) == ""
    assert "canary-5517" in installed.run("grep -rs canary-5517 /var/lib/private/memoryd-lab/")


def test_data_that_moves_to_a_machine_with_other_numbers_is_served(fresh: Box) -> None:
    fresh.run("for n in 1 2 3; do useradd --system other$n; done")
    fresh.run(INSTALL, timeout=300)
    added = fresh.call(SOCKET, "facts.add", {"subject": "data", "predicate": "moves", "object": "along"})["result"][
        "id"
    ]
    fresh.run("systemctl stop memoryd.socket memoryd.service; chown -R other1:other2 /var/lib/memoryd")
    fresh.run("systemctl start memoryd.socket")
    assert fresh.call(SOCKET, "facts.get", {"id": added})["result"]["object"] == "along"
    assert fresh.call(SOCKET, "system.health")["result"]["problems"] == []


@pytest.mark.skipif(shutil.which("rpmbuild") is None, reason="no rpmbuild")
def test_the_rpm_is_installed_upgraded_and_erased(fresh: Box, packages: Path) -> None:
    """On a system whose packages rpm does not know, so without what they require."""
    if fresh.run("command -v rpm || true").strip() == "":
        pytest.skip("the box has no rpm")
    done = subprocess.run(["make", "rpm"], cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    (package,) = (ROOT / "dist").glob("memoryd-[0-9]*.rpm")
    shutil.copy(package, packages)
    name = f"/packages/{package.name}"
    fresh.run(f"rpm --install --nodeps {name}", timeout=300)
    assert fresh.run("systemctl is-enabled memoryd.socket memoryd.service").split() == ["enabled", "enabled"]
    fresh.run("systemctl start memoryd.socket")
    add = f"memoryctl --socket {SOCKET} add rpm keeps this"
    fresh.run(add)
    before = fresh.show("memoryd", "MainPID")
    fresh.run(f"rpm --upgrade --nodeps --replacepkgs --replacefiles {name}", timeout=300)
    fresh.run(add)
    assert before != ""
    assert fresh.run("rpm --verify --nodeps memoryd | grep -v __pycache__ || true") == ""
    fresh.run("rpm --erase memoryd", timeout=300)
    fresh.wait("! pgrep -x memoryd")
    assert fresh.run("ls -d /usr/lib/memoryd 2>/dev/null || true").strip() == ""
    assert fresh.run("test -s /var/lib/memoryd/knowledge-graph/facts.jsonl && echo there").strip() == "there"
