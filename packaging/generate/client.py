"""The client's typed methods, made of what `rpc.describe` answers: `make generated`.

Writes memoryd/client/types.py (what methods take and give), methods.py and asyncmethods.py (one class a namespace, for
type checkers) and reads.py (what may be sent twice, and what takes long). At run time the client knows no method: it
sends what it is told, so that it also talks with a daemon that is newer than itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from client_methods import Methods
from client_types import Types
from python_source import HEAD
from target import write

from memoryd.composition import described
from memoryd.rpc.describe import MethodDescription, describe

CLIENT = "memoryd/client"

# A read may be sent again when the connection dropped before the answer. Of these, access alone does not tell:
SAFE_TWICE = {"jobs.list", "system.config"}
"""They only read, and yet not everybody may call them."""
ONCE = {"rpc.cancel"}
"""Whoever may read may call it, and the second time there is nothing left to cancel."""
LONG_PARAM = "progress"
"""What a long method takes besides its own params."""


def reads(methods: Mapping[str, MethodDescription]) -> str:
    """The source of reads.py."""
    unknown = (SAFE_TWICE | ONCE) - methods.keys()
    if unknown:
        raise ValueError(f"there is no method {', '.join(sorted(unknown))}")
    names = {name for name, about in methods.items() if about["access"] == "read"} - ONCE | SAFE_TWICE
    long = {name for name, about in methods.items() if LONG_PARAM in about["params"].get("properties", {})} - ONCE
    return (
        f'{HEAD}\n"""Which methods only read, and which take long."""\n\nfrom __future__ import annotations\n\n'
        f"READS = {_names(names)}"
        '"""Methods that may be sent again when a connection dropped before the answer: twice does no harm."""\n'
        f"LONG = {_names(long)}"
        '"""Methods that take a token by which they tell how far they are."""\n'
    )


def _names(names: Iterable[str]) -> str:
    rows = "".join(f'        "{name}",\n' for name in sorted(names))
    return f"frozenset(\n    (\n{rows}    )\n)\n"


def generated(methods: Mapping[str, MethodDescription]) -> dict[str, str]:
    """Each file, by its path in the repository, and what it should hold."""
    types = Types()
    types.learn(methods)
    blocking = Methods(types, asynchronous=False).module(methods)
    return {
        f"{CLIENT}/methods.py": blocking,
        f"{CLIENT}/asyncmethods.py": Methods(types, asynchronous=True).module(methods),
        f"{CLIENT}/types.py": types.module(),
        f"{CLIENT}/reads.py": reads(methods),
    }


if __name__ == "__main__":
    write(generated(describe(described())["methods"]))
