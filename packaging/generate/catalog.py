"""The message catalog for `journalctl -x`, made from the table of events."""

from __future__ import annotations

from target import MADE, write

from memoryd.process.events import EVENTS


def catalog() -> str:
    """The catalog file's text."""
    head = f"# {MADE} Texts for: journalctl -x -u memoryd\n"
    entries = (
        f"-- {event.message_id}\nSubject: {event.subject}\nDefined-By: memoryd\n"
        f"Documentation: man:memoryd(8)\n\n{event.text}\n"
        for event in EVENTS.values()
    )
    return "\n".join((head, *entries))


if __name__ == "__main__":
    write({"packaging/catalog/memoryd.catalog": catalog()})
