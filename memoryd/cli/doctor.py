"""The checks of `memoryctl doctor`: what is wrong with memoryd on this machine, and what to do. Nothing is changed."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from shlex import quote
from typing import Any, Literal, NamedTuple, cast

from memoryd import __version__
from memoryd.cli import moments
from memoryd.cli.command import Call
from memoryd.cli.failures import of_silence
from memoryd.cli.reports import place
from memoryd.cli.units import RUNTIME, instance_of, log_of, printed, shown, units_of, why_not_up
from memoryd.cli.values import size
from memoryd.errors import Busy, MemorydError

Status = Literal["ok", "warn", "fail"]
_STATUS_OF: dict[str, Status] = {"notice": "ok", "warning": "warn", "critical": "fail"}
"""By the severity of a problem."""
SYSTEM_DATA = "/var/lib/memoryd"
_SLOW_SECONDS = 1.0
_WARN_PERCENT, _FULL_PERCENT = 80.0, 95.0
_NIGHT_SECONDS = 36 * 3600
_BUILT = datetime(2025, 1, 1, tzinfo=UTC)
"""No clock is right that says it is before this."""
_REMOTE = ("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs")
_VANISHING = ("tmpfs", "ramfs")


class Check(NamedTuple):
    """One finding: what was looked at, how it is, and what to do about it."""

    check: str
    status: Status
    what: str
    action: str = ""


class Asked(NamedTuple):
    """What the daemon answered; None where it did not."""

    info: Mapping[str, Any] | None
    health: Mapping[str, Any] | None
    maintenance: Mapping[str, Any] | None
    error: BaseException | None
    seconds: float


def examine(call: Call, program: str | None, config: str | None = None) -> Iterator[Check]:
    """Every check, in the order in which a person would look.

    `program`: the memoryd that judges the configuration; `config`: the file that the daemon was started with; None:
    the one that the daemon tells of, else the usual one.
    """
    socket = call.socket
    yield from _unit(socket)
    yield from _backups(socket)
    asked = _ask(call)
    yield from _socket(socket, asked)
    yield from _groups(socket)
    yield from _version(asked)
    yield from _configuration(program, socket, config or _started_with(call, asked))
    group = instance_of(socket)
    data = str(asked.info["data"]) if asked.info else "-".join(filter(None, (SYSTEM_DATA, group)))
    # The first start of an instance makes its directory.
    if os.path.isdir(data) or asked.info or (os.path.dirname(socket) + "/" == RUNTIME and not group):
        yield from _volume(data, asked.info)
        yield from _disk(data)
    yield from _model(asked.info)
    yield from _time()
    yield from _health(asked.health)
    yield from _maintenance(asked)


def _ask(call: Call) -> Asked:
    begun = time.monotonic()
    try:
        info = call("system.info")
        seconds = time.monotonic() - begun
        return Asked(info, call("system.health"), call("maintenance.status"), None, seconds)
    except (MemorydError, ConnectionError, TimeoutError) as error:
        return Asked(None, None, None, error, time.monotonic() - begun)


def _started_with(call: Call, asked: Asked) -> str | None:
    """The file that the daemon read first, where it tells and is ours or root's; None: the usual one is checked."""
    if asked.info is None or os.environ.get("MEMORYD_CONFIG") or _is_unit(call.socket):
        return None
    try:
        if os.stat(call.socket).st_uid not in (0, os.geteuid()):
            return None  # whoever it is does not choose what we read
        files = call("system.config").get("files") or []
    except (OSError, MemorydError):
        return None
    # Of a usual file that does not exist there may still be drop-ins, in memoryd.toml.d.
    return next((file for file in files[:1] if not os.path.dirname(file).endswith(".toml.d")), None)


# --- systemd ---------------------------------------------------------------------------------------------------


def _is_unit(socket: str) -> bool:
    """Whether a unit of the system listens there, which root can try as it is."""
    is_system = socket.startswith(RUNTIME) and not units_of(socket)[1]
    return is_system and os.geteuid() == 0 and os.path.isdir("/run/systemd/system")


def _unit(socket: str) -> Iterator[Check]:
    if not os.path.isdir("/run/systemd/system"):  # sd_booted(3)
        yield Check("unit", "ok", "systemd does not run here: whoever starts memoryd keeps it running")
        return
    unit, manager = units_of(socket)
    sudo = "" if manager else "sudo "
    control = f"{sudo}systemctl {' '.join([*manager, ''])}"
    for name in (f"{unit}.socket", f"{unit}.service"):
        log = (
            log_of(socket) if name.endswith(".service") else " ".join(["journalctl", *manager, "-u", name, "-n", "30"])
        )
        yield _judged(name, shown(name, manager), control, log)


def _backups(socket: str) -> Iterator[Check]:
    unit, manager = units_of(socket)
    name = unit.replace("memoryd", "memoryd-backup", 1)
    service = {} if manager else shown(f"{name}.service", manager)
    if service.get("LoadState") == "loaded":
        yield judged_backups(name, service, shown(f"{name}.timer", manager))


def judged_backups(name: str, service: Mapping[str, str], timer: Mapping[str, str]) -> Check:
    """Whether the last backup of that unit was made, and whether the next will be."""
    if service.get("ActiveState") == "failed":
        what = f"the last run of {name} failed: {service.get('Result')}, exit code {service.get('ExecMainStatus')}"
        return Check("backup", "fail", what, f"see why: journalctl -u {name} -n 30; then sudo systemctl start {name}")
    if timer.get("ActiveState") != "active":
        what = f"none is made by itself here, as sudo systemctl enable --now {name}.timer would have it"
        return Check("backup", "ok", what)  # whoever has a way of their own needs no other
    if timer.get("UnitFileState") == "disabled":
        what = f"{name}.timer is active, but not at the next boot"
        return Check("backup", "warn", what, f"sudo systemctl enable {name}.timer")
    return Check("backup", "ok", f"{name}.timer is active")


def _judged(name: str, found: Mapping[str, str], control: str, log: str) -> Check:
    active, at_boot = found.get("ActiveState", ""), found.get("UnitFileState", "")
    if not found:
        return Check("unit", "warn", f"systemctl says nothing of {name}", f"see: systemctl status {name}")
    if found.get("LoadState") != "loaded":
        return Check("unit", "warn", f"{name} is not installed: {found.get('LoadState')}", "README, On a server")
    if active == "failed":
        status = f", exit code {found['ExecMainStatus']}" if found.get("ExecMainStatus", "0") != "0" else ""
        action = f"see why: {log}; then {control}reset-failed {name} && {control}start {name}"
        return Check("unit", "fail", f"{name} has failed: {found.get('Result')}{status}", action)
    if found.get("NeedDaemonReload") == "yes":
        return Check("unit", "warn", f"{name} was changed on disk", f"{control}daemon-reload")
    if active not in ("active", "activating", "reloading"):
        if name.endswith(".service"):
            return Check("unit", "warn", f"{name} is {active}; the first client starts it", f"{control}start {name}")
        return Check("unit", "fail", f"{name} is {active}: nobody can connect", f"{control}enable --now {name}")
    if at_boot == "disabled":
        return Check("unit", "warn", f"{name} is {active}, but not at the next boot", f"{control}enable {name}")
    if int(found.get("NRestarts") or 0):
        return Check("unit", "warn", f"{name} is {active}, and was restarted {found['NRestarts']} times", f"why: {log}")
    return Check("unit", "ok", f"{name} is {active}" + (f" and {at_boot}" if at_boot else ""))


# --- the socket, and who may use it ----------------------------------------------------------------------------------


def _socket(path: str, asked: Asked) -> Iterator[Check]:
    error = asked.error
    if error is None:
        took = f"{asked.seconds * 1000:.0f} ms"
        slow = asked.seconds > _SLOW_SECONDS
        action = "see what it does: memoryctl top" if slow else ""
        yield Check("socket", "warn" if slow else "ok", f"{path} answers in {took}", action)
    elif isinstance(error, TimeoutError):
        why = why_not_up(path)
        what = f"{path} does not answer within {asked.seconds:.0f} s" + (f": {why}" if why else "")
        yield Check("socket", "fail", what, f"see what it does: {log_of(path)}")
    elif isinstance(error, Busy):
        yield Check("socket", "fail", f"{path} answers that nothing is served: {error.sentence}", log_of(path))
    elif isinstance(error, MemorydError):
        yield Check("socket", "fail", f"{path} refuses to tell how it is: {error.sentence}", "memoryctl describe")
    else:
        failure = of_silence(error, path)
        yield Check("socket", "fail", failure.sentence, failure.hints[0] if failure.hints else "")


def _groups(path: str) -> Iterator[Check]:
    name = instance_of(path)
    if name and not _is_group(name):
        yield Check("groups", "fail", f"there is no group {name}, whose members may connect", f"sudo groupadd {name}")
        return
    try:
        found = os.stat(path)
    except OSError:
        return
    group = _group(found.st_gid)
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o006:
        yield Check("groups", "fail", f"everybody may connect to {path} ({mode:04o})", f"sudo chmod 0660 {quote(path)}")
    uid = os.geteuid()
    if uid in (0, found.st_uid):
        whose = f"members of {group} may connect" if mode & 0o060 else "only its owner may connect"
        yield Check("groups", "ok", f"{whose}; you are {'root' if uid == 0 else 'its owner'}")
    elif found.st_gid in (*os.getgroups(), os.getegid()):
        yield Check("groups", "ok", f"you are a member of {group}, which may connect")
    else:
        me = _user(uid)
        if me in _members(group):
            yield Check(
                "groups", "fail", f"you joined {group} after you logged in", "log in again, or: newgrp " + group
            )
        else:
            yield Check(
                "groups", "fail", f"{me} is no member of {group}", f"sudo usermod -aG {group} {me}, log in again"
            )


def _is_group(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def _members(group: str) -> list[str]:
    try:
        return grp.getgrnam(group).gr_mem
    except KeyError:
        return []


def _user(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _group(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def _version(asked: Asked) -> Iterator[Check]:
    if asked.info is None:
        return
    runs = asked.info.get("version")
    if runs == __version__:
        yield Check("version", "ok", f"memoryd {runs}, pid {asked.info.get('pid')}")
    else:
        what = f"memoryd {runs} runs, and memoryctl is {__version__}"
        yield Check("version", "warn", what, "sudo systemctl restart memoryd, if it was upgraded")


# --- what it stands on ---------------------------------------------------------------------------------------------


def installed_memoryd() -> str | None:
    """The memoryd beside memoryctl, or on the path."""
    beside = os.path.join(os.path.dirname(sys.executable), "memoryd")
    return beside if os.access(beside, os.X_OK) else shutil.which("memoryd")


def _configuration(program: str | None, socket: str, config: str | None) -> Iterator[Check]:
    if program is None:
        yield Check("configuration", "warn", "there is no memoryd beside memoryctl to check it with", "install memoryd")
        return
    unit, _ = units_of(socket)
    as_unit = config is None and _is_unit(socket)
    environ = {name: value for name, value in os.environ.items() if name != "MEMORYD_SOCKET"}

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        words = [program, "--check", *(() if config is None else ("--config", config)), *more]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, env=environ, check=False)

    try:
        done = run("--unit", unit) if as_unit else run()
        if as_unit and done.returncode == os.EX_UNAVAILABLE:  # there is no such unit
            as_unit, done = False, run()
    except (OSError, subprocess.SubprocessError) as error:
        yield Check("configuration", "warn", f"{program} --check cannot be run: {error}", "reinstall memoryd")
        return
    yield judged_start(done.returncode, done.stdout, unit if as_unit else None)


def judged_start(code: int, told: str, unit: str | None) -> Check:
    """What `memoryd --check` found. `unit`: as which it was run, by its user, in its sandbox; None: as the caller."""
    lines = told.splitlines()
    faults = [line.partition(": ")[2] for line in lines if line.startswith("error: ")]
    waits = [line.partition(": ")[2] for line in lines if line.startswith("warning: it would wait")]
    if code == os.EX_CONFIG:
        reload = "fix it, then, as an admin: memoryctl reload"
        faulty = "; ".join(faults) or " ".join(told.split())
        return Check("configuration", "fail", f"it is refused: {faulty}", reload)
    if unit is not None and faults:
        action = f"fix it, then: sudo memoryd --check --unit {unit}"
        return Check("configuration", "fail", f"{unit} could not start: {'; '.join(faults)}", action)
    if unit is not None and code not in (os.EX_OK, os.EX_TEMPFAIL):  # which is: served already
        last = lines[-1] if lines else "it says nothing"
        action = f"see: sudo memoryd --check --unit {unit}"
        return Check("configuration", "fail", f"{unit} could not start, exit code {code}: {last}", action)
    if waits:
        return Check("configuration", "warn", "; ".join(waits), "do that; memoryd goes on by itself")
    files = next((line for line in lines if line.startswith("files:")), "files: none")
    by = "" if unit is None else f"; {unit} can start, by its user and in its sandbox"
    return Check("configuration", "ok", f"no fault in its {' '.join(files.split())}{by}")


def _volume(data: str, info: Mapping[str, Any] | None) -> Iterator[Check]:
    try:
        found = os.stat(data)
    except PermissionError:
        yield Check("volume", "ok", f"{data} is not for you to see; root sees more")
        return
    except OSError as error:
        action = "mount what belongs there, or see memory_oracle.data_path"
        yield Check("volume", "fail", f"{data} cannot be looked at: {error.strerror}", action)
        return
    mount, kind, options = _mount(os.path.realpath(data))
    place = f"{data} on {mount} ({kind})"
    if "ro" in options:
        again = f"see why: dmesg; sudo mount -o remount,rw {quote(mount)}"
        yield Check("volume", "fail", f"{place} is mounted read-only", again)
    elif kind in _VANISHING:
        yield Check("volume", "warn", f"{place} is gone at the next boot", "move it to a disk")
    elif kind in _REMOTE:
        what = f"{place} is not of this machine: edits made elsewhere are not noticed, and locks may not hold"
        yield Check("volume", "warn", what, "move it to a disk of this machine")
    else:
        yield Check("volume", "ok", place)
    if info is not None and isinstance(uid := info.get("uid"), int) and found.st_uid != uid:
        owner, user = _user(found.st_uid), _user(uid)
        yield Check("volume", "warn", f"{data} belongs to {owner}, and memoryd runs as {user}",
                    f"sudo chown -R {user}: {quote(data)}")  # fmt: skip
    if found.st_mode & 0o007:
        may, status = ("write", "fail") if found.st_mode & 0o002 else ("read", "warn")
        what = f"everybody may {may} in {data} ({stat.S_IMODE(found.st_mode):04o})"
        yield Check("volume", cast(Status, status), what, f"sudo chmod o= {quote(data)}")


def _mount(path: str) -> tuple[str, str, list[str]]:
    """Mount point, file system and options of what the path stands on."""
    best = ("/", "unknown", [""])
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                before, _, after = line.partition(" - ")
                fields, kinds = before.split(), after.split()
                point = fields[4].replace("\\040", " ")
                if (path == point or path.startswith(point.rstrip("/") + "/")) and len(point) >= len(best[0]):
                    best = (point, kinds[0], [*fields[5].split(","), *kinds[-1].split(",")])
    except (OSError, IndexError):
        return best
    return best


def _disk(data: str) -> Iterator[Check]:
    while not os.path.isdir(data):
        data = os.path.dirname(data)
    try:
        found = os.statvfs(data)
    except OSError as error:
        yield Check("disk", "fail", f"the disk under {data} cannot be looked at: {error.strerror}", "see: dmesg")
        return
    usable = found.f_blocks - found.f_bfree + found.f_bavail
    percent = 100 * (1 - found.f_bavail / usable) if usable else 0.0
    inodes = 100 * (1 - found.f_favail / found.f_files) if found.f_files else 0.0
    free = size(found.f_bavail * found.f_frsize)
    worst: Status = "fail" if max(percent, inodes) > _FULL_PERCENT else "ok"
    if worst == "ok" and max(percent, inodes) > _WARN_PERCENT:
        worst = "warn"
    of_inodes = f", {inodes:.0f} % of its inodes" if inodes > _WARN_PERCENT else ""
    action = "" if worst == "ok" else "make room there: memoryd refuses writes when it is full"
    yield Check("disk", worst, f"{percent:.0f} % full{of_inodes}; {free} free", action)


def _model(info: Mapping[str, Any] | None) -> Iterator[Check]:
    embeddings = (info or {}).get("embeddings")
    if not embeddings:
        return
    model, note = embeddings.get("model"), str(embeddings.get("note") or "")
    if not model and not note:
        yield Check("model", "ok", "none, as embedding_model says: recall goes by words alone")
    elif not model:
        what = f"recall goes by words alone. {note}".strip()
        yield Check("model", "warn", what, "memoryctl model install, or set embedding_model to none on purpose")
    elif embeddings.get("failed"):
        what = f"{model}: {embeddings['failed']} passages could not be embedded. {note}".strip()
        yield Check("model", "warn", what, "see: journalctl -u memoryd")
    else:
        waiting = f", {embeddings['waiting']} waiting" if embeddings.get("waiting") else ""
        yield Check("model", "ok", f"{model}, {embeddings.get('state')}, {embeddings.get('vectors')} vectors{waiting}")


def _time() -> Iterator[Check]:
    now = datetime.now(UTC)
    if now < _BUILT:
        yield Check("time", "fail", f"the clock says {now:%Y-%m-%d %H:%M} UTC", "set it: sudo timedatectl set-ntp true")
        return
    synchronised = printed("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synchronised == ["no"]:
        what = f"{now:%Y-%m-%d %H:%M} UTC; nothing keeps the clock right, and forgetting goes by it"
        yield Check("time", "warn", what, "sudo timedatectl set-ntp true")
    else:
        kept = "kept right by NTP" if synchronised else "who keeps the clock right is not known here"
        yield Check("time", "ok", f"{now:%Y-%m-%d %H:%M} UTC; {kept}")


# --- what memoryd says of itself -------------------------------------------------------------------------------


def _health(health: Mapping[str, Any] | None) -> Iterator[Check]:
    if health is None:
        return
    problems = health.get("problems") or []
    for problem in problems:
        status = _STATUS_OF.get(str(problem.get("severity")), "warn")
        yield Check("health", status, f"{place(problem)}: {problem.get('what')}", str(problem.get("action") or ""))
    if not problems:
        told = str(health.get("status"))
        status = "ok" if told == "healthy" else "fail" if told == "critical" else "warn"
        yield Check("health", status, told, "" if status == "ok" else "memoryctl health")


def _maintenance(asked: Asked) -> Iterator[Check]:
    if asked.maintenance is None or asked.info is None:
        return
    actions = asked.maintenance.get("actions") or {}
    failed = [name for name, one in actions.items() if (one.get("last") or {}).get("status") == "failed"]
    if failed:
        yield Check("maintenance", "fail", f"failed last: {', '.join(failed)}", "memoryctl maintenance")
    night = actions.get("consolidate") or {}
    last = moments.parse(night.get("succeeded"))
    now = moments.now()
    if last is not None and last > now:
        yield Check("maintenance", "warn", f"the last good consolidation was {moments.since(last, now)}",
                    "see whether the clock is right: timedatectl")  # fmt: skip
    elif last is not None and (now - last).total_seconds() > _NIGHT_SECONDS:
        yield Check("maintenance", "warn", f"the last good consolidation was {moments.ago(last, now)}",
                    "memoryctl consolidate, and see schedule.consolidate")  # fmt: skip
    elif not failed:
        due = moments.parse(night.get("next"))
        following = f"; the next {moments.ago(due, now)}" if due else "; none is scheduled"
        ran = "no consolidation yet" if last is None else f"consolidated {moments.ago(last, now)}"
        yield Check("maintenance", "ok", ran + following)
