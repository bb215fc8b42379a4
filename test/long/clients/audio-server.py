"""Speech to text with PocketSphinx and its English model, text to speech with espeak-ng, as OpenAI's audio API has them."""

import audioop
import email
import io
import json
import subprocess
import sys
import tempfile
import wave
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pocketsphinx import Decoder

RATE = 16_000


def words_of(recording: bytes) -> str:
    with wave.open(io.BytesIO(recording)) as sound:
        rate = sound.getframerate()
        frames = sound.readframes(sound.getnframes())
    resampled, _ = audioop.ratecv(frames, 2, 1, rate, RATE, None)
    decoder = Decoder(samprate=RATE)
    decoder.start_utt()
    decoder.process_raw(resampled, full_utt=True)
    decoder.end_utt()
    found = decoder.hyp()
    return "" if found is None else found.hypstr


def spoken(text: str) -> bytes:
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["espeak-ng", "-s", "140", "-w", file.name, text], check=True)
        return file.read()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path.endswith("/speech"):
            return self.answer("audio/wav", spoken(json.loads(body)["input"]))
        form = email.message_from_bytes(b"content-type: " + self.headers["content-type"].encode() + b"\r\n\r\n" + body)
        parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
        text = words_of(parts["file"].get_payload(decode=True))
        self.answer("application/json", json.dumps({"text": text}).encode())

    def answer(self, content_type: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
sys.stdout.flush()
server.serve_forever()
