"""The message catalog for `journalctl -x`, made from the events: `python -m memoryd.process.catalog > FILE`."""

from __future__ import annotations

from memoryd.process.events import EVENTS


def catalog_text() -> str:
    """The catalog file's text."""
    head = "# Made from memoryd/process/events.py. Texts for: journalctl -x -u memoryd\n"
    entries = (
        f"-- {event.message_id}\nSubject: {event.subject}\nDefined-By: memoryd\n"
        f"Documentation: man:memoryd(8)\n\n{event.text}\n"
        for event in EVENTS.values()
    )
    return "\n".join((head, *entries))


if __name__ == "__main__":
    print(catalog_text(), end="")
