"""Sockets passed as systemd passes them, to a real child process."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from memoryd.process.activation import ActivationError, PassedSocket, choose_listener, take_passed_sockets
from memoryd.process.arguments import Exit
from memoryd.rpc.messages import as_response, pack_request, unpack
from memoryd.storage.lock import DirectoryLock
from tests.support.rest import REST, rest

ROOT = Path(__file__).parents[2]

CHILD = """
import os, sys
from memoryd.process.activation import ActivationError, take_passed_sockets
os.environ["LISTEN_PID"] = str(os.getpid() + int(os.environ.pop("OFF", "0")))
try:
    for passed in take_passed_sockets():
        print(passed.name, passed.path, os.get_inheritable(passed.socket.fileno()), passed.socket.fileno())
except ActivationError as error:
    print("error:", error)
print(sorted(name for name in os.environ if name.startswith("LISTEN_")))
"""


def child(*sockets: socket.socket | int, names: str = "", count: int | None = None, off: int = 0) -> list[str]:
    """Runs CHILD with the sockets as file descriptors 3 and on; its lines."""
    done = passing(CHILD, *sockets, names=names, count=count, off=off)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def passing(
    program: str,
    *sockets: socket.socket | int,
    words: Sequence[str | Path] = (),
    names: str = "",
    count: int | None = None,
    off: int = 0,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a program with the sockets as file descriptors 3 and on."""

    def place() -> None:
        # At free numbers first: one of the sockets may have the number of another's place.
        aside = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 100) for descriptor in descriptors]
        for number, descriptor in enumerate(aside):
            os.dup2(descriptor, 3 + number, inheritable=True)
            os.close(descriptor)

    descriptors = [item if isinstance(item, int) else item.fileno() for item in sockets]
    environ = {
        "PYTHONPATH": str(ROOT),
        "LISTEN_FDS": str(len(descriptors) if count is None else count),
        "OFF": str(off),
    }
    if names:
        environ["LISTEN_FDNAMES"] = names
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, preexec_fn=place, close_fds=False, env=environ, capture_output=True, timeout=60)


SERVE = """
import os, sys
from memoryd.__main__ import main
os.environ["LISTEN_PID"] = str(os.getpid())
main(sys.argv[1:])
"""


def listener(path: Path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.bind(str(path))
    made.listen()
    return made


def test_sockets_are_taken_with_their_names_and_kept_from_children(tmp_path: Path) -> None:
    with listener(tmp_path / "a") as first, listener(tmp_path / "b") as second:
        assert child(first, second, names="memoryd:other") == [
            f"memoryd {tmp_path / 'a'} False 3",
            f"other {tmp_path / 'b'} False 4",
            "[]",
        ]
        assert child(first) == [f" {tmp_path / 'a'} False 3", "[]"]


def test_what_is_meant_for_another_process_is_left_alone(tmp_path: Path) -> None:
    with listener(tmp_path / "a") as first:
        assert child(first, off=1) == ["[]"]


def test_nothing_passed_is_nothing_taken() -> None:
    assert take_passed_sockets({}) == []
    assert take_passed_sockets({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "x"}) == []
    assert child() == ["[]"]


def test_what_cannot_be_served_is_refused(tmp_path: Path) -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tcp,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as quiet,
        listener(tmp_path / "a") as good,
        (tmp_path / "f").open("w") as file,
    ):
        tcp.bind(("127.0.0.1", 0))
        datagrams.bind(str(tmp_path / "d"))
        quiet.bind(str(tmp_path / "q"))
        for wrong, why in (
            (tcp, "is no Unix stream socket"),
            (datagrams, "is no Unix stream socket"),
            (quiet, "does not listen"),
            (file.fileno(), "is no socket"),
        ):
            refused, left = child(good, wrong)
            assert refused.startswith("error: file descriptor 4")
            assert why in refused
            assert left == "[]"
        assert "was announced but not passed" in child(good, count=60)[0]


def test_which_of_them_is_served(tmp_path: Path) -> None:
    with listener(tmp_path / "a") as first, listener(tmp_path / "b") as second:
        a, b = PassedSocket("x", tmp_path / "a", first), PassedSocket("y", tmp_path / "b", second)
        assert choose_listener([a, b], tmp_path / "b", chosen=True) is b
        assert choose_listener([a, b], tmp_path / "c", chosen=False) is a
        assert choose_listener([a, b], tmp_path / "c", chosen=True) is None
        assert choose_listener([], tmp_path / "c", chosen=False) is None


def test_it_is_an_exception_of_its_own() -> None:
    assert issubclass(ActivationError, Exception)
    with pytest.raises(ActivationError, match="was announced but not passed"):
        take_passed_sockets({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}, first=9999)


@pytest.mark.parametrize(
    ("config", "version", "code", "told"),
    [("[layers]\nhot_max_bullets = 0\n", "", Exit.CONFIG, "memoryd --check"),
     pytest.param('[access]\nadmins = ["no-such-user"]\n', "", Exit.CONFIG, "memoryd --check", marks=REST),
     ('[memory_oracle]\ndata_path = "/proc/nowhere"\n', "", Exit.CANNOT_CREATE,
      "/proc/nowhere/.memoryd/lock cannot be written"),
     ("", "99\n", Exit.DATA, "a newer memoryd")],
)  # fmt: skip
def test_who_waits_for_a_daemon_that_cannot_start_is_told(
    tmp_path: Path, config: str, version: str, code: Exit, told: str
) -> None:
    """systemd starts it again for as long as somebody waits."""
    (tmp_path / "memoryd.toml").write_text(config)
    (tmp_path / "data" / ".memoryd").mkdir(parents=True)
    if version:
        (tmp_path / "data" / ".memoryd" / "version").write_text(version)
    data = () if "data_path" in config else ("--data", tmp_path / "data")
    sentence, log = turned_away(tmp_path, SERVE, code, data)
    assert told in sentence
    if code is not Exit.CONFIG:
        assert "data_directory" in log
        assert told in log


@rest
def test_who_waits_is_told_of_another_daemon(tmp_path: Path) -> None:
    (tmp_path / "memoryd.toml").touch()
    data = tmp_path / "data"
    lock = DirectoryLock(str(data))
    lock.acquire()
    try:
        assert (
            f"Another memoryd (pid {os.getpid()}) serves {data}. Stop it"
            in turned_away(tmp_path, SERVE, Exit.LOCKED, ("--data", data))[0]
        )
    finally:
        lock.release()


BROKEN = """
import errno, os, sys
from memoryd.daemon import run
from memoryd.process.arguments import parse_arguments
os.environ["LISTEN_PID"] = str(os.getpid())
def fail(services):
    raise {error}
sys.exit(run(parse_arguments(sys.argv[1:]), [fail]))
"""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("OSError(errno.EMFILE, 'x', '/srv/x')", "/srv/x: the daemon has too many files open. Try again"),
        ("LookupError('no such kiln')", "a bug (LookupError), of which its log has the details"),
    ],
)
def test_who_waits_for_a_daemon_that_ends_by_an_error_is_told(tmp_path: Path, error: str, told: str) -> None:
    (tmp_path / "memoryd.toml").touch()
    program = BROKEN.replace("{error}", error)
    sentence, log = turned_away(tmp_path, program, Exit.SOFTWARE, ("--data", tmp_path / "data"))
    assert told in sentence
    assert "uncaught" in log


def turned_away(tmp_path: Path, program: str, code: Exit, words: Sequence[str | Path]) -> tuple[str, str]:
    """What one of those who wait for it is told, and its log."""
    with listener(tmp_path / "s") as listening, ExitStack() as stack:

        def connected(said: bytes) -> socket.socket:
            one = stack.enter_context(socket.socket(socket.AF_UNIX))
            one.settimeout(10)
            one.connect(str(tmp_path / "s"))
            one.sendall(said)
            return one

        connected(pack_request(6, "system.health", {})).close()
        connected(pack_request(8, "rpc.ping", {}) * 8_000)  # without reading what it is answered
        waiting = connected(pack_request(7, "system.health", {}))
        large = connected(pack_request(9, "facts.add", {"object": "x" * 100_000}))
        silent = connected(b"")
        done = passing(program, listening, words=("--config", tmp_path / "memoryd.toml", *words))
        log = done.stderr.decode()
        assert done.returncode == code, log
        assert silent.recv(1) == b""
        (tmp_path / "s").unlink()
        told = [answer(one) for one in (waiting, large)]
    assert [(msgid, error) for msgid, error, _ in told] == [(7, "busy"), (9, "busy")]
    assert told[0][2].startswith("memoryd cannot start: ")
    assert told[0][2] == told[1][2]
    return told[0][2], log


def answer(waiting: socket.socket) -> tuple[int, str, str]:
    """What came before the end: the number of the request, the code and the sentence."""
    found = bytearray()
    with suppress(ConnectionResetError):  # of whom was not read whole
        while data := waiting.recv(4096):
            found += data
    response = as_response(unpack(bytes(found)))
    assert response is not None
    msgid, (code, sentence, _), _ = response
    return msgid, code, sentence
