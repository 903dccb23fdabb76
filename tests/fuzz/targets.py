# ruff: noqa: E501 - inputs read better unbroken
"""What hostile input reaches first: each target takes any bytes and raises only for a defect of ours."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgpack
import msgspec

from memoryd.cli import moments, openclaw
from memoryd.cli.snapshot import Unreadable
from memoryd.config.faults import ConfigError
from memoryd.config.load import load_config
from memoryd.conversation import message
from memoryd.errors import Internal, InvalidParams, MemorydError, TooLarge
from memoryd.extraction import extract
from memoryd.kinds.contexts import context
from memoryd.kinds.dailies import daily, job
from memoryd.kinds.facts.changes.archiving import without_secrets
from memoryd.kinds.facts.file import metadata
from memoryd.kinds.facts.model import fact
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.markdown.documents import documents_of
from memoryd.kinds.notes.formats import archive, entry, hygiene, memory_md, tags
from memoryd.kinds.notes.formats.layer_file import LayerFile, parse_with_loose
from memoryd.kinds.notes.requests import directives
from memoryd.kinds.notes.rules import condense
from memoryd.kinds.summaries import extractive, node
from memoryd.origin import SHARED
from memoryd.recall import globs, grep
from memoryd.recall.get import check_path
from memoryd.recall.lexical.tokens import query_words, terms_of
from memoryd.recall.models.passages import sentence_ends
from memoryd.requests.redaction import Redactor
from memoryd.requests.times import Times
from memoryd.rpc.frames import FrameDecoder, FrameError
from memoryd.rpc.messages import as_notification, as_response, unpack, unpack_untrusted
from memoryd.rpc.validate import ParamsReader, params_type
from memoryd.secrets import may_hold_secrets, redact
from memoryd.text import dates
from memoryd.text.markdown import split_lines, split_markdown
from memoryd.text.sentences import dated, is_question, sentences
from memoryd.text.slugs import LONGEST_SLUG, slug_of
from memoryd.times import end_of_day, format_time, local_date, parse_time
from tests.support.methods import described

Attack = Callable[[bytes], object]
DAY = "2026-05-14"
TODAY = date.fromisoformat(DAY)
NOW = 1_778_000_000_000_000


class Target(NamedTuple):
    """A function that takes any bytes, and inputs of the right shape to begin with."""

    attack: Attack
    seeds: tuple[bytes, ...]


def text_of(data: bytes) -> str:
    """As files of people are read: bytes that are not UTF-8 come back as they were."""
    return data.decode("utf-8", "surrogateescape")


def said(data: bytes) -> str:
    """As the socket lets text through."""
    return data.decode("utf-8", "replace").replace("\0", " ")


# --- the wire ---------------------------------------------------------------------------------------------

_READERS = {method.name: ParamsReader(params_type(method)) for method in described()}


def frames(data: bytes) -> None:
    """The stream in one piece and byte by byte gives the same frames; each is a message or none, at every reader."""
    whole, cut = FrameDecoder(1 << 20), FrameDecoder(1 << 20)
    found = whole.feed(data)
    assert b"".join(found) == data[: sum(map(len, found))]
    assert [frame for at in range(0, len(data), 7) for frame in cut.feed(data[at : at + 7])] == found
    assert (whole.fault is None) == (cut.fault is None)
    for frame in found[:32]:
        with suppress(ValueError):
            unpack_untrusted(frame)
        with suppress(ValueError, FrameError):
            answer = unpack(frame)
            if as_response(answer) is None:
                as_notification(answer)


def params(data: bytes) -> None:
    """One method's params: read, or refused in a sentence; what is read is redacted."""
    if not data:
        return
    names = sorted(_READERS)
    name = names[data[0] % len(names)]
    with suppress(MemorydError):
        try:
            read = _READERS[name].read(b"\x91" + data[1:])
        except Internal as error:
            raise AssertionError(f"{name}: {error}") from error
        Redactor().within(msgspec.to_builtins(read))


def json_params(data: bytes) -> None:
    """The same of JSON, so that a mutation keeps its shape."""
    try:
        value = msgspec.json.decode(data)
        packed = msgpack.packb(value)
    except (msgspec.DecodeError, RecursionError, ValueError, OverflowError):
        return
    for name in ("contexts.save", "facts.add", "facts.add_many", "recall.search", "sessions.append", "jobs.submit"):
        if name in _READERS:
            with suppress(InvalidParams, TooLarge):
                _READERS[name].read(b"\x91" + packed)


# --- Markdown ---------------------------------------------------------------------------------------------


def markdown(data: bytes) -> None:
    """Sections are within the file and in order; documents can be made of them."""
    text = text_of(data)
    last, count = 0, len(split_lines(text))
    for section in split_markdown(text):
        assert last <= section.line <= section.end_line <= count
        last = section.line
    for relpath in ("memory/knowledge.md", "memory/2026-05-14.md", f"daily/{DAY}.md", "README.md", "MEMORY.md"):
        documents_of(relpath, text, 0)
    daily.bullets_of(text)
    daily.bullets_by_section(text)
    extractive.lines_of_summary(text, DAY)
    condense.condense(said(data))


def layers(data: bytes) -> None:
    """What is read is written again byte for byte; a note that is added, marked or archived changes no other."""
    text = text_of(data)
    file, _ = parse_with_loose(text)
    assert file.render() == text
    list(file.placed())
    added = file.added(entry.make_entry("new-one", "a new note", pinned=False, critical=False, seen=0, origin=SHARED))
    assert Counter(split_lines(text)) <= Counter(split_lines(added.render()))
    assert [one.raw for one in added.entries() if one.slug != "new-one"] == [one.raw for one in file.entries()]
    for one in list(file.entries())[:3]:
        assert (one.text, one.digest, one.first_line) == (one.text, one.digest, one.text.partition("\n")[0])
        marked = entry.marked(one, pinned=True, critical=one.critical)
        assert marked.pinned
        stubbed = file.archived(one.slug, DAY, f"memory/archive/knowledge-{DAY}.md")
        stubbed.restored(one)
        _same_others(file, stubbed, one.slug)


def _same_others(file: LayerFile, changed: LayerFile, slug: str) -> None:
    others = [one.raw for one in file.entries() if one.slug != slug]
    assert [one.raw for one in changed.entries()] == others


def memory(data: bytes) -> None:
    """Rendered once, MEMORY.md is rendered alike for ever, and no line that is not ours is lost."""
    sections = memory_md.Sections({"knowledge": ["a ↑2026-05-14(sync)←memory/knowledge.md:a"]}, {}, ["knowledge"])

    def render(text: str) -> str:
        parts = memory_md.parse(text)
        return memory_md.render(parts, sections, _NoFacts(), lambda title: title.casefold() or None, 200, 180)

    text = text_of(data)
    once = render(text)
    # An indented line that stands loose in a hot section is read as the last bullet's when that section is read again.
    loose = [line for part in memory_md.parse(text) if part.kind == "hot" for line in part.loose]
    assert render(once) == once or any(line[:1].isspace() for line in loose)
    theirs = [line.strip() for part in memory_md.parse(text) if part.kind == "other" for line in part.loose]
    assert set(theirs) <= {line.strip() for line in once.split("\n")}


class _NoFacts:
    def found(self, lines: Any) -> None:
        """Nothing to keep."""

    def lines(self, room: int, own: int | None = None) -> list[str]:
        return []


def tag(data: bytes) -> None:
    """A tag that is read is written alike."""
    text, found = tags.split_tag(text_of(data).replace("\n", " "))
    if found is not None:
        assert tags.split_tag(f"{text} {found}") == (text, found)


def note(data: bytes) -> None:
    """A text becomes an entry that reads back as itself, or is refused."""
    text = said(data)
    with suppress(InvalidParams):
        made = entry.make_entry("slug", text, pinned=True, critical=False, seen=0, origin=SHARED)
        (read,) = parse_with_loose(made.raw)[0].entries()
        assert (read.text, read.slug, read.pinned) == (made.text, "slug", True)
        assert entry.clean_text(made.text) == made.text
    with suppress(InvalidParams):
        entry.edited(entry.Entry("a", "## a\n\ntext\n", "section"), text)
    assert len(slug_of(text)) <= LONGEST_SLUG
    for one in directives.directives_in(text):
        assert one.text
    archive.parse_archive(f"memory/archive/knowledge-{DAY}.md", text)


# --- lines of JSON ----------------------------------------------------------------------------------------


def facts(data: bytes) -> None:
    """A line is a fact that reads back as itself, or has what is wrong with it said in a few words."""
    for raw in data.split(b"\n")[:50]:
        with suppress(fact.BadLine):
            line = fact.decode_line(raw)
            made = without_secrets(fact.from_line(line, NOW))
            fact.document(made)
            fact.filled_in(raw, made, 0.5)
            again = fact.from_line(fact.decode_line(fact.encode_line(made, 0.5)), NOW)
            assert key_of(again) == key_of(made)
        with suppress(fact.BadLine):
            fact.archived_state(fact.decode_archived(raw))
    lines = [raw for raw in data.split(b"\n") if raw]
    if lines:
        fact.plain_lines(b"\n".join(lines), lines, lambda one, _: one)


def sessions(data: bytes) -> None:
    """A line is a message that reads back as itself, or a bad one."""
    for number, raw in enumerate(data.split(b"\n")[:50], 1):
        with suppress(message.BadLine):
            one = message.decode_line(raw)
            message.speaker(one)
            message.mark_of(one)
            message.document(one, "sessions/2026-05-14-120000.jsonl", number)
            again = message.decode_line(message.encode_line(one))
            assert (again.content, again.at) == (one.content, one.at)


def contexts(data: bytes) -> None:
    """A line is a context that is written with the same content, or a bad one."""
    for raw in data.split(b"\n")[:50]:
        with suppress(context.BadLine):
            line = context.decode_line(raw)
            made = context.Context(raw, line, "contexts/a.jsonl", NOW)
            shown = context.decode_line(context.render(made, "ACTIVE"))
            assert shown.content == line.content
            context.without_archive_keys(context.render_archived(made, "EXPIRED", NOW, "old"))
            context.view(made, "ACTIVE")
            context.document(made)
            context.project_of(context.file_of(line.project or "a"))


def records(data: bytes) -> None:
    """The JSON files that are written by us and edited by others."""
    with suppress(ValueError):
        (ids, states), _ = metadata.read_columns(data)
        assert len(ids) == len(states)
    with suppress(ValueError):
        mine = hygiene.decode(data)
        shown, _, _ = hygiene.fit(mine, 50_000)
        hygiene.decode(shown)
        hygiene.merge(hygiene.decode(data), hygiene.Hygiene(), mine)
    hygiene.salvage(data)
    with suppress(ValueError):
        read = node.decode(data, "L1/0001")
        node.document(read)
        assert node.decode(node.encode(read), "L1/0001").text == read.text
    with suppress(InvalidParams):
        job.read_answer(said(data), None)


# --- configuration, queries, dates, conversations ---------------------------------------------------------

# In memory: on a disk, a file that is written anew each time takes longer than what reads it.
_SCRATCH = tempfile.TemporaryDirectory(
    prefix="memoryd-fuzz-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None
)
_FOLDER = Path(_SCRATCH.name)


def configuration(data: bytes) -> None:
    """A configuration, or all that is wrong with it: file, key, sentence."""
    path = _FOLDER / "memoryd.toml"
    path.write_bytes(data)
    try:
        load_config(path, {})
    except ConfigError as error:
        assert error.faults
        assert str(error)
    with suppress(ConfigError):
        load_config(None, {"MEMORYD_MEMORY_ORACLE__HALF_LIFE_DAYS": said(data), "MEMORYD_CONFIG": "/dev/null"})


def queries(data: bytes) -> None:
    """Words, patterns and globs of a query: read, or refused in a sentence."""
    text = said(data)
    query_words(text)
    terms_of(text)
    dates.asks_when(text)
    with suppress(MemorydError):
        for _ in grep._matching_lines(grep.compile_pattern(text), b"abc d\n" * 100 + data[:5000], 1, by_line=False):
            pass
    with suppress(MemorydError):
        globs.path_filter([text])("memory/knowledge.md")
    with suppress(MemorydError):
        check_path(text)


def times(data: bytes) -> None:
    """Dates of texts, of requests and of the command line."""
    text = said(data)
    for span in dates.spans(text, TODAY):
        assert span.days >= 1
    dates.read_time_words(text)
    dates.tells_time(text)
    dated(text, TODAY)
    with suppress(ValueError):
        at = parse_time(text)
        assert parse_time(format_time(at)) == at
        with suppress(OverflowError):  # of the last and the first hours that there are
            local_date(at, ZoneInfo("America/New_York"))
    with suppress(ValueError):
        end_of_day(text, ZoneInfo("Pacific/Kiritimati"))
    with suppress(InvalidParams):
        Times(lambda: ZoneInfo("America/New_York")).of("at", text, NOW)
    now = datetime(2026, 5, 14, tzinfo=UTC)
    moments.resolve(text, now)
    moment = moments.parse(text)
    if moment is not None:
        moments.ago(moment, now)


def secrets(data: bytes) -> None:
    """What was redacted once has nothing left to redact."""
    text = said(data)
    clean, found = redact(text)
    assert bool(found) == (clean != text)
    if found:
        assert may_hold_secrets(text)
        assert redact(clean)[0] == clean


def conversations(data: bytes) -> None:
    """What is made of what people say: sentences, facts, summaries, an import's messages."""
    text = said(data)
    for one in sentences(text):
        is_question(one)
    extract.extract_sure([extract.Said("s", "user", "Ada", text, TODAY)])
    extractive.summarise([extractive.Line(text, DAY, "Ada")], 200)
    sentence_ends(text)
    path = _FOLDER / "agents" / "main" / "sessions" / "s.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    with suppress(Unreadable):
        for transcript in openclaw.transcripts(str(path)):
            for each in transcript.messages:
                assert "\0" not in each["content"]
                each["content"].encode()


def _packed(method: str, value: Mapping[str, Any]) -> bytes:
    return bytes([sorted(_READERS).index(method)]) + msgpack.packb(value)


_FACT = b'{"id":"fact-1","subject":"Ada","predicate":"likes","object":"tea","source":"hand","created":"2026-05-14T10:00:00.000000+00:00","activation":0.5}'
_LAYER = b"---\ntitle: x\n---\n# Knowledge\n\n- a quay <!-- #a-quay --> \xe2\x86\x91[critical][pin]\n  more\n- b\n\n## Text\n\nsome text\n\n```\n- no\n```\n<!-- archived 2026-05-14: c \xe2\x86\x92 memory/archive/knowledge-2026-05-14.md -->\n"
_MEMORY = b"# Memory\n\ntheirs\n\n## \xf0\x9f\xa7\xa0 Knowledge (Hot Cache)\n- a \xe2\x86\x912026-05-14(3 sessions)\xe2\x86\x90memory/knowledge.md:a[pin]\n- typed\n\n## Facts\n- Ada likes tea\n\n## Layer Index\n- Knowledge: memory/knowledge.md\n"

TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        "configuration": Target(
            configuration,
            (
                b'[memory_oracle]\nhalf_life_days = 30\nembedding_model = "none"\n[schedule]\ntimezone = "UTC"\n',
                b'[recall.weights]\nbm25 = 1.0\n[daemon]\nlog_level = "info"\n[access]\nadmins = ["@wheel"]\n',
            ),
        ),
        "contexts": Target(
            contexts,
            (
                b'{"id":"context-1","project":"p","content":"built","source":"me","metadata":{"a":[1]},"tags":["x"],'
                b'"causality":{"action_type":"b"},"tier":"ACTIVE","created":"2026-05-14T10:00:00+00:00","access_count":1}',
            ),
        ),
        "conversations": Target(
            conversations,
            (
                b"Well, I prefer tea. We decided to use Postgres because it is known! Remember to call Bob tomorrow.",
                b'{"type":"message","id":"1","timestamp":"2026-05-14T10:00:00Z","message":{"role":"user","content":[{"type":"text","text":"hi"}]}}\n',
                b"1. x\n```\ncode\n```\nAda: my dog is called Rex, and I moved to Oslo last week.",
            ),
        ),
        "facts": Target(facts, (_FACT, b'{"subject":"a","predicate":"b","object":"c"}\n' * 2)),
        "frames": Target(
            frames,
            (
                msgpack.packb([0, 1, "rpc.ping", []]),
                msgpack.packb([2, b"rpc.progress", [{"token": "t"}]]),
                msgpack.packb([1, 7, None, {"a": [1, 2.5, None, True, msgpack.ExtType(5, b"x")]}]),
            ),
        ),
        "json_params": Target(
            json_params,
            (
                b'{"subject":"Ada","predicate":"likes","object":"tea","created":"2026-05-14"}',
                b'{"session_id":"s","messages":[{"role":"user","content":"hello","id":"1"}]}',
                b'{"query":"tea","k":3,"kinds":["fact"],"since":"2026-05-14","paths":["*.md"],"explain":true}',
            ),
        ),
        "layers": Target(layers, (_LAYER, b"- a\n- b\n", b"## H\n\ntext\n", b"a\n===\n\n1. x\n2. y\n\n---\n- z")),
        "markdown": Target(markdown, (_LAYER, _MEMORY, b"> q\n\n| a | b |\n|---|---|\n\n<!-- c\n-->\n    code\n")),
        "memory": Target(memory, (_MEMORY, b"", b"theirs alone\n")),
        "note": Target(note, (b"a quay\n  - for the harbour\n", b"[[restore: a and pin]] [[pin: b]]", b"remember this: x")),
        "params": Target(
            params,
            (
                _packed("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea"}),
                _packed("recall.search", {"query": "tea", "k": 3}),
                _packed("contexts.save", {"project": "p", "content": "c", "metadata": {"a": {"b": [None, 1.5]}}}),
            ),
        ),
        "queries": Target(queries, (b"what does Ada like?", b"(a|b)*c{2,3}[^d-f]\\w+$", b"memory/**/*.[mM]d", "茶 tee".encode())),
        "records": Target(
            records,
            (
                b'{"fact-1": {"activation": 0.5, "as_of": "2026-05-14", "last_accessed": "2026-05-14", "access_count": 2}}',
                b'{"L1accessLog":{"a":{"lastAccessed":"2026-05-14"}},"accessLog":{},"promotionLog":[],"archiveQueue":["a"],"totals":{}}',
                b'<!-- memoryd summary\n{"level": "L1"}\n-->\ntext\n',
                b'```json\n{"facts": [{"subject": "a", "predicate": "b", "object": "c"}], "decisions": ["x"]}\n```',
            ),
        ),
        "secrets": Target(
            secrets,
            (
                b"password: hunter2hunter", b"export API_KEY='sk-abcdefghijklmnop1234567890'", b"mysql -u root -psecret1 db",
                b"postgres://ada:pa55word@host/db", b"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----",
                b"my password is correct horse battery staple", b"Authorization: Bearer abcdef0123456789",
            ),
        ),
        "sessions": Target(
            sessions,
            (
                b'{"session_id":"s","role":"user","name":"Ada","content":"hello","at":"2026-05-14T10:00:00.000000+00:00",'
                b'"received":"2026-05-14T10:00:00.000000+00:00","id":"1"}',
            ),
        ),
        "tag": Target(tag, ("a ↑2026-05-14(user request)←memory/knowledge.md:a[pin]".encode(), "b ↑2026-05-14(3 sessions)←memory/k.md".encode())),
        "times": Target(
            times,
            (b"2026-05-14T14:30:00+02:00", b"3d", b"last Tuesday, 3 weeks ago, in May 2024", b"on the 5th of June at 10:30"),
        ),
    }
)  # fmt: skip
