"""Anthropic's memory tool over memoryd, for the `anthropic` SDK (2.12):

runner = client.beta.messages.tool_runner(tools=[MemoryTool(scope="cooking")], …)

Files below /memories are items of `["memory-tool", scope]`, by their paths: agents that name the same scope share them,
an edit of one is never lost to another's, and memoryd's history has earlier texts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from anthropic.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError

from memoryd.client.bound import BoundClient
from memoryd.client.calls import DaemonUnavailable
from memoryd.client.memory_files import MemoryFiles, Refused

NAME = "anthropic-memory-tool"


def _told(act: Callable[..., str], *given: Any) -> str:
    """What the command says. Raises ToolError, which the model reads."""
    try:
        return act(*given)
    except Refused as refused:
        raise ToolError(str(refused)) from refused
    except DaemonUnavailable as error:
        raise ToolError(f"The memory is not available now: {error}") from error


def _bound(path: str | None, client: BoundClient | None, given: dict[str, Any]) -> BoundClient:
    return BoundClient(path, name=NAME, **given) if client is None else client


class MemoryTool(BetaAbstractMemoryTool):
    """The tool for `Anthropic`. Other arguments are those of `BoundClient`: session_id, agent, project, audience."""

    def __init__(
        self,
        path: str | None = None,
        *,
        scope: str = "default",
        client: BoundClient | None = None,
        cache_control: Any = None,
        **given: Any,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self.memory = _bound(path, client, given)
        self._files = MemoryFiles(self.memory, scope)

    def view(self, command: Any) -> str:
        """A file, or what is in a directory."""
        return _told(self._files.view, command.path, command.view_range)

    def create(self, command: Any) -> str:
        """A new file."""
        return _told(self._files.create, command.path, command.file_text)

    def str_replace(self, command: Any) -> str:
        """Another text in a file."""
        return _told(self._files.str_replace, command.path, command.old_str, command.new_str)

    def insert(self, command: Any) -> str:
        """A text behind a line."""
        return _told(self._files.insert, command.path, command.insert_line, command.insert_text)

    def delete(self, command: Any) -> str:
        """A file or a directory."""
        return _told(self._files.delete, command.path)

    def rename(self, command: Any) -> str:
        """Another path."""
        return _told(self._files.rename, command.old_path, command.new_path)

    def clear_all_memory(self) -> str:
        """Delete every file of the scope."""
        return _told(self._files.clear)


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The tool for `AsyncAnthropic`; otherwise as `MemoryTool`."""

    def __init__(
        self,
        path: str | None = None,
        *,
        scope: str = "default",
        client: BoundClient | None = None,
        cache_control: Any = None,
        **given: Any,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._tool = MemoryTool(path, scope=scope, client=client, **given)
        self.memory = self._tool.memory

    async def view(self, command: Any) -> str:
        """A file, or what is in a directory."""
        return await asyncio.to_thread(self._tool.view, command)

    async def create(self, command: Any) -> str:
        """A new file."""
        return await asyncio.to_thread(self._tool.create, command)

    async def str_replace(self, command: Any) -> str:
        """Another text in a file."""
        return await asyncio.to_thread(self._tool.str_replace, command)

    async def insert(self, command: Any) -> str:
        """A text behind a line."""
        return await asyncio.to_thread(self._tool.insert, command)

    async def delete(self, command: Any) -> str:
        """A file or a directory."""
        return await asyncio.to_thread(self._tool.delete, command)

    async def rename(self, command: Any) -> str:
        """Another path."""
        return await asyncio.to_thread(self._tool.rename, command)

    async def clear_all_memory(self) -> str:
        """Delete every file of the scope."""
        return await asyncio.to_thread(self._tool.clear_all_memory)
