"""Calls the routes of a service, with nothing but the standard library."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from http.client import HTTPResponse
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

from .schema import Engram

JSON_TYPE = "application/json"
ON_THIS_MACHINE = re.compile(r"https?://(localhost|127\.[\d.]+|\[::1\])(?=[:/]|$)", re.IGNORECASE)


class ApiError(Exception):
    """A refusal in the words of the service (RFC 9457). `code` is stable; `fields` are those at fault."""

    def __init__(self, status: int, code: str, detail: str, fields: list[dict[str, str]]) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.fields = fields


class Event(NamedTuple):
    """One server-sent event; `data` is what its JSON says."""

    name: str
    data: Any


def create_engram(url: str = "http://127.0.0.1:3000", key: str | None = None, timeout: float = 300) -> Engram:
    """`key` is an API key; none is needed on the machine of the service before the first key is made.

    `timeout`, seconds, is how long the service may say nothing.
    """
    return _Client(url.rstrip("/"), key, timeout)


def events(response: Iterable[bytes]) -> Iterator[Event]:
    """The events of a stream, as they come."""
    name, data = "message", []
    for line in response:
        field, _, value = line.decode().rstrip("\r\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif field == "" and data:
            yield Event(name, json.loads("\n".join(data)))
            name, data = "message", []


class _Client:
    def __init__(self, url: str, key: str | None, timeout: float) -> None:
        self._url = url
        self._key = key
        self._timeout = timeout
        # Proxies of the environment (HTTP_PROXY) do not lead back to this machine.
        self._opener = build_opener(*[ProxyHandler({})] if ON_THIS_MACHINE.match(url) else [])

    def __call__(self, route: str, **given: Any) -> Any:
        response = self.open(route, **given)
        if not response.headers.get("content-type", "").startswith(JSON_TYPE):
            return None if response.status == 204 else response
        with response:
            return json.load(response)

    def open(
        self,
        route: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        header: Mapping[str, str] | None = None,
        body: Any = None,
        accept: str | None = None,
        content_type: str | None = None,
    ) -> HTTPResponse:
        method, _, pattern = route.partition(" ")
        parts = path or {}
        address = re.sub(r"\{(\w+)\}", lambda match: quote(parts[match[1]], safe=""), pattern)
        asked = {name: value for name, value in (query or {}).items() if value not in (None, "")}
        headers = {
            "authorization": None if self._key is None else f"Bearer {self._key}",
            "accept": accept,
            "content-type": None if body is None else content_type or JSON_TYPE,
            **(header or {}),
        }
        request = Request(
            f"{self._url}{address}{'?' if asked else ''}{urlencode(asked)}",
            data=body if body is None or content_type is not None else json.dumps(body).encode(),
            headers={name: value for name, value in headers.items() if value is not None},
            method=method,
        )
        try:
            return self._opener.open(request, timeout=self._timeout)  # type: ignore[no-any-return]
        except HTTPError as error:
            raise _refusal(error) from None


def _refusal(error: HTTPError) -> ApiError:
    with error:
        try:
            problem = json.load(error)
        except ValueError:
            problem = {}
    # Routes of `/v1` refuse in OpenAI's shape.
    said = problem.get("error", {})
    detail = problem.get("detail") or said.get("message") or f"Engram answered {error.code}."
    code = problem.get("code") or said.get("code") or "internal"
    return ApiError(error.code, code, detail, problem.get("errors", []))
