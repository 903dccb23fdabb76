"""A pytest plugin: LangGraph's own tests of its in-memory store run on ours. `$MEMORYD_SOCKET` names the daemon."""

from __future__ import annotations

import itertools
import os
from typing import Any

import langgraph.store.memory as theirs

from memoryd.client.langgraph_store import MemorydStore

_COUNT = itertools.count()


class InMemoryStore(MemorydStore):
    """Empty at first, as theirs is."""

    def __init__(self, **given: Any) -> None:
        super().__init__(os.environ["MEMORYD_SOCKET"], root=f"own-tests-{next(_COUNT)}", **given)


theirs.InMemoryStore = InMemoryStore
