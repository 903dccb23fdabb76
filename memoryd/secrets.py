"""Keys, tokens, passwords and private keys in text are replaced before the text is stored (rule 22).

They are found by known formats and by explicit assignments, never by entropy: hashes, uuids and ids stay as they are.
Every expression runs in linear time (RE2); what RE2 cannot say (this is a placeholder, that is prose) is said here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypedDict

import re2

from memoryd.patterns import pattern as lazy_pattern
from memoryd.secret_codes import codes_in
from memoryd.secret_forms import (
    ASSIGNMENT,
    COMMAND,
    ELEMENT,
    FLAG,
    FORMAT,
    GROUPS,
    HINT,
    KEY,
    LOGIN,
    NAMES,
    NO_KEYS,
    OWNERS,
    PLAIN,
    PROGRAMS,
    ROOT,
    SAYS_NOTHING,
    SECRET_KINDS,
    SHORT,
    SHORT_HINTS,
    SHORTEST_FORMAT,
    STANDARDS,
    TALK,
    TURNED,
    SecretKind,
)


class Redacted(TypedDict):
    """How many secrets of one kind were replaced."""

    kind: SecretKind
    count: int


_Span = tuple[int, int, SecretKind]


class _Late:
    """Stands for an expression until it is first used: all of them together would take 15 ms of a start."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        made = self.__dict__.get("_made")
        if made is None:
            made = self.__dict__["_made"] = self._make()
        found = self.__dict__[name] = getattr(made, name)
        return found


def _set_of(pattern: str) -> Any:
    # A set of one: it says yes or no in half the time that a search takes to make its match.
    one = re2.Set.SearchSet()
    one.Add(pattern)
    one.Compile()
    return one


_hint = _Late(lambda: _set_of(HINT))
_names = _Late(lambda: _set_of(f"(?i:{NAMES})"))
_formats = _Late(lambda: re2.compile(FORMAT))
_assignment = _Late(lambda: re2.compile(ASSIGNMENT))
_flag = _Late(lambda: re2.compile(FLAG))
_command = _Late(lambda: re2.compile(COMMAND))
_turned = _Late(lambda: re2.compile(TURNED))
_plain = _Late(lambda: re2.compile(PLAIN))
_login = _Late(lambda: re2.compile(LOGIN))
_root = _Late(lambda: re2.compile(ROOT))
_owners = _Late(lambda: re2.compile(OWNERS))
_standards = _Late(lambda: re2.compile(STANDARDS))
_element = _Late(lambda: re2.compile(ELEMENT))
_key = _Late(lambda: re2.compile(KEY))

_MARK = b"[redacted:"
_LONGEST = 2048
_MOST_PASSES = 16
_COMMAND_LINE = 300
"""Bytes behind a program's name that are looked at for a password."""
_after_command = lazy_pattern(rb"[\n|;&]")
_WORD = rb"(?:'([^'\n]{1,256})'|\"([^\"\n]{1,256})\"|([^\s\"'|;&]{1,256}))"
_programs = tuple(name.split()[0].encode() for names in PROGRAMS.values() for name in names)
_said_value = lazy_pattern(rb"['\"`]([^\s'\"`]{6,256})['\"`]|([^\s\"'`]{6,256})")
_argument = {
    "user": lazy_pattern(
        rb"[ \t](?:-[A-Za-z]{0,8}u|--user|--proxy-user)[ \t=]{0,3}[\"']?[^\s:\"'$/]{1,64}:([^\s\"'|;&]{1,256})"
    ),
    "joined": lazy_pattern(rb"[ \t]-p" + _WORD),
    "p": lazy_pattern(rb"[ \t](?:-p|--password)[ \t=]{0,3}" + _WORD),
    "a": lazy_pattern(rb"[ \t](?:-a|--pass)[ \t=]{1,3}" + _WORD),
    "w": lazy_pattern(rb"[ \t]-w[ \t]{1,3}" + _WORD),
}
_bare = lazy_pattern(rb"[^\s\"`]{1,%d}" % _LONGEST)
_rest = lazy_pattern(rb"[^\s\"`]*")
# Values are short, so Python's own expressions may judge them; none of these backtracks far.
_placeholder = lazy_pattern(
    r"[\W_]{0,4}redacted(?:[:_-](?:private|api|token|password)|\W*$)"
    r"|[<$%{(\[|&@\\]|//|your[_ -]|my[_-]|.*example|.*placeholder|[*•.…x_?#-]+$"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?$"
    r"|(?:[\w%.-]{1,99}/){1,9}[\w%.-]{1,99}\.md$",
    re.IGNORECASE,
)
"""A time, too: it stands behind what was said, `rotate the secret", "at": "2026-…"`. And where a note of that name was
moved: `the-wifi-password → memory/archive/knowledge-2026-11-30.md`."""
_code = lazy_pattern(
    r"[A-Za-z_][A-Za-z0-9_.]*[(\[{]"
    r"|(?:os|sys|process|self|this|config|cfg|settings|env|req|request|args|opts|options|ctx|app|secrets|vars|params|data"
    r"|response|user|form|input)\.[A-Za-z_]"
)
_camel_case = lazy_pattern(r"[a-z][A-Za-z]*(?:Password|Token|Secret|Key)")
_named_in_code = frozenset(
    {"pass", "password", "passwd", "passphrase", "pwd", "token", "tokens", "secret", "secrets", "key", "keys", "apikey"}
)
_plain_word = lazy_pattern(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_goes_on = lazy_pattern(rb"[ \t]+(?:[\w(\x80-\xff]|\[redacted:)")
_next_key = lazy_pattern(rb"[ \t]+(?:(?:and|und|or|with)[ \t]+)?[\w-]+(?:[ \t]+[\w-]+)?[ \t]*[:=]")
_next_parameter = lazy_pattern(rb"[&;][A-Za-z_][A-Za-z0-9_.-]*=")
_next_line = lazy_pattern(rb"\r?\n[ \t]{0,8}([!-9;<>-~]{6,128})[ \t]*(?:\r?\n|$)")
_phrase = lazy_pattern(rb"([a-z][a-z0-9]{2,}(?: [a-z][a-z0-9]{2,}){3,7})[.]?[ \t]*(?:\r?\n|$)")
_measure = lazy_pattern(r"[0-9]+-[A-Za-z]+|[0-9.:-]+")
_api_key = lazy_pattern(r"api[_-]?keys?", re.IGNORECASE)
_reference = lazy_pattern(r"(?:[~.]?/|[A-Za-z0-9_-]+/).*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def redact(text: str) -> tuple[str, list[tuple[SecretKind, int]]]:
    """The text with each secret replaced by `[redacted:<kind>]`, and how many of each kind there were."""
    if len(text) < SHORT and _is_harmless(text):
        return text, []
    # In bytes, since RE2 would count the characters of a str anew for each search.
    data = text.encode("utf-8", "surrogatepass")
    if _hint.Match(data) is None:
        return text, []
    counts: Counter[SecretKind] = Counter()
    # What was taken out can change how its surroundings read; in practice the second pass finds nothing.
    for _ in range(_MOST_PASSES):
        finders = (_formatted, _assigned, _commanded, _enclosed, _keys, _said, _accounts, codes_in)
        spans = _merged([_whole(data, span) for find in finders for span in find(data)])
        if not spans:
            break
        counts.update(kind for _, _, kind in spans)
        data = _replaced(data, spans)
    if not counts:
        return text, []
    return data.decode("utf-8", "surrogatepass"), [(kind, counts[kind]) for kind in SECRET_KINDS if counts[kind]]


def may_hold_secrets(text: str | bytes) -> bool:
    """False when `redact` would find nothing in the text, nor in any part of it; other threads run meanwhile.

    Not while a short text is looked at: after each of many these would have to be waited for.
    """
    if isinstance(text, str) and len(text) < SHORT and _is_harmless(text):
        return False
    return _hint.Match(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text) is not None


def may_name_a_secret(text: str) -> bool:
    """Whether a part of the text may be the name of what has a secret: `door code`. A short one may in any case."""
    return len(text) < SHORT or _names.Match(text.encode("utf-8", "surrogatepass")) is not None


def _is_harmless(text: str) -> bool:
    """Whether a short text has neither a word that names a secret nor one that is long enough to be one."""
    folded = text.lower()
    for hint in SHORT_HINTS:
        if hint in folded:
            return False
    return max(map(len, text.split()), default=0) < SHORTEST_FORMAT


def _formatted(data: bytes) -> Iterator[_Span]:
    """Secrets that are known by their form."""
    groups: Mapping[str, int] = _formats.groupindex
    for match in _formats.finditer(data):
        kind = _kind_of(match, groups)
        part = next((part for part in ("credentials", "in_url") if match[groups[part]] is not None), kind)
        start, end = match.span(groups[part])
        if not data.startswith(_MARK, start) and not (kind == "password" and _is_placeholder(data[start:end])):
            yield start, end, kind


def _assigned(data: bytes) -> Iterator[_Span]:
    """Secrets that somebody gave a name."""
    taken = 0
    flags = _flag.finditer(data) if b"--" in data else ()
    for match in sorted((*_assignment.finditer(data), *flags), key=_start_of):
        if match.start() < taken:
            continue
        assignment = _Assignment(data, match)
        start, end = assignment.quoted() or assignment.bare()
        if start < end:
            taken = end
            yield start, end, assignment.kind


def _commanded(data: bytes) -> Iterator[_Span]:
    """Passwords on the command line of programs that take them there."""
    if not any(hint in data for hint in _programs):
        return
    groups: Mapping[str, int] = _command.groupindex
    for command in _command.finditer(data):
        begin = command.end() - 1
        form = next(form for form in PROGRAMS if command[groups[form]] is not None)
        for match in _argument[form].finditer(data, begin, begin + _COMMAND_LINE):
            group = match.lastindex or 0
            if _after_command.search(data, begin, match.start()) is None and not _is_placeholder(match[group]):
                yield *match.span(group), "password"


def _said(data: bytes) -> Iterator[_Span]:
    """Secrets in plain speech: `the password hunter2x`, `changed the admin password to hunter2x`."""
    for expression in (_turned, _plain):
        groups: Mapping[str, int] = expression.groupindex
        for match in expression.finditer(data):
            kind = _kind_of(match, groups)
            name = match[groups[kind]].decode("utf-8", "replace").casefold()
            found = _said_value.match(data, match.end())
            if found is None or name.strip("_-") == "pass":
                continue
            start, end = found.span(found.lastindex or 0)
            value = _trimmed(data[start:end])
            if _is_made(value.decode("utf-8", "replace"), 6 if kind == "password" else 16):
                yield start, start + len(value), kind


def _accounts(data: bytes) -> Iterator[_Span]:
    """The password behind the name of an account: `login mara / hunter2x`, `root:toor`."""
    groups: Mapping[str, int] = _login.groupindex
    for match in _login.finditer(data):
        start = match.start(groups["password"])
        value = _trimmed(match[groups["password"]])
        word = value.decode("utf-8", "replace")
        # `login signup/reset`, `login host:8080`: only a tight colon may stand before a plain word.
        named = match[groups["separator"]] == b":" and not word.isdigit() and word.casefold() not in SAYS_NOTHING
        if _is_made(word, 6) or (named and len(word) >= 3 and not _placeholder.match(word) and not _code.match(word)):
            yield start, start + len(value), "password"
    if b"root:" in data:
        for match in _root.finditer(data):
            word = match[1].decode("utf-8", "replace").rstrip(".!?")
            before = data[max(0, match.start() - 80) : match.start() + 1]
            harmless = word.isdigit() or len(word) < 3 or word.casefold() in GROUPS or word.casefold() in SAYS_NOTHING
            if not harmless and not _placeholder.match(word) and _owners.search(before) is None:
                yield match.start(1), match.start(1) + len(word.encode()), "password"


def _enclosed(data: bytes) -> Iterator[_Span]:
    """`<password>…</password>`."""
    if b"</" not in data:
        return
    groups: Mapping[str, int] = _element.groupindex
    for match in _element.finditer(data):
        kind, value = _kind_of(match, groups), match[groups["content"]].decode("utf-8", "replace")
        # What has spaces is text of a page about it.
        says = (
            not _placeholder.match(value)
            and value.casefold() not in SAYS_NOTHING
            and len(value.split()) == 1
            and 3 <= len(value) <= _LONGEST
        )
        if says and (_looks_made(value) or (kind == "password" and not _is_name(value))):
            yield *match.span(groups["content"]), kind


def _keys(data: bytes) -> Iterator[_Span]:
    """`STRIPE_KEY=…` of an environment."""
    if b"_KEY" not in data:
        return
    groups: Mapping[str, int] = _key.groupindex
    for match in _key.finditer(data):
        value = match[groups["key"]].decode()
        last = match[groups["name"]].rpartition(b"_")[2].decode()
        mixed = any(letter.isdigit() for letter in value) and any(letter.isalpha() for letter in value)
        if mixed and last not in NO_KEYS and not _reference.fullmatch(value) and not _placeholder.match(value):
            yield *match.span(groups["key"]), "api_key"


def _kind_of(match: Any, groups: Mapping[str, int]) -> SecretKind:
    return next(kind for kind in SECRET_KINDS if match[groups[kind]] is not None)


def _start_of(match: Any) -> int:
    start: int = match.start()
    return start


class _Assignment:
    """A name of a secret and what stands behind it."""

    def __init__(self, data: bytes, match: Any) -> None:
        self._data = data
        self._at: int = match.end()
        groups: Mapping[str, int] = _assignment.groupindex  # that of flags is the same
        self.kind = _kind_of(match, groups)
        separator: str = match[groups["separator"]].decode("utf-8", "replace")
        self._name: str = match[groups[self.kind]].decode("utf-8", "replace")
        self._tight = separator == "="
        self._flag = separator.isspace()
        separator = separator.strip()
        self._in_words = separator.lstrip(" ,")[:1].isalpha() and not separator.endswith(":")
        self._turned = separator.removesuffix(":").endswith("to")
        self._colon = separator.endswith((":", "："))

    def quoted(self) -> tuple[int, int] | None:
        """The span of a value in quotes, empty if it is no secret; None when there are no quotes."""
        data = self._data
        start = self._at + (data[self._at : self._at + 1] == b"\\")
        quote = data[start : start + 1]
        if not quote or quote not in b"\"'`":
            return None
        start += 1
        end = data.find(quote, start, start + _LONGEST)
        if end < 0 or b"\n" in data[start:end]:
            self._at = start
            return None
        value = data[start:end].rstrip(b"\\").decode("utf-8", "replace")
        return (start, end - data[start:end].endswith(b"\\")) if self._quoted_secret(value) else (0, 0)

    def bare(self) -> tuple[int, int]:
        """The span of a value without quotes, empty if it is no secret."""
        if self._turned and self.kind != "password":
            return 0, 0
        found = _bare.match(self._data, self._at)
        if found is None:
            return self._below()
        words = self._words()
        if words is not None:
            return self._at, words
        value = _trimmed(found.group())
        end = self._at + len(value)
        if not self._bare_secret(value.decode("utf-8", "replace"), self._data[end : end + 80]):
            return 0, 0
        if len(value) == _LONGEST:
            end = _rest.match(self._data, end).end()  # type: ignore[union-attr]  # it matches nothing, too
        return self._at, end

    def _below(self) -> tuple[int, int]:
        """The span of a password that stands alone on the next line, when it looks like one."""
        found = _next_line.match(self._data, self._at) if self._colon and self.kind == "password" else None
        if found is None:
            return 0, 0
        value = found[1].decode("utf-8", "replace")
        mixed = any(letter.isdigit() for letter in value) and any(letter.isalpha() for letter in value)
        if not mixed or len(value) < 6 or _placeholder.match(value) or _code.match(value):
            return 0, 0
        return found.span(1)

    def _words(self) -> int | None:
        """The end of a passphrase of several words, to the end of its line; None when it reads like prose."""
        is_phrase = self._name.casefold() == "passphrase"
        if self.kind != "password" or not (self._colon or is_phrase):
            return None
        found = _phrase.match(self._data, self._at)
        if found is None:
            return None
        words = found[1].decode().split(" ")
        return found.end(1) if TALK.isdisjoint(words) else None

    def _quoted_secret(self, value: str) -> bool:
        if _placeholder.match(value) or value.casefold() in SAYS_NOTHING:
            return False
        if self._name.casefold() == "pass":
            return self._after_pass(value)
        if self.kind == "password":
            return len(value) >= 3 and value.count(" ") < 6 and not value.startswith(" ")
        return " " not in value and _looks_made(value)

    def _bare_secret(self, value: str, behind: bytes) -> bool:
        if len(value) < 3 or value.casefold() in SAYS_NOTHING:
            return False
        if _placeholder.match(value) or _code.match(value) or _is_name(value):
            return False
        if self._flag:
            return not value.startswith("-")
        if self._name.casefold() == "pass":
            return self._after_pass(value)
        if self._turned and _measure.fullmatch(value):
            return False
        # NAME=word stands in a shell or a URL; a word after a colon may be the first of a sentence.
        in_shell = self._tight and behind[:1] not in (b",", b")")
        if self.kind != "password" or self._in_words:
            if _looks_made(value) or (in_shell and len(value) >= 8 and not value.isdigit()):
                return True
            return self._api_key_alone(value, behind)
        if in_shell or not _plain_word.fullmatch(value):
            return True
        return _goes_on.match(behind) is None or _next_key.match(behind) is not None

    def _after_pass(self, value: str) -> bool:
        """`pass: 5 tests` is no password, and neither is `PASS: test_x`."""
        mixed = any(letter.isdigit() for letter in value) and any(letter.isalpha() for letter in value)
        if not mixed or len(value) < 6 or self._name.isupper() > self._tight:
            return False
        if any(letter in "!@#$%^&*?" for letter in value):
            return not any(letter in "/()[]{}<>\\" for letter in value)
        return value.isalnum() and (self._tight or not self._in_words)

    def _api_key_alone(self, value: str, behind: bytes) -> bool:
        """`api_key: abcdefgh`: written as a program writes it, with nothing else on the line."""
        if not _api_key.fullmatch(self._name) or self._in_words or not value.isalpha() or not value.islower():
            return False
        return len(value) >= 8 and value not in TALK and behind[:1] in (b"", b"\n", b"\r")


def _is_placeholder(value: bytes) -> bool:
    return _placeholder.match(value.decode("utf-8", "replace")) is not None


def _is_name(value: str) -> bool:
    """Whether it is the name of a variable that holds the secret, as in `password=user_password`."""
    parts = re.split(r"[_.-]", value)
    if _camel_case.fullmatch(value):
        return True
    return "".join(parts).isalpha() and any(part.casefold() in _named_in_code for part in parts)


def _trimmed(value: bytes) -> bytes:
    """The bare value without what belongs to the sentence or the URL around it."""
    parameter = _next_parameter.search(value)
    if parameter is not None:
        value = value[: parameter.start()]
    return value if value.startswith(_MARK) else value.rstrip(b".,;:?)]}>'*")


def _looks_made(value: str) -> bool:
    """Whether it was made by a machine or with care: no word of a language, no count."""
    if value.isdigit():
        return len(value) >= 12
    has_digit = any(letter.isdigit() for letter in value)
    return (has_digit and len(value) >= 6) or (len(value) >= 16 and not _plain_name(value))


def _is_made(value: str, least: int) -> bool:
    """Whether a word that nothing marks as a value can only be one: letters and digits mixed, no name of anything."""
    mixed = any(letter.isdigit() for letter in value) and any(letter.isalpha() for letter in value)
    known = _standards.match(value) or _placeholder.match(value) or _code.match(value) or _measure.fullmatch(value)
    known = known or value.casefold() in SAYS_NOTHING
    return mixed and least <= len(value) <= 256 and not known and not _reference.fullmatch(value)


def _plain_name(value: str) -> bool:
    return value.replace("_", "").replace("-", "").replace(".", "").isalpha() and (value.islower() or value.isupper())


def _merged(spans: list[_Span]) -> list[_Span]:
    """In order, and those that overlap as one, of the kind that begins first (of two: a known format)."""
    merged: list[_Span] = []
    for start, end, kind in sorted(spans, key=lambda span: span[0]):
        if merged and start < merged[-1][1]:
            first = merged[-1]
            merged[-1] = (first[0], max(first[1], end), first[2])
        else:
            merged.append((start, end, kind))
    return merged


def _whole(data: bytes, span: _Span) -> _Span:
    """The span with the characters whole in which it begins and ends: RE2 takes a lone surrogate for three."""
    start, end, kind = span
    while data[start] & 0xC0 == 0x80:
        start -= 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end += 1
    return start, end, kind


def _replaced(data: bytes, spans: list[_Span]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for start, end, kind in spans:
        parts += (data[at:start], b"%b%b]" % (_MARK, kind.encode()))
        at = end
    parts.append(data[at:])
    return b"".join(parts)
