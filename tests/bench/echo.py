"""The baseline of `ping`: the least server that can speak MessagePack-RPC. `python -m tests.bench.echo SOCKET`."""

from __future__ import annotations

import asyncio
import sys

import msgpack

try:
    from uvloop import run
except ImportError:
    from asyncio import run  # type: ignore[assignment]


class Echo(asyncio.Protocol):
    """Answers each request with its parameters."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._write = transport.write  # type: ignore[attr-defined]
        self._unpacker = msgpack.Unpacker()
        self._pack = msgpack.Packer(autoreset=True).pack

    def data_received(self, data: bytes) -> None:
        self._unpacker.feed(data)
        for _, msgid, _, params in self._unpacker:
            self._write(self._pack([1, msgid, None, params]))


async def serve(path: str) -> None:
    server = await asyncio.get_running_loop().create_unix_server(Echo, path, backlog=128)
    await server.serve_forever()


if __name__ == "__main__":
    run(serve(sys.argv[1]))
