"""Everything below the socket, put together."""

from memoryd.assembly.assembly import Assembly

__all__ = ["Assembly"]
