"""What people use instead of memoryd, each as a store that gets the same texts, vectors and questions.

None of them is a dependency: `pip install sqlite-vec pysqlite3-binary chromadb mcp-memory-service` brings them
(pysqlite3 because many a Python's own sqlite3 loads no extensions).
"""

from __future__ import annotations

import asyncio
import importlib.util
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from memoryd.text.stopwords import STOP_WORDS

DEPTH = 50
_RRF = 60
_START_SECONDS = 60.0

Vector = NDArray[np.float32]


class Peer(Protocol):
    """A store that one process has open."""

    needs: tuple[str, ...]
    """Packages."""

    def __init__(self, path: Path) -> None: ...

    @staticmethod
    def served(path: Path) -> AbstractContextManager[None]:
        """What must run while clients have it open."""
        ...

    def fill(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Add all, before any client comes."""
        ...

    def find(self, question: str, vector: Vector) -> list[int]:
        """The places of the ten best texts."""
        ...

    def add(self, row: int, text: str, vector: Vector) -> None:
        """Add one text, durably."""
        ...


def missing(peer: type[Peer]) -> list[str]:
    """The packages that are not there."""
    return [name for name in peer.needs if importlib.util.find_spec(name) is None]


class Sqlite:
    """FTS5 and sqlite-vec in one file, WAL, fused by reciprocal ranks."""

    needs: tuple[str, ...] = ("sqlite_vec", "pysqlite3")

    @staticmethod
    def served(_path: Path) -> AbstractContextManager[None]:
        return nullcontext()

    def __init__(self, path: Path) -> None:
        import sqlite_vec  # type: ignore[import-not-found]
        from pysqlite3 import dbapi2  # type: ignore[import-not-found]

        self._database: Any = dbapi2.connect(path, timeout=5.0, isolation_level=None)
        self._database.enable_load_extension(True)
        sqlite_vec.load(self._database)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=FULL")

    def fill(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        base = self._database
        base.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize='porter unicode61')")
        base.execute(f"CREATE VIRTUAL TABLE near USING vec0(vector float[{len(vectors[0])}] distance_metric=cosine)")
        base.execute("BEGIN")
        base.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts, 1))
        base.executemany(
            "INSERT INTO near (rowid, vector) VALUES (?, ?)", ((n, v.tobytes()) for n, v in enumerate(vectors, 1))
        )
        base.execute("COMMIT")

    def add(self, row: int, text: str, vector: Vector) -> None:
        base = self._database
        base.execute("BEGIN IMMEDIATE")
        base.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (row + 1, text))
        base.execute("INSERT INTO near (rowid, vector) VALUES (?, ?)", (row + 1, vector.tobytes()))
        base.execute("COMMIT")

    def find(self, question: str, vector: Vector) -> list[int]:
        found = re.findall(r"\w+", question.casefold())
        terms = [word for word in found if word not in STOP_WORDS] or found
        match = " OR ".join(f'"{term}"' for term in terms) or '"nothing"'
        asked = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
        lexical = self._database.execute(asked, (match, DEPTH)).fetchall()
        asked = "SELECT rowid FROM near WHERE vector MATCH ? AND k = ? ORDER BY distance"
        dense = self._database.execute(asked, (vector.tobytes(), DEPTH)).fetchall()
        scores: dict[int, float] = {}
        for rows in (lexical, dense):
            for rank, (row,) in enumerate(rows):
                scores[row] = scores.get(row, 0.0) + 1 / (_RRF + 1 + rank)
        return [row - 1 for row in sorted(scores, key=lambda row: -scores[row])[:10]]


class Chroma:
    """A persistent collection, opened by each process, with the cosine; none sees what others have just added."""

    needs: tuple[str, ...] = ("chromadb",)

    @staticmethod
    def served(_path: Path) -> AbstractContextManager[None]:
        return nullcontext()

    def __init__(self, path: Path) -> None:
        client = self._client(path)
        space = {"hnsw:space": "cosine"}
        self._texts: Any = client.get_or_create_collection("texts", metadata=space, embedding_function=None)

    @staticmethod
    def _client(path: Path) -> Any:
        import chromadb  # type: ignore[import-not-found]

        settings = chromadb.config.Settings(anonymized_telemetry=False)
        return chromadb.PersistentClient(path=str(path), settings=settings)

    def fill(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        for first in range(0, len(texts), 1000):
            ids = [str(n) for n in range(first, min(first + 1000, len(texts)))]
            part = slice(first, first + 1000)
            self._texts.add(ids=ids, embeddings=[v.tolist() for v in vectors[part]], documents=list(texts[part]))

    def add(self, row: int, text: str, vector: Vector) -> None:
        self._texts.add(ids=[str(row)], embeddings=[vector.tolist()], documents=[text])

    def find(self, question: str, vector: Vector) -> list[int]:
        found = self._texts.query(query_embeddings=[vector.tolist()], n_results=10, include=["documents"])
        return [int(one) for one in found["ids"][0]]


class ChromaServer(Chroma):
    """The same in one server for all clients, which see what others have added."""

    @staticmethod
    @contextmanager
    def served(path: Path) -> Iterator[None]:
        path.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (path / "port").write_text(str(port))
        program = Path(sys.executable).with_name("chroma")
        command = [program if program.exists() else "chroma", "run", "--host", "127.0.0.1", "--port", str(port)]
        with subprocess.Popen([*command, "--path", str(path / "data")], stdout=subprocess.DEVNULL) as server:
            try:
                _wait_for(port, server)
                yield
            finally:
                server.terminate()

    @staticmethod
    def _client(path: Path) -> Any:
        import chromadb

        settings = chromadb.config.Settings(anonymized_telemetry=False)
        return chromadb.HttpClient(host="127.0.0.1", port=int((path / "port").read_text()), settings=settings)


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _START_SECONDS
    while server.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the chroma server does not start")


class _Handed:
    """In the place of mcp-memory-service's own model: the vectors that it would make."""

    def __init__(self) -> None:
        self.vectors: dict[str, Vector] = {}

    def encode(self, texts: Sequence[str], **_: object) -> NDArray[np.float32]:
        return np.stack([self.vectors[text] for text in texts])


class McpMemoryService:
    """mcp-memory-service over its SQLite-vec store, in each process, with the search that it uses by default."""

    needs: tuple[str, ...] = ("mcp_memory_service", "sqlite_vec", "pysqlite3")

    @staticmethod
    def served(_path: Path) -> AbstractContextManager[None]:
        return nullcontext()

    def __init__(self, path: Path) -> None:
        import pysqlite3

        sys.modules["sqlite3"] = pysqlite3  # it imports the standard one, which may load no extensions
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
        from mcp_memory_service.storage.sqlite_vec import SqliteVecMemoryStorage  # type: ignore[import-not-found]

        handed = self._handed = _Handed()

        class Storage(SqliteVecMemoryStorage):  # type: ignore[misc]  # the package has no types
            async def _initialize_embedding_model(self) -> None:
                self.embedding_model, self.embedding_dimension = handed, 384

        self._run = asyncio.new_event_loop().run_until_complete
        self._store = Storage(str(path))
        self._store.enable_cache = False
        self._run(self._store.initialize())

    @staticmethod
    def _memory(row: int, text: str) -> Any:
        from mcp_memory_service.models.memory import Memory  # type: ignore[import-not-found]
        from mcp_memory_service.utils.hashing import generate_content_hash  # type: ignore[import-not-found]

        return Memory(content=text, content_hash=generate_content_hash(text), metadata={"row": row})

    def fill(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        self._handed.vectors = dict(zip(texts, vectors, strict=True))
        for first in range(0, len(texts), 500):
            part = [self._memory(n, texts[n]) for n in range(first, min(first + 500, len(texts)))]
            self._run(self._store.store_batch(part))

    def add(self, row: int, text: str, vector: Vector) -> None:
        self._handed.vectors = {text: vector}
        self._run(self._store.store(self._memory(row, text), skip_semantic_dedup=True))

    def find(self, question: str, vector: Vector) -> list[int]:
        self._handed.vectors = {question: vector}
        return [int(one.memory.metadata["row"]) for one in self._run(self._store.retrieve(question, 10))]


PEERS: Mapping[str, type[Peer]] = MappingProxyType(
    {
        "SQLite FTS5 + sqlite-vec": Sqlite,
        "chroma": Chroma,
        "chroma server": ChromaServer,
        "mcp-memory-service": McpMemoryService,
    }
)
