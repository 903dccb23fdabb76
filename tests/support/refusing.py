"""Changes that are refused after they were staged, as when the rest of their call cannot be done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoryd.errors import Conflict
from memoryd.storage.batch import Batch
from memoryd.storage.writer import GroupWriter


def refused(writer: GroupWriter, change: Callable[[Batch], object]) -> None:
    """The change is staged, and then undone."""

    def operation(batch: Batch) -> None:
        change(batch)
        raise Conflict("what comes behind it cannot be done")

    with pytest.raises(Conflict, match="comes behind"):
        writer.run(operation)
