"""A language model that needs no network: answers each turn with the next of its texts, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]


class Model(ThreadingHTTPServer):
    """Speaks Anthropic's messages, OpenAI's responses and chat completions, streamed or not, at `url`."""

    daemon_threads = True

    def __init__(self, answers: Sequence[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked: list[Json] = []
        self.answers = list(answers)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self) -> str:
        """The next answer; the last one for ever."""
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        super().__exit__(*error)


class _Handler(BaseHTTPRequestHandler):
    server: Model
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        self._json({"data": [{"id": "stub", "object": "model"}], "models": []})

    def do_HEAD(self) -> None:
        self._json({})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith("/count_tokens"):
            self._json({"input_tokens": 10})
        elif path.endswith("/messages"):
            self._turn(asked, _messages)
        elif path.endswith("/responses"):
            self._turn(asked, _responses)
        elif path.endswith("/chat/completions"):
            self._turn(asked, _completions)
        else:
            self._json({})

    def _turn(self, asked: Json, form: Any) -> None:
        self.server.asked.append({"path": self.path, **asked})
        whole, events = form(self.server.answer())
        if not asked.get("stream"):
            self._json(whole)
            return
        body = b"".join(_event(*each) for each in events)
        self._send(body, "text/event-stream")

    def _json(self, value: Json) -> None:
        self._send(json.dumps(value).encode(), "application/json")

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _event(name: str, data: Json | None) -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {'[DONE]' if data is None else json.dumps(data)}\n\n".encode()


def _messages(text: str) -> tuple[Json, Iterator[tuple[str, Json]]]:
    usage = {"input_tokens": 10, "output_tokens": 5}
    whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": "stub", "stop_reason": "end_turn",
             "stop_sequence": None, "usage": usage, "content": [{"type": "text", "text": text}]}  # fmt: skip

    def events() -> Iterator[tuple[str, Json]]:
        yield "message_start", {"type": "message_start", "message": whole | {"content": [], "stop_reason": None}}
        start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
        yield "content_block_start", start
        delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}
        yield "content_block_delta", delta
        yield "content_block_stop", {"type": "content_block_stop", "index": 0}
        end = {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage}
        yield "message_delta", end
        yield "message_stop", {"type": "message_stop"}

    return whole, events()


def _responses(text: str) -> tuple[Json, Iterator[tuple[str, Json]]]:
    item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": text, "annotations": []}]}  # fmt: skip
    usage = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
    whole = {"id": "r1", "object": "response", "status": "completed", "output": [item], "usage": usage}

    def events() -> Iterator[tuple[str, Json]]:
        yield "response.created", {"type": "response.created", "response": {"id": "r1"}}
        yield "response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}
        yield "response.completed", {"type": "response.completed", "response": whole}

    return whole, events()


def _completions(text: str) -> tuple[Json, Iterator[tuple[str, Json | None]]]:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    base = {"id": "c1", "created": 1, "model": "stub"}
    message = {"role": "assistant", "content": text}
    whole = {**base, "object": "chat.completion", "usage": usage,
             "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}  # fmt: skip

    def events() -> Iterator[tuple[str, Json | None]]:
        chunk = {**base, "object": "chat.completion.chunk"}
        yield "", {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}
        yield "", {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage}
        yield "", None

    return whole, events()
