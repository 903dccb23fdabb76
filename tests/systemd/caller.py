"""One MessagePack-RPC request from inside a box: `caller.py SOCKET METHOD JSON`; prints the reply as JSON."""

from __future__ import annotations

import json
import socket
import sys

import msgpack


def main(path: str, method: str, params: str) -> None:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    try:
        connection.connect(path)
    except OSError as error:
        print(json.dumps({"refused": error.errno}))
        return
    given = json.loads(params)
    connection.sendall(msgpack.packb([0, 1, method, [] if given is None else [given]]))
    unpacker = msgpack.Unpacker()
    while data := connection.recv(1 << 16):
        unpacker.feed(data)
        for reply in unpacker:
            print(json.dumps({"error": reply[2]} if reply[2] is not None else {"result": reply[3]}))
            return
    print(json.dumps({"refused": "closed"}))


if __name__ == "__main__":
    main(*sys.argv[1:])
