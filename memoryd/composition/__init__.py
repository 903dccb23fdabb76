"""Everything below the socket, put together."""

from memoryd.composition.assembly import Assembly

__all__ = ["Assembly"]
