"""memoryd.toml(5) and the example file, made from the table of keys."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from target import MADE, write

from memoryd.config.checks import ORDERED
from memoryd.config.keys import Key
from memoryd.config.load import SHORT_VARIABLES
from memoryd.config.model import KEYS, SECTIONS

_HEAD = r""".TH MEMORYD.TOML 5 "" memoryd "File formats"
.SH NAME
memoryd.toml \- configuration of memoryd
.SH SYNOPSIS
.I /etc/memoryd/memoryd.toml
.br
.I /etc/memoryd/memoryd.toml.d/*.toml
.br
.I $XDG_CONFIG_HOME/memoryd/memoryd.toml
(a user's own daemon)
.SH DESCRIPTION
TOML. The main file is read first, then the drop-ins beside it in the order of their names; a later value overrides
an earlier one. Every key is optional: without any file, memoryd runs with the defaults below.
.PP
A duration is a number of seconds or a text such as
.BR \(dq5m\(dq ,
.B \(dq30 min\(dq
or
.BR "\(dq1h 30min\(dq" .
A size is a number of bytes or a text such as
.BR "\(dq8 MiB\(dq" .
.PP
When anything is wrong, memoryd does not start (exit 78), or keeps its old configuration at a reload, and names
every fault with its file, line and key.
.B memoryd \-\-check
does the same without starting.
.SH PRECEDENCE
Flags override the environment, the environment overrides files, and files override defaults.
Any key can be set as
.BR MEMORYD_ \fISECTION\fP __ \fIKEY\fP,
such as
.BR MEMORYD_MEMORY_ORACLE__HALF_LIFE_DAYS=60 .
"""

_TAIL = r""".SH FILES AND PLACES
The data directory is the first of:
.BR \-\-data ,
.BR $MEMORYD_DATA ,
.BR memory_oracle.data_path ,
.BR $STATE_DIRECTORY ,
.IR /data/memory .
.PP
The socket is the first of:
.BR \-\-socket ,
.BR $MEMORYD_SOCKET ,
.BR daemon.socket_path ,
a socket passed by systemd,
.IR $RUNTIME_DIRECTORY/memoryd.sock ,
.I $XDG_RUNTIME_DIR/memoryd/memoryd.sock
for a user,
.IR /run/memoryd/memoryd.sock .
.SH SEE ALSO
.BR memoryd (8),
.BR memoryctl (1)
"""


def _roff(text: str) -> str:
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("§", "\\(sc")
    return "\\&" + safe if safe[:1] in (".", "'") else safe


def _entry(key: Key) -> str:
    spec = key.spec
    unit = f", in {spec.unit}" if spec.unit else ""
    begin = spec.doc[0] if spec.doc.startswith(f"{spec.default}:") else spec.doc[0].upper()
    lines = [
        ".TP",
        f".B {_roff(key.name)} = {_roff(spec.type.show(spec.default))}",
        _roff(f"{begin}{spec.doc[1:]}."),
        _roff(f"{spec.type.bounds[0].upper()}{spec.type.bounds[1:]}{unit}."),
    ]
    if spec.restart:
        lines.append("Takes effect at the next start.")
    return "\n".join(lines)


def manual() -> str:
    """memoryd.toml(5) as roff."""
    parts = [f'.\\" {MADE}', _HEAD.rstrip()]
    for variable, dotted in SHORT_VARIABLES.items():
        parts.append(f".TP\n.B ${variable}\nthe same as\n.B {_roff(dotted)}")
    parts.append(".SH KEYS")
    for section, kind in SECTIONS.items():
        parts.append(f".SS [{_roff(section)}]\n{_roff((kind.__doc__ or '').strip())}")
        parts += [_entry(key) for key in KEYS.values() if key.section == section]
    parts.append(".SH WHAT MUST FIT TOGETHER")
    parts += [
        f".TP\n.B {_roff(low)}\nmust be less than\n.BR {_roff(high)} ,\n{_roff(why)}." for low, high, why in ORDERED
    ]
    return "\n".join(parts) + "\n" + _TAIL


def example() -> str:
    """Every key with its default, commented out."""
    head = (
        "# memoryd's configuration. Every key is shown with its default; uncomment what you change.\n"
        "# Your own files in /etc/memoryd/memoryd.toml.d/*.toml are read after this one. See memoryd.toml(5).\n"
        "# Test a change with: memoryd --check    Apply it with: systemctl reload memoryd\n"
    )
    return "\n".join([head, *_example_sections()])


def _example_sections() -> Iterator[str]:
    for section, kind in SECTIONS.items():
        yield f"# {(kind.__doc__ or '').strip()}"
        yield f"[{section}]"
        for key in (key for key in KEYS.values() if key.section == section):
            unit = f" ({key.spec.unit})" if key.spec.unit else ""
            wait = "; next start" if key.spec.restart else ""
            yield from textwrap.wrap(f"{key.spec.doc}{unit}{wait}", 110, initial_indent="# ", subsequent_indent="# ")
            yield f"#{key.name} = {key.spec.type.show(key.spec.default)}"
        yield ""


if __name__ == "__main__":
    write({"packaging/man/memoryd.toml.5": manual(), "packaging/memoryd.toml": example()})
