"""A daemon under strace: what it and its children run, open, change and connect to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.wait import until

TRACED = (
    "execve,execveat,socket,connect,bind,sendto,open,openat,?openat2,creat,truncate,"
    "mkdir,mkdirat,rmdir,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod,mknodat,"
    "chmod,fchmodat,chown,lchown,fchownat,mount,ptrace,setuid,bpf,init_module,memfd_create"
)
"""What can run a program, reach another process, read a file or change one."""

_LINE = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<args>.*)\)\s+= (?P<result>-?\d+|\?)(?P<rest>.*)$")
_CUT = re.compile(r"^(?P<pid>\d+) +(?P<begin>.*) <unfinished \.\.\.>$")
_GOES_ON = re.compile(r"^(?P<pid>\d+) +<\.\.\. \w+ resumed>(?P<end>.*)$")
_ANCHORED = re.compile(r'(?:(?P<at>AT_FDCWD|\d+)<(?P<directory>[^<>]*)>, )?"(?P<name>(?:[^"\\]|\\.)*)"')
_WRITING = re.compile("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE")


class Call(NamedTuple):
    """One system call that strace saw; `result` is negative for a failure."""

    name: str
    arguments: str
    result: int
    rest: str

    @property
    def paths(self) -> list[str]:
        """The absolute paths that it names; of a file that was opened, where it is in truth."""
        opened = re.match(r"<(/[^<>]*)>", self.rest)
        if self.name.startswith("open") and opened is not None:
            return [opened[1].removesuffix(" (deleted)").removesuffix("(deleted)")]
        found = []
        for match in _ANCHORED.finditer(self.arguments):
            name = _plain(match["name"])
            # Without a directory before it a relative name is not a path but a symbolic link's text.
            if name.startswith("/") or match["directory"] is not None:
                found.append(os.path.normpath(os.path.join(_plain(match["directory"] or "/"), name)))
        return found

    @property
    def writes(self) -> bool:
        """Whether it may change the file system."""
        if self.name in ("open", "openat", "openat2"):
            return _WRITING.search(self.arguments) is not None
        return self.name not in ("execve", "execveat", "socket", "connect", "bind", "sendto")

    def __str__(self) -> str:
        return f"{self.name}({self.arguments}) = {self.result}{self.rest}"


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


@cache
def missing() -> str:
    """Why nothing can be traced here; empty if it can."""
    if shutil.which("strace") is None:
        return "needs strace"
    tried = subprocess.run(["strace", "-D", "-f", "-y", "-o", "/dev/null", "true"], capture_output=True, text=True)
    return "" if tried.returncode == 0 else f"strace may not trace here: {tried.stderr.strip()[-80:]}"


def command(trace: Path) -> list[str]:
    """What runs the command behind it, which stays the child of whoever started it."""
    return [
        "strace",
        "-D",
        "-f",
        "-q",
        "-y",
        "-s",
        "4096",
        "-e",
        f"trace={TRACED}",
        "-e",
        "signal=none",
        "-o",
        str(trace),
    ]


def wait_for_end(trace: Path, pid: int) -> None:
    """Until all that the process did is in the trace, in which process numbers stand in columns."""
    ended = re.compile(rf"^{pid} +\+\+\+ exited with 0 \+\+\+", re.MULTILINE)
    until(lambda: ended.search(trace.read_text(errors="replace")))


def calls(trace: Path) -> Iterator[Call]:
    """What was traced, in order; a call that another thread interrupted where it ended."""
    begun: dict[str, str] = {}
    for line in trace.read_text(errors="replace").splitlines():
        if cut := _CUT.match(line):
            begun[cut["pid"]] = cut["begin"]
            continue
        goes_on = _GOES_ON.match(line)
        whole = f"{goes_on['pid']} {begun.pop(goes_on['pid'], '')}{goes_on['end']}" if goes_on else line
        if seen := _LINE.match(whole):
            result = -1 if seen["result"] == "?" else int(seen["result"])
            yield Call(seen["name"], seen["args"], result, seen["rest"])
