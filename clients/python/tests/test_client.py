"""Against the service at ENGRAM_URL, whose memory is empty: `python3 -m unittest discover clients/python`."""

import os
import unittest
from unittest.mock import patch

from engram_client import ApiError, create_engram, events

URL = os.environ["ENGRAM_URL"]
key = create_engram(URL)("POST /keys", body={"rights": ["read", "write", "admin"]})["key"]
engram = create_engram(URL, key)


class ClientTest(unittest.TestCase):
    def test_path_query_header_and_body(self) -> None:
        message = "My sister Annelie moved to Lyon."
        first = engram("POST /chat", body={"message": message}, header={"idempotency-key": "a/1"})
        again = engram("POST /chat", body={"message": message}, header={"idempotency-key": "a/1"})
        self.assertEqual(again["episodeId"], first["episodeId"])
        thread_id = first["conversationId"]
        title = "Family & friends"
        renamed = engram("PATCH /conversations/{id}", path={"id": thread_id}, body={"title": title})
        self.assertEqual(renamed["title"], title)
        listed = engram("GET /conversations", query={"q": "Family &", "limit": 5, "cursor": ""})
        self.assertEqual([one["id"] for one in listed["items"]], [thread_id])
        thread = engram("GET /conversations/{id}", path={"id": thread_id})
        self.assertEqual([one["userMessage"] for one in thread["episodes"]], [message])
        self.assertIsNone(engram("POST /memory/feedback", body={"id": first["episodeId"], "helpful": True}))

    def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(self) -> None:
        with patch.dict(os.environ, {"http_proxy": "http://127.0.0.1:9", "no_proxy": ""}):
            self.assertIn("status", create_engram(URL, key)("GET /health"))

    def test_an_id_with_a_slash_stays_one_part(self) -> None:
        with self.assertRaises(ApiError) as refused:
            engram("GET /memory/facts/{id}", path={"id": "a/b?c"})
        self.assertEqual((refused.exception.status, refused.exception.code), (404, "not_found"))

    def test_a_refusal_names_the_fields(self) -> None:
        with self.assertRaises(ApiError) as refused:
            engram("POST /memory/search", body={"q": ""})
        self.assertEqual(refused.exception.code, "invalid_request")
        self.assertEqual([one["field"] for one in refused.exception.fields], ["q"])

    def test_v1_refuses_in_the_same_words(self) -> None:
        with self.assertRaises(ApiError) as refused:
            engram("POST /v1/chat/completions", body={"messages": []})
        self.assertEqual((refused.exception.status, refused.exception.code), (400, "invalid_request"))

    def test_streams(self) -> None:
        with engram.open("POST /chat", body={"message": "Hello"}, accept="text/event-stream") as response:
            names = [name for name, _ in events(response)]
        self.assertEqual((names[0], names[-1]), ("accepted", "done"))

    def test_files(self) -> None:
        engram("POST /memory/episodes", body={"text": "Annelie likes pears."})
        with engram.open("GET /memory/export") as response:
            exported = response.read()
        self.assertGreater(len(exported.splitlines()), 2)
        kind = "application/x-ndjson"
        with engram.open("POST /memory/import", query={"dryRun": "true"}, body=exported, content_type=kind) as taken:
            self.assertEqual(taken.status, 200)

    def test_without_the_key_it_is_refused(self) -> None:
        with self.assertRaises(ApiError) as refused:
            create_engram(URL)("GET /memory/stats")
        self.assertEqual(refused.exception.code, "unauthorized")
