"""Chat with Engram from Python, with nothing but the standard library."""

import json
import os
from urllib.request import Request, urlopen

URL = os.environ.get("ENGRAM_URL", "http://127.0.0.1:3000")
HEADERS = {
    "content-type": "application/json",
    "authorization": f"Bearer {os.environ.get('ENGRAM_KEY', 'none')}",
}


def ask(message: str) -> str:
    body = {"model": "engram", "messages": [{"role": "user", "content": message}]}
    request = Request(f"{URL}/v1/chat/completions", json.dumps(body).encode(), HEADERS)
    with urlopen(request) as response:
        return json.load(response)["choices"][0]["message"]["content"]


# Each call without a history is a conversation of its own: what is known comes from memory.
ask("My sister Annelie moved to Lyon.")
print(ask("Where does my sister live?"))
