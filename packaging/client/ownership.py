"""Which of the two wheels each file of memoryd/ is in: setuptools asks here while it builds either.

memoryd-client owns `memoryd.client` and all that it imports, so that it stands alone; memoryd, which requires it, owns
the rest. A file in both would vanish from one when the other is removed.
"""

from __future__ import annotations

from pathlib import Path, PurePath

from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

CLIENT = ("__init__.py", "py.typed", "errors.py", "client/*.py", "rpc/__init__.py", "rpc/addresses.py", "rpc/frames.py",
          "rpc/messages.py")  # fmt: skip
"""Patterns below memoryd/."""

_TREE = ("contrib", "docs", "memoryd", "packaging", "systemd", "tests", ".ci")
_BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "Makefile")
_LINK = "packaging/client/memoryd"


def is_client(path: str) -> bool:
    """Is the file with that path below memoryd/ in the client's wheel?"""
    return any(PurePath("/", path).match("/" + pattern) for pattern in CLIENT)


class _Files(build_py):
    """Leaves out the files of the other wheel."""

    for_client: bool

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)  # type: ignore[no-untyped-call]
        return [each for each in found if self._is_ours(package, f"{each[1]}.py")]

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        # setuptools takes py.typed along unasked.
        return [path for path in super().find_data_files(package, src_dir) if self._is_ours(package, Path(path).name)]

    def _is_ours(self, package: str, name: str) -> bool:
        return is_client(str(PurePath(*package.split(".")[1:], name))) is self.for_client


class ClientFiles(_Files):
    """What memoryd-client is built of."""

    for_client = True


class DaemonFiles(_Files):
    """What memoryd is built of."""

    for_client = False


class WholeTree(sdist):
    """The source distribution of memoryd: all that a clone has, the client's sources too."""

    def make_distribution(self) -> None:
        for folder in _TREE:
            self.filelist.graft(folder)
        for name in _BESIDE:
            self.filelist.include(name)
        self.filelist.prune(_LINK)
        for pattern in ("*.py[cod]", "*.egg-info/*"):
            self.filelist.global_exclude(pattern)
        super().make_distribution()

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        Path(base_dir, _LINK).symlink_to(Path(_LINK).readlink())


class ClientTree(sdist):
    """The source distribution of memoryd-client: its modules, and this file, which says which they are."""

    def make_distribution(self) -> None:
        self.filelist.include(Path(__file__).name)
        super().make_distribution()
