"""`python -m contrib.demo [DIRECTORY]`: store a conversation, recall, kill -9, compare, edit by hand, see the files."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from contrib.demo import show
from contrib.demo.process import BIN, Daemon
from contrib.demo.source import Conversation, conversation
from memoryd.client import Client

PAGE = 500
BY_HAND = {"subject": "harbour museum", "predicate": "opens_at", "object": "half past ten on Thursdays"}


def store(client: Client, talk: Conversation) -> None:
    """Feed the conversation in, a session at a time, then the facts."""
    start = time.monotonic()
    for session_id, messages in talk.sessions.items():
        client.call("sessions.start", {"session_id": session_id, "agent": "demo"})
        for message in messages:
            client.call("sessions.append", {"session_id": session_id, "messages": [message]})
        client.call("sessions.end", {"session_id": session_id})
    for fact in talk.facts:
        client.call("facts.add", {**fact, "source": "demo"})
    seconds = time.monotonic() - start
    calls = talk.messages + len(talk.facts)
    show.line(f"{talk.messages} messages of {len(talk.sessions)} sessions and {len(talk.facts)} facts")
    show.line(f"{calls} durable writes, one after the other, in {seconds:.2f} s: each was on disk when it was answered")
    first = next(iter(talk.sessions.values()))[0]
    show.line(f'first message: {first.get("name", first["role"])}: "{show.short(first["content"], 80)}"')
    for fact in talk.facts[:2]:
        show.line(f"a fact:        {' / '.join(show.short(part, 60) for part in fact.values())}")


def ask(client: Client, talk: Conversation) -> None:
    """Recall the three questions and show why each result is there."""
    for question in talk.questions:
        params = {"query": question.text, "k": 3, "explain": True}
        start = time.perf_counter()
        results = client.call("recall.search", params)["results"]
        took = (time.perf_counter() - start) * 1e3
        show.line(f"{question.text}   (its author's answer: {question.answer})   {took:.1f} ms")
        for rank, found in enumerate(results, 1):
            show.result(rank, found, any(text in found["text"] for text in question.evidence))
        show.line()


def pages(client: Client, method: str, params: dict[str, Any], name: str) -> list[Any]:
    """Everything that a paged method has."""
    items: list[Any] = []
    after = None
    while True:
        page = client.call(method, {**params, "limit": PAGE, **({"after": after} if after else {})})
        items += page[name]
        after = page.get("next")
        if not after:
            return items


def everything(client: Client, talk: Conversation) -> dict[str, Any]:
    """All messages and facts as the daemon has them, without what changes by looking."""
    return {
        "messages": [
            (session_id, message["content"])
            for session_id in talk.sessions
            for message in pages(client, "sessions.read", {"session_id": session_id}, "messages")
        ],
        "facts": sorted(
            (fact["id"], fact["subject"], fact["predicate"], fact["object"])
            for fact in pages(client, "facts.find", {}, "facts")
        ),
    }


def survive(daemon: Daemon, talk: Conversation) -> None:
    """kill -9, start, compare."""
    with Client(str(daemon.socket)) as client:
        before = everything(client, talk)
    pid = daemon.pid
    daemon.kill()
    seconds = daemon.start()
    with Client(str(daemon.socket)) as client:
        after = everything(client, talk)
    show.line(f"kill -9 {pid}; started again, first answer after {seconds:.2f} s")
    for name in before:
        lost = len(set(before[name]) - set(after[name]))
        show.line(f"{name:<9} before {len(before[name]):>5}   after {len(after[name]):>5}   missing {lost}")
    if before != after:
        raise SystemExit("something is missing: this is a bug, please report it")


def edit_by_hand(daemon: Daemon) -> None:
    """Append a line to facts.jsonl with the shell and wait until recall finds it."""
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    command = f"echo {shlex.quote(json.dumps(BY_HAND))} >> {shlex.quote(str(path))}"
    show.line(f"$ echo {shlex.quote(json.dumps(BY_HAND))} >> {path.relative_to(daemon.data)}")
    subprocess.run(["sh", "-c", command], check=True)
    start = time.monotonic()
    with Client(str(daemon.socket)) as client:
        while time.monotonic() - start < 10:
            results = client.call("recall.query", {"query": "when does the harbour museum open", "k": 1})["results"]
            if results and results[0]["subject"] == BY_HAND["subject"]:
                break
            time.sleep(0.01)
        else:
            raise SystemExit("a line appended by hand was not found within 10 s: this is a bug, please report it")
    show.line(f"found by recall {time.monotonic() - start:.2f} s later: {results[0]['text']}")
    while '"id"' not in (line := _last_line(path)) and time.monotonic() - start < 10:
        time.sleep(0.01)
    show.line(f"what was left out is filled in, in place: {show.short(line, 150)}")


def _last_line(path: Path) -> str:
    return path.read_text().splitlines()[-1]


def go_on(daemon: Daemon, folder: Path) -> None:
    """Print the commands by which a person goes on."""
    control = BIN / "memoryctl"
    start = [str(control)] if control.exists() else [sys.executable, "-m", "memoryd.cli"]

    def typed(words: list[str]) -> str:
        return shlex.join([word.removeprefix(f"{Path.cwd()}/") for word in words])

    show.line(f"{typed(daemon.command)} &")
    for words in (["recall", "harbour", "museum"], ["search", "what", "did", "we", "decide"], ["status"], ["--help"]):
        show.line(typed([*start, "--socket", str(daemon.socket), *words]))
    show.line(f"less {shlex.quote(str(daemon.data / 'knowledge-graph/facts.jsonl').removeprefix(f'{Path.cwd()}/'))}")
    show.line(f"(the demo's files stay in {folder}; the next demo begins by removing them)")


def main(arguments: list[str]) -> None:
    """Run the demo in the directory that is named, else in ./demo-data."""
    folder = Path(arguments[0] if arguments else "demo-data").absolute()
    if folder.exists():
        if not (folder / "memoryd.toml").exists():
            raise SystemExit(f"{folder} exists and is not of an earlier demo; name another directory")
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    daemon, talk, start = Daemon(folder / "data"), conversation(), time.monotonic()
    try:
        show.title("1. A daemon on an empty directory")
        show.line(f"first answer after {daemon.start():.2f} s, pid {daemon.pid}")
        show.title(f"2. Store {talk.title}")
        with Client(str(daemon.socket)) as client:
            store(client, talk)
            show.title("3. Recall")
            ask(client, talk)
        show.title("4. Kill it and start it again")
        survive(daemon, talk)
        show.title("5. Edit a file by hand")
        edit_by_hand(daemon)
        daemon.stop()
        show.title(f"6. The files in {daemon.data}")
        show.tree(daemon.data)
        show.title("7. Go on")
        go_on(daemon, folder)
        show.title(f"All of it in {time.monotonic() - start:.1f} s. Nothing is missing.")
    finally:
        daemon.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
