"""Markdown files as a kind of memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from memoryd.audit.versions import text_of_file
from memoryd.background import Progress
from memoryd.kind import Kind
from memoryd.kinds.markdown.documents import IsOurs, documents_of, is_indexed
from memoryd.kinds.markdown.files import MarkdownFiles, markdown_state
from memoryd.recall.feeding import source_anew
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.storage.regular import read_whole
from memoryd.times import nearest
from memoryd.types import HOT_FILE, ChangeSink, Document
from memoryd.watch.scan import scan


class Markdown(Kind):
    """What people and agents write into Markdown files that no other kind has; daily logs among them."""

    name = "markdown"
    memories = ("log",)
    is_of_passages = True
    own_only = True
    states_project = True
    private = ("memory/[0-9][0-9][0-9][0-9]-[0-9][0-9]-*.md",)

    def __init__(self, services: Services, is_fact_line: IsOurs) -> None:
        """`is_fact_line`: of those under `## Facts` of MEMORY.md."""
        self._services, self._is_fact_line = services, is_fact_line
        self._largest = services.settings.now.daemon.max_file_bytes
        self._files = MarkdownFiles(services, is_fact_line)

    def load(self, now: int) -> None:
        """The watcher's first scan brings the files."""

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self._files.load(states)

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        def make() -> Document | None:
            text = line.raw.decode("utf-8", "replace").replace("\0", " ")
            passages = documents_of(line.path, text, line.at, self._is_fact_line)
            if not passages:
                return None
            kind, whole = passages[0].kind, text_of_file(passages)
            return Document(key=line.path, kind=kind, text=whole, source=line.path, path=line.path)

        return [(line.path, make)]

    def claims(self, relpath: str) -> bool:
        return self._files.claims(relpath)

    def reads(self, relpath: str) -> bool:
        """Of MEMORY.md, the text between our sections."""
        return relpath == HOT_FILE

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self._files.absorb(relpath, stamp)

    def rescan(self, found: Mapping[str, object]) -> None:
        self._files.rescan(found)

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        done = 0
        root, kinds = self._services.root, self._services.kinds
        found = [path for path in scan(root).files if is_indexed(path) and kinds.reads(self, path)]
        for number, relpath in enumerate(found):
            progress("markdown", number, len(found))
            try:
                data, stat = read_whole(os.path.join(root, relpath), self._largest)
            except OSError:
                continue
            text = data.decode("utf-8", "replace").replace("\0", " ")
            documents = documents_of(relpath, text, nearest(stat.st_mtime_ns // 1000), self._is_fact_line)
            for change in source_anew(relpath, documents, markdown_state(stat)):
                sink.apply(change)
            done += len(documents)
        return done

    def methods(self) -> Iterable[Method]:
        return ()
