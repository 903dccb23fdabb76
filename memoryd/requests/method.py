"""An RPC method of a kind of memory, before the gate wraps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from memoryd.rpc.registry import Access, Runs


class Method(msgspec.Struct, frozen=True):
    """As `rpc.registry.Method`, with handlers that get an Asker instead of the bare call.

    `handler(asker, params)`; of a WRITER `handler(asker, prepared, batch)`. The gate has replaced secrets in `params`
    (see `requests.redaction` for what a field may say instead), and adds `redacted` to a reply whose type has it.
    `check(params)` is called before anything else: cheap bounds, raising MemorydError.
    `prepare(params, now)` of a WRITER does the work that needs no writer; the handler gets its result. It runs apart
    from the loop where `goes_through(params)` says that it goes through files.
    `slices(prepared)` of a WRITER that may write much: what the handler gets in turn with others' writes, each durable
    by itself; `joined(replies)` makes one reply of theirs, of which the first has `redacted`.
    `together([(asker, params), …], batch)` of a WRITER that is called often does several small requests at once,
    without `prepare`; it returns a reply or an exception for each.
    """

    name: str
    access: Access
    runs: Runs
    params: type[msgspec.Struct]
    result: Any
    handler: Callable[..., Any]
    summary: str
    errors: tuple[str, ...] = ()
    check: Callable[[Any], None] | None = None
    prepare: Callable[[Any, int], Any] | None = None
    goes_through: Callable[[Any], bool] | None = None
    together: Callable[..., list[Any]] | None = None
    slices: Callable[[Any], list[Any]] | None = None
    joined: Callable[[list[Any]], Any] | None = None
    cleans: bool = True
    """Whether the gate redacts secrets. A method that takes texts in bulk does it itself, with the same redactor."""
    stores: bool = True
    """Whether it stores anything, though a writer may call it: a session that is not recorded stores nothing."""
    asks: bool = True
    """Whether `session_id` in its parameters is the session that asks; otherwise it is the one that is asked about."""
