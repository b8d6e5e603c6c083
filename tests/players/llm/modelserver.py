"""A server on this machine that speaks the wire formats of Anthropic's messages and OpenAI's chat completions.

It is no language model: it chooses by a hash of the question. What goes wrong is scripted, request by request, and
requests that a real server would refuse are refused here too.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

KEY = "test-key"
LABEL = "the local test server of Croupier (tests/players/llm/modelserver.py), which is no language model"

TROUBLE = {
    "429": (429, "rate_limit_error", "Number of requests has exceeded your rate limit"),
    "500": (500, "api_error", "Internal server error"),
    "529": (529, "overloaded_error", "Overloaded"),
    "401": (401, "authentication_error", "invalid x-api-key"),
    "404": (404, "not_found_error", "model: some-model"),
    "temperature": (400, "invalid_request_error", "`temperature` is deprecated for this model."),
    "response_format": (400, "invalid_request_error", "'response_format' is not supported with this model."),
}


SPOILT = {
    "html": ("text/html", b"<html><body>502 Bad Gateway</body></html>"),
    "broken": ("application/json", b'{"id": "x", "choices": [{"mess'),
    "empty": ("application/json", b""),
    "null": ("application/json", b"null"),
    "other form": ("application/json", b'{"ok": true}'),
}
"""Answers with the status 200 that are none: their types and bodies."""


class ModelServer:
    """What it will do, and what it was asked."""

    def __init__(self) -> None:
        self.script: list[str] = []
        """For each request to come: a name in TROUBLE, "truncated", "nonsense", "prose", "illegal", "hang up", "broken
        stream", "silence" until `awake` is set, a name in SPOILT, "dropped" (the connection ends midway), "drips"
        until `awake` is set, "tool call", or a text to answer with. When it is empty answers are right."""
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.url = ""
        self.awake = Event()
        self.extra: dict[str, dict[str, Any]] = {}
        """What is added to the usage and the message of a completion."""

    def next(self) -> str:
        return self.script.pop(0) if self.script else ""


def choose(question: str) -> dict[str, Any]:
    """A move by a hash of the question."""
    moves = re.findall(r"^(\d+)\. (.*)$", question.partition("Your legal moves")[2], re.MULTILINE)
    number, text = moves[int(sha256(question.encode()).hexdigest(), 16) % len(moves)]
    return {"thinking": f"Among {len(moves)} moves a hash of the question says {text}.", "move": int(number)}


def said(act: str, question: str) -> str:
    right = choose(question)
    match act:
        case "":
            return json.dumps(right)
        case "truncated":
            return json.dumps(right)[:30]
        case "nonsense":
            return "As a card player I find all of these wonderful."
        case "prose":
            return f"Let me think. {right['thinking']}\n\n**Move: {right['move']}**"
        case "illegal":
            return json.dumps({"thinking": "I want more.", "move": 9999})
        case _:
            return act


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.model.requests.append(body)
        self.model.paths.append(self.path)
        claude = self.path == "/v1/messages"
        problem = self._problem(body, claude)
        act = self.model.next()
        if problem:
            return self._error(claude, 400 if "key" not in problem else 401, "invalid_request_error", problem)
        if act in TROUBLE:
            return self._error(claude, *TROUBLE[act])
        if act == "silence":
            self.model.awake.wait(30)
            act = "hang up"
        if act == "hang up":
            self.close_connection = True
            return self.connection.close()
        if act in SPOILT:
            return self._bytes(200, *SPOILT[act])
        if act == "drips":
            return self._drip()
        question = next(m["content"] for m in body["messages"] if m["role"] == "user")
        text = said("" if act in ("broken stream", "dropped", "tool call") else act, question)
        tokens_in = sum(len(str(m["content"])) for m in body["messages"]) // 4
        tokens_out = len(text) // 4
        cut = act == "truncated"
        if body.get("stream"):
            events = _claude_events if claude else _openai_events
            told = list(events(body, text, tokens_in, tokens_out, cut))
            if act == "tool call":
                told = [_as_tool_call(name, data) for name, data in told]
            told = told[:4] if act == "dropped" else told
            return self._stream(iter(told), claude, broken=act == "broken stream")
        answer = _claude_message if claude else _openai_completion
        whole = answer(body, text, tokens_in, tokens_out, cut)
        if not claude:
            whole["usage"] |= self.model.extra.get("usage", {})
            whole["choices"][0]["message"] |= self.model.extra.get("message", {})
        if act == "tool call" and claude:
            whole["content"] = [{"type": "tool_use", "id": "t1", "name": "answer", "input": json.loads(text)}]
        elif act == "tool call":
            call = {"id": "t1", "type": "function", "function": {"name": "answer", "arguments": text}}
            whole["choices"][0]["message"] |= {"content": None, "tool_calls": [call]}
        data = json.dumps(whole).encode()
        return self._bytes(200, "application/json", data, missing=50 if act == "dropped" else 0)

    def _problem(self, body: dict[str, Any], claude: bool) -> str:
        if claude:
            if KEY not in (
                self.headers.get("x-api-key"),
                self.headers.get("authorization", "").removeprefix("Bearer "),
            ):
                return "invalid x-api-key"
            if not self.headers.get("anthropic-version"):
                return "anthropic-version: header is required"
            if body.get("thinking", {}).get("type") not in (None, "disabled", "adaptive"):
                return "thinking: unknown type"
            unknown = set(body) - {
                "model", "max_tokens", "messages", "system", "stream", "temperature", "output_config", "thinking",
            }  # fmt: skip
        else:
            if self.headers.get("authorization") not in (f"Bearer {KEY}", "Bearer none"):
                return "Incorrect API key provided"
            unknown = set(body) - {
                "model", "max_tokens", "max_completion_tokens", "messages", "stream", "stream_options", "temperature",
                "response_format",
            }  # fmt: skip
        if unknown:
            return f"{sorted(unknown)[0]}: Extra inputs are not permitted"
        roles = [message["role"] for message in body["messages"] if message["role"] != "system"]
        if roles != [("user", "assistant")[i % 2] for i in range(len(roles))] or roles[-1] != "user":
            return "messages: roles must alternate and end with user"
        if claude and any(message["role"] == "system" for message in body["messages"]):
            return "messages: use the top-level system parameter"
        return ""

    def _error(self, claude: bool, status: int, kind: str, text: str) -> None:
        error = {"type": kind, "message": text}
        body = {"type": "error", "error": error} if claude else {"error": {**error, "param": None, "code": None}}
        self._json(status, body, {"retry-after": "0"} if status in (429, 500, 529) else {})

    def _json(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        self._bytes(status, "application/json", json.dumps(body).encode(), headers)

    def _bytes(
        self, status: int, kind: str, data: bytes, headers: dict[str, str] | None = None, missing: int = 0
    ) -> None:
        """Send a body; without its last bytes the connection ends."""
        self.send_response(status)
        for name, value in {"content-type": kind, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) - missing])
        self.close_connection = missing > 0

    def _drip(self) -> None:
        """Send a little again and again, and never the end."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        while not self.model.awake.wait(0.02):
            try:
                self.wfile.write(b": wait\n\n")
            except OSError:
                return

    def _stream(self, events: Iterator[tuple[str, Any]], claude: bool, broken: bool) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for number, (name, data) in enumerate(events):
            if broken and number == 2:
                error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
                name, data = "error", error if claude else {"error": error["error"]}
            head = f"event: {name}\n" if claude else ""
            text = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write(f"{head}data: {text}\n\n".encode())
            if broken and number == 2:
                return

    def log_message(self, format: str, *args: Any) -> None:
        return


def _claude_message(body: Any, text: str, tokens_in: int, tokens_out: int, cut: bool) -> dict[str, Any]:
    return {
        "id": "msg_test",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [{"type": "text", "text": text}],
        "stop_reason": "max_tokens" if cut else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": tokens_in, "output_tokens": tokens_out},
    }


def _claude_events(body: Any, text: str, tokens_in: int, tokens_out: int, cut: bool) -> Iterator[tuple[str, Any]]:
    message = _claude_message(body, "", tokens_in, 1, cut)
    yield "message_start", {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    block = {"type": "text", "text": ""}
    yield "content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}
    yield "ping", {"type": "ping"}
    for part in re.findall(r".{1,7}", text, re.DOTALL):
        delta = {"type": "text_delta", "text": part}
        yield "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
    yield "content_block_stop", {"type": "content_block_stop", "index": 0}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": stop, "usage": {"output_tokens": tokens_out}}
    yield "message_stop", {"type": "message_stop"}


def _openai_completion(body: Any, text: str, tokens_in: int, tokens_out: int, cut: bool) -> dict[str, Any]:
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, "refusal": None},
                "logprobs": None,
                "finish_reason": "length" if cut else "stop",
            }
        ],
        "usage": _openai_usage(tokens_in, tokens_out),
    }


def _openai_usage(tokens_in: int, tokens_out: int) -> dict[str, int]:
    return {"prompt_tokens": tokens_in, "completion_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}


def _openai_events(body: Any, text: str, tokens_in: int, tokens_out: int, cut: bool) -> Iterator[tuple[str, Any]]:
    head = {"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}

    def chunk(delta: Any, finish: str | None = None) -> tuple[str, Any]:
        return "", {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], "usage": None}

    yield chunk({"role": "assistant", "content": ""})
    for part in re.findall(r".{1,7}", text, re.DOTALL):
        yield chunk({"content": part})
    yield chunk({}, "length" if cut else "stop")
    if body.get("stream_options", {}).get("include_usage"):
        yield "", {**head, "choices": [], "usage": _openai_usage(tokens_in, tokens_out)}
    yield "", "[DONE]"


def _as_tool_call(name: str, data: Any) -> tuple[str, Any]:
    """A piece of an answer as a piece of a tool call."""
    if not isinstance(data, dict):
        return name, data
    if data.get("type") == "content_block_start":
        return name, {**data, "content_block": {"type": "tool_use", "id": "t1", "name": "answer", "input": {}}}
    if data.get("type") == "content_block_delta":
        return name, {**data, "delta": {"type": "input_json_delta", "partial_json": data["delta"]["text"]}}
    for choice in data.get("choices", []):
        if (text := choice["delta"].pop("content", None)) is not None:
            function = {"name": "answer", "arguments": text}
            choice["delta"]["tool_calls"] = [{"index": 0, "id": "t1", "type": "function", "function": function}]
    return name, data


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """The server for as long as the block lasts."""
    model = ModelServer()
    handler = type("Handler", (_Handler,), {"model": model})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.awake.set()
        server.shutdown()
        server.server_close()
        thread.join()
