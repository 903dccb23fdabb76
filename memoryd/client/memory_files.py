"""Files below /memories, as Anthropic's memory tool sees them, kept as items by their paths.

The texts of replies and refusals are those of the SDK's own backend, which models know.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from memoryd.client.bound import BoundClient, replaced
from memoryd.errors import Conflict, MemorydError, NotFound

ROOT = "/memories"
_MOST_LINES = 999_999
_WIDTH = len(str(_MOST_LINES))
_ATTEMPTS = 16
_PAGE = 200
_DEEP = 2
_UNITS = "BKMG"


class Refused(Exception):
    """What a command is answered with that cannot be done."""


class MemoryFiles:
    """The six commands. An earlier text of a file is in memoryd's history (`memoryctl audit`)."""

    def __init__(self, memory: BoundClient, scope: str) -> None:
        self._memory = memory
        self._namespace = ["memory-tool", scope]

    def view(self, path: str, view_range: Sequence[int] | None = None) -> str:
        """A file with line numbers, or the files and directories up to two levels below."""
        key = _key(path)
        found = None if key == ROOT else self._get(key)
        if found is None:
            return self._listing(path, key)
        lines = found["value"].split("\n")
        if len(lines) > _MOST_LINES:
            raise Refused(f"File {path} exceeds maximum line limit of 999,999 lines.")
        first = 0
        if view_range and len(view_range) == 2:
            first = max(1, view_range[0]) - 1
            lines = lines[first : len(lines) if view_range[1] == -1 else view_range[1]]
        return f"Here's the content of {path} with line numbers:\n" + _numbered(lines, first + 1)

    def create(self, path: str, file_text: str) -> str:
        """A new file."""
        key = _key(path)
        if key == ROOT or self._is_directory(key):
            raise Refused(f"File {path} already exists")
        self._check_parents(path, key)
        try:
            reply = self._call("items.put", key=key, value=file_text, if_absent=True)
        except Conflict:
            raise Refused(f"File {path} already exists") from None
        return f"File created successfully at: {path}{replaced(reply)}"

    def str_replace(self, path: str, old_str: str, new_str: str) -> str:
        """One text of a file in place of another, which is there once."""

        def edit(text: str) -> str:
            count = text.count(old_str)
            if count == 0:
                raise Refused(f"No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}.")
            if count > 1:
                lines = ", ".join(str(text[:at].count("\n") + 1) for at in _places(text, old_str))
                raise Refused(
                    f"No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {lines}. "
                    "Please ensure it is unique"
                )
            return text.replace(old_str, new_str)

        before, after, note = self._edit(path, edit)
        changed = before[: before.find(old_str)].count("\n")
        first = max(0, changed - 2)
        snippet = _numbered(after.split("\n")[first : changed + 3], first + 1)
        return (
            f"The memory file has been edited.{note} Here is the snippet showing the change (with line numbers):\n"
            f"{snippet}"
        )

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        """A text behind a line of a file; 0 puts it first."""

        def edit(text: str) -> str:
            lines = text.split("\n")
            if lines[-1] == "":
                lines.pop()
            if not 0 <= insert_line <= len(lines):
                raise Refused(
                    f"Invalid `insert_line` parameter: {insert_line}. It should be within the range [0, {len(lines)}]."
                )
            lines.insert(insert_line, insert_text.rstrip("\n"))
            whole = "\n".join(lines)
            return whole if whole.endswith("\n") else f"{whole}\n"

        _, _, note = self._edit(path, edit)
        return f"The file {path} has been edited.{note}"

    def delete(self, path: str) -> str:
        """A file, or a directory with all that is in it."""
        key = _key(path)
        if key == ROOT:
            raise Refused("Cannot delete the /memories directory itself")
        keys = [key] if self._get(key) is not None else self._below(key)
        if not keys:
            raise Refused(f"The path {path} does not exist")
        for one in keys:
            self._remove(one)
        return f"Successfully deleted {path}"

    def rename(self, old_path: str, new_path: str) -> str:
        """Another path for a file or a directory."""
        old, new = _key(old_path), _key(new_path)
        if old == ROOT:
            raise Refused("Cannot rename the /memories directory itself")
        if new == ROOT or self._get(new) is not None or self._is_directory(new):
            raise Refused(f"The destination {new_path} already exists")
        keys = [old] if self._get(old) is not None else self._below(old)
        if not keys:
            raise Refused(f"The path {old_path} does not exist")
        self._check_parents(new_path, new)
        for key in keys:
            found = self._get(key)
            if found is None:
                continue
            try:
                self._call("items.put", key=new + key[len(old) :], value=found["value"], if_absent=True)
            except Conflict:
                raise Refused(f"The destination {new_path} already exists") from None
            self._remove(key)
        return f"Successfully renamed {old_path} to {new_path}"

    def clear(self) -> str:
        """Delete every file."""
        for key in self._below(ROOT):
            self._remove(key)
        return "All memory cleared"

    # --- what they are made of ------------------------------------------------------------------------------

    def _call(self, method: str, **params: Any) -> Any:
        try:
            return self._memory.call(method, namespace=self._namespace, **params)
        except (Conflict, NotFound):
            raise
        except MemorydError as error:
            raise Refused(f"The memory could not do that: {error.sentence}") from error

    def _get(self, key: str) -> Any:
        try:
            return self._call("items.get", key=key)
        except NotFound:
            return None

    def _remove(self, key: str) -> None:
        try:
            self._call("items.delete", key=key)
        except NotFound:
            return  # another agent was faster

    def _edit(self, path: str, edit: Callable[[str], str]) -> tuple[str, str, str]:
        """The text before and after, and what is to be said of it; done again when another agent was faster."""
        key = _key(path)
        for _ in range(_ATTEMPTS):
            found = None if key == ROOT else self._get(key)
            if found is None:
                if key == ROOT or self._is_directory(key):
                    raise Refused(f"The path {path} is not a file.")
                raise Refused(f"The path {path} does not exist. Please provide a valid path.")
            before = found["value"]
            after = edit(before)
            try:
                reply = self._call("items.put", key=key, value=after, if_updated=found["updated"])
            except Conflict:
                continue
            return before, after, replaced(reply)
        raise Refused(f"The file {path} is being changed by others all the time; try again.")

    def _files(self) -> Iterator[Any]:
        """Every file with its text."""
        offset = 0
        while True:
            page = self._memory.call("items.search", prefix=self._namespace, limit=_PAGE, offset=offset)["items"]
            yield from page
            if len(page) < _PAGE:
                return
            offset += _PAGE

    def _keys(self) -> Iterator[str]:
        after: dict[str, str] = {}
        while True:
            page = self._memory.call("items.list", prefix=self._namespace, limit=1000, **after)
            yield from (one["key"] for one in page["items"])
            if "next" not in page:
                return
            after = {"after": page["next"]}

    def _below(self, key: str) -> list[str]:
        return [one for one in self._keys() if one.startswith(f"{key}/")]

    def _is_directory(self, key: str) -> bool:
        return bool(self._below(key))

    def _check_parents(self, path: str, key: str) -> None:
        """No file stands where a directory is needed."""
        parent = posixpath.dirname(key)
        while parent != ROOT:
            if self._get(parent) is not None:
                raise Refused(f"The path {path} is below {parent}, which is a file.")
            parent = posixpath.dirname(parent)

    def _listing(self, path: str, key: str) -> str:
        sizes: dict[str, int] = {}
        total = 0
        for one in self._files():
            if not one["key"].startswith(f"{key}/"):
                continue
            size = len(one["value"].encode())
            total += size
            parts = one["key"][len(key) + 1 :].split("/")
            if any(part.startswith(".") for part in parts[:_DEEP]):
                continue
            for depth in range(1, min(len(parts), _DEEP) + 1):
                name = "/".join(parts[:depth]) + ("/" if depth < len(parts) else "")
                sizes[name] = sizes.get(name, 0) + size
        if not sizes and not total and key != ROOT:
            raise Refused(f"The path {path} does not exist. Please provide a valid path.")
        header = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
        names = sorted(sizes, key=lambda name: name.rstrip("/").split("/"))
        rows = [f"{_size(sizes[name])}\t{path}/{name}" for name in names]
        return "\n".join([header, f"{_size(total)}\t{path}", *rows])


def _key(path: str) -> str:
    if not path.startswith(ROOT):
        raise Refused(f"Path must start with /memories, got: {path}")
    key = posixpath.normpath(f"{ROOT}/{path[len(ROOT) :].lstrip('/')}")
    if key != ROOT and not key.startswith(f"{ROOT}/"):
        raise Refused(f"Path {path} would escape /memories directory")
    return key


def _numbered(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{str(number).rjust(_WIDTH)}\t{line}" for number, line in enumerate(lines, first))


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _size(size: int) -> str:
    unit = min(max(size.bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    shown = size / 1024**unit
    return f"{int(shown)}{_UNITS[unit]}" if shown == int(shown) else f"{shown:.1f}{_UNITS[unit]}"
