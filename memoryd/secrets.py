"""Keys, tokens, passwords and private keys in text are replaced before the text is stored (rule 22).

They are found by known formats and by explicit assignments, never by entropy: hashes, uuids and ids stay as they are.
Every expression runs in linear time (RE2); what RE2 cannot say (this is a placeholder, that is prose) is said here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypedDict

import re2

from memoryd.patterns import pattern as lazy_pattern

SecretKind = Literal["private_key", "api_key", "token", "password"]
SECRET_KINDS: tuple[SecretKind, ...] = ("private_key", "api_key", "token", "password")


class Redacted(TypedDict):
    """How many secrets of one kind were replaced."""

    kind: SecretKind
    count: int


_Span = tuple[int, int, SecretKind]

_FORMATS: dict[SecretKind, tuple[str, ...]] = {
    "private_key": (
        # A block that was cut off has no END: then the lines that look like key material go.
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-[^-])*?-----END [A-Z0-9 ]{0,40}-----"
        r"|(?:[\s\\rn]{0,8}[A-Za-z0-9+/=]{16,})*)",
        r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
        r"PuTTY-User-Key-File-[23]:(?:.*\n)+?Private-MAC: [0-9a-f]+",
    ),
    "api_key": (
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
        r"sk-ant-[A-Za-z0-9_-]{16,}",
        r"sk-(?:proj|svcacct|admin|or|lf|[a-z]{2,6})-[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]{16,}",
        r"sk-[A-Za-z0-9]{32,}",
        r"AIza[0-9A-Za-z_-]{35}",
        r"[rsp]k_(?:live|test)_[0-9A-Za-z]{16,}",
        r"(?:gsk_|xai-|pplx-|r8_|tvly-(?:dev-|prod-)?|fw_|nvapi-)[A-Za-z0-9]{24,}",
        r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}",
        r"key-[0-9a-f]{32}",
        r"[0-9a-f]{32}-us[0-9]{1,2}",
        r"SK[0-9a-f]{32}",
        r"lin_api_[A-Za-z0-9]{32,}",
        r"(?:NRAK|PMAK)-[A-Za-z0-9-]{24,}",
    ),
    "token": (
        r"gh[pousr]_[A-Za-z0-9]{30,255}",
        r"github_pat_[A-Za-z0-9_]{22,255}",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[A-Za-z0-9_-]{20,}(?:\.[0-9a-z.]+)?",
        r"xox[abeprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}",
        r"xapp-[0-9]-[A-Za-z0-9-]{10,}",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{24,}",
        r"discord(?:app)?\.com/api/webhooks/[0-9]{5,}/[A-Za-z0-9_-]{40,}",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-[A-Za-z0-9_-]{32,}",
        r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
        r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
        r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
        r"hf_[A-Za-z0-9]{30,}",
        r"whsec_[A-Za-z0-9+/=]{24,}",
        r"dop_v1_[0-9a-f]{64}",
        r"dapi[0-9a-f]{32}",
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        r"sbp_[0-9a-f]{40}",
        r"glsa_[A-Za-z0-9_]{32,}",
        r"hv[sbr]\.[A-Za-z0-9_-]{24,}",
        r"ntn_[A-Za-z0-9]{40,}",
        r"figd_[A-Za-z0-9_-]{32,}",
        r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
        r"(?i:bearer|basic)[ \t]+(?P<credentials>[A-Za-z0-9._~+/-]*[0-9][A-Za-z0-9._~+/-]{11,}=*)",
    ),
    "password": (r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,128}:(?P<in_url>[^\s/@\"'<>]{1,256})@",),
}

_WORDS: dict[SecretKind, str] = {
    "private_key": r"private[_ -]?key",
    "api_key": r"api[_ -]?keys?|(?:access|account|signing|encryption|master|license)[_ -]?key(?:[_ -]?id)?"
    r"|secret[_ -]?(?:access[_ -]?)?key|(?:client|app|consumer|webhook)?[_ -]?secret|subscription[_ -]?key",
    "token": r"(?:access|auth|refresh|bearer|session|bot|csrf|api)?[_ -]?token",
    "password": r"pass(?:word|wd|phrase|code|wort)|pwd|kennwort|contraseña|senha|mot de passe|[_-]pass|\bpw",
}
_ABOUT = r"(?:[ \t]+(?:for|of|to|on|at|für|vom|de)[ \t]+[^:=\n]{1,40}?|[ \t]*\([^()\n]{1,40}\))?"
_SEPARATOR = (
    r"(?:[ \t]{0,8}(?:=>|->|:=|={1,2}|:)[*_]{0,3}[ \t]{0,8}|[ \t]+(?:is|ist|lautet|est|es|was)(?:[ \t]+now)?:?[ \t]+)"
)
_NAME = "(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _WORDS.items()) + ")"
_ASSIGNMENT = rf"(?i){_NAME}[0-9]{{0,3}}(?:\\?[\"'\])]|[*_`]){{0,3}}{_ABOUT}(?P<separator>{_SEPARATOR})"
# `--db-password VALUE`; any other word with a mere space behind it is prose.
_FLAG = rf"(?i)(?:^|[\s\"'`])--[A-Za-z0-9_-]{{0,40}}?{_NAME}(?P<separator>[ \t]{{1,8}})"

# One pass of a plain search decides for nearly every text that there is nothing to look for.
_HINT = (
    r"(?i:pass(?:word|wd|phrase|code|wort)|[_-]pass|pwd|kennwort|contraseña|senha|mot de passe|secret|token|\bpw\b"
    r"|(?:api|access|account|signing|encryption|master|license|private|subscription)[_ -]?key|bearer|basic )"
    r"|://[^\s/:@]{0,128}:[^\s/@]+@|-----BEGIN|AGE-SECRET|PuTTY|AKIA|ASIA|ABIA|ACCA|sk-|AIza|[rsp]k_(?:live|test)_"
    r"|gsk_|xai-|pplx-|r8_|tvly-|fw_|nvapi-|SG\.|key-[0-9a-f]|-us[0-9]|SK[0-9a-f]{8}|lin_api_|NRAK|PMAK|gh[pousr]_"
    r"|github_pat_|gl[a-z]{2,5}-|xox|xapp-|hooks\.slack|/webhooks/|npm_|pypi-|eyJ|:AA|\.[A-Za-z0-9_-]{6}\.|hf_"
    r"|whsec_|dop_v1_|dapi[0-9a-f]|shp[a-z]{2}_|sbp_|glsa_|hv[sbr]\.|ntn_|figd_|pat[A-Za-z0-9]{14}\."
)


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


_hint = _Late(lambda: _set_of(_HINT))
_SHORT = 400
_SHORT_HINTS = (
    "pass",
    "token",
    "key",
    "secret",
    "pw",
    "bearer",
    "basic",
    "kennwort",
    "contrase",
    "senha",
    "mot de",
    "://",
)
_SHORTEST_FORMAT = 16
_FORMAT = (
    r"(?:^|[^A-Za-z0-9])(?:"
    + "|".join(f"(?P<{kind}>{'|'.join(patterns)})" for kind, patterns in _FORMATS.items())
    + ")"
)
_formats = _Late(lambda: re2.compile(_FORMAT))
_assignment = _Late(lambda: re2.compile(_ASSIGNMENT))
_flag = _Late(lambda: re2.compile(_FLAG))

_MARK = b"[redacted:"
_LONGEST = 2048
_bare = lazy_pattern(rb"[^\s\"`]{1,%d}" % _LONGEST)
_rest = lazy_pattern(rb"[^\s\"`]*")
# Values are short, so Python's own expressions may judge them; none of these backtracks far.
_placeholder = lazy_pattern(
    r"\[redacted:|[<$%{(\[|&@\\]|//|your[_ -]|my[_-]|.*example|.*placeholder|[*•.…x_?#-]+$", re.IGNORECASE
)
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
_NO_SECRETS = (
    "yes no none null nil true false undefined unknown empty blank required optional string str text int number",
    "bytes bool any object secretstr secret hidden masked removed redacted n/a na tbd todo unset missing default ok",
    "correct wrong incorrect expired invalid valid reset changed updated forgotten lost strong weak strict short long",
    "here below above ask see same stored kept rotated revoked needed not",
)
_SAYS_NOTHING = frozenset(word for line in _NO_SECRETS for word in line.split())


def redact(text: str) -> tuple[str, list[tuple[SecretKind, int]]]:
    """The text with each secret replaced by `[redacted:<kind>]`, and how many of each kind there were."""
    if len(text) < _SHORT and _is_harmless(text):
        return text, []
    # In bytes, since RE2 would count the characters of a str anew for each search.
    data = text.encode("utf-8", "surrogatepass")
    if _hint.Match(data) is None:
        return text, []
    counts: Counter[SecretKind] = Counter()
    # What was taken out can change how its surroundings read; in practice the second pass finds nothing.
    for _ in range(4):
        spans = _merged([*_formatted(data), *_assigned(data)])
        if not spans:
            break
        counts.update(kind for _, _, kind in spans)
        data = _replaced(data, spans)
    if not counts:
        return text, []
    return data.decode("utf-8", "surrogatepass"), [(kind, counts[kind]) for kind in SECRET_KINDS if counts[kind]]


def may_hold_secrets(text: str | bytes) -> bool:
    """False when `redact` would find nothing in the text, nor in any part of it; other threads run meanwhile."""
    return _hint.Match(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text) is not None


def tally(findings: Iterable[Iterable[tuple[SecretKind, int]]]) -> list[Redacted]:
    """The counts of several texts as one reply's `redacted`."""
    total: Counter[SecretKind] = Counter()
    for finding in findings:
        for kind, count in finding:
            total[kind] += count
    return [{"kind": kind, "count": total[kind]} for kind in SECRET_KINDS if total[kind]]


def _is_harmless(text: str) -> bool:
    """Whether a short text has neither a word that names a secret nor one that is long enough to be one."""
    folded = text.lower()
    for hint in _SHORT_HINTS:
        if hint in folded:
            return False
    return max(map(len, text.split()), default=0) < _SHORTEST_FORMAT


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
        self._tight = separator == "="
        self._flag = separator.isspace()
        self._in_words = separator.strip()[:1].isalpha()

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
        found = _bare.match(self._data, self._at)
        if found is None:
            return 0, 0
        value = _trimmed(found.group())
        end = self._at + len(value)
        if not self._bare_secret(value.decode("utf-8", "replace"), self._data[end : end + 80]):
            return 0, 0
        if len(value) == _LONGEST:
            end = _rest.match(self._data, end).end()  # type: ignore[union-attr]  # it matches nothing, too
        return self._at, end

    def _quoted_secret(self, value: str) -> bool:
        if _placeholder.match(value) or value.casefold() in _SAYS_NOTHING:
            return False
        if self.kind == "password":
            return len(value) >= 3 and value.count(" ") < 6 and not value.startswith(" ")
        return " " not in value and _looks_made(value)

    def _bare_secret(self, value: str, behind: bytes) -> bool:
        if len(value) < 3 or value.casefold() in _SAYS_NOTHING:
            return False
        if _placeholder.match(value) or _code.match(value) or _is_name(value):
            return False
        if self._flag:
            return not value.startswith("-")
        # NAME=word stands in a shell or a URL; a word after a colon may be the first of a sentence.
        in_shell = self._tight and behind[:1] not in (b",", b")")
        if self.kind != "password" or self._in_words:
            return _looks_made(value) or (in_shell and len(value) >= 8 and not value.isdigit())
        if in_shell or not _plain_word.fullmatch(value):
            return True
        return _goes_on.match(behind) is None or _next_key.match(behind) is not None


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


def _replaced(data: bytes, spans: list[_Span]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for start, end, kind in spans:
        parts += (data[at:start], b"%b%b]" % (_MARK, kind.encode()))
        at = end
    parts.append(data[at:])
    return b"".join(parts)
