"""Facts of a memoryd that did not write whose they are: what is not known to be stated openly is private (rule 17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.fact import decode_archived, implied_audience
from memoryd.origin import Made


def lines_sorted(lines: Iterable[bytes], made: Mapping[str, Made]) -> Iterator[tuple[bytes, bool]]:
    """Each line, and whether it was changed. Lines of other sources tell by these that they are private."""
    for raw in lines:
        try:
            line = decode_archived(raw) if raw.strip() else None
        except BadLine:
            line = None
        if (
            line is None
            or line.names_origin
            or line.id is None
            or made.get(line.id) == "openly"
            or implied_audience(line.source) == "private"
        ):
            yield raw, False
        else:
            yield msgspec.json.encode({**msgspec.json.decode(raw), "audience": "private"}), True
