import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client, until } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Speech to text and back go to servers of their own, unchanged, through the address that clients know. */
type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

let audio: Server;
let answer: Answer;
let url: string;
let folder: TestFolder;
let service: TestService;
let openai: OpenAI;
const open = { requests: 0 };

beforeAll(async () => {
  audio = createServer((request, response) => {
    open.requests += 1;
    response.on("close", () => (open.requests -= 1));
    void buffer(request).then((body) => answer(request, body, response));
  });
  audio.listen(0, "127.0.0.1");
  await once(audio, "listening");
  url = `http://127.0.0.1:${(audio.address() as AddressInfo).port}`;
  folder = await testFolder();
  service = await startService(folder.path, {
    TRANSCRIPTION_URL: url,
    SPEECH_URL: `${url}/v1`,
    AUDIO_API_KEY: "sesame",
  });
  openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: "none", maxRetries: 0 });
});
afterAll(async () => {
  await service?.stop();
  audio?.close();
  await folder?.remove();
});
beforeEach(() => {
  answer = (_request, _body, response) => response.writeHead(500).end("no answer was set");
});

const SOUND = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251));
const recording = () => toFile(SOUND, "speech.wav", { type: "audio/wav" });

describe("a recording", () => {
  test("arrives byte by byte with its fields and the server's key, and its text comes back", async () => {
    let got: { path: string | undefined; key: string | undefined; body: Buffer } | undefined;
    answer = ({ url: path, headers }, body, response) => {
      got = { path, key: headers.authorization, body };
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ text: "My sister lives in Lyon." }));
    };
    const { text } = await openai.audio.transcriptions.create({
      file: await recording(),
      model: "whisper-1",
      language: "en",
    });
    expect(text).toBe("My sister lives in Lyon.");
    expect(got?.path).toBe("/v1/audio/transcriptions");
    expect(got?.key).toBe("Bearer sesame");
    expect(got?.body.includes(SOUND)).toBe(true);
    expect(got?.body.includes('name="language"\r\n\r\nen')).toBe(true);
  });

  test("of more than 25 MB is refused before it is sent on", async () => {
    const body = new FormData();
    body.append("file", new Blob([Buffer.alloc(26 * 1024 * 1024)]), "long.wav");
    const response = await fetch(`${service.url}/v1/audio/transcriptions`, { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("too large");
    expect(open.requests).toBe(0);
  });

  test("that is none is refused by name", async () => {
    const response = await client(service.url).post("/v1/audio/transcriptions", { file: "x" });
    expect(response.status).toBe(400);
    expect(response.text).toContain("multipart/form-data");
  });

  test("that the server cannot read is its error, in words", async () => {
    answer = (_request, _body, response) => response.writeHead(400).end("unknown codec");
    const asked = openai.audio.transcriptions.create({ file: await recording(), model: "whisper-1" });
    await expect(asked).rejects.toThrow(/502.*unknown codec/);
  });
});

test("speech streams as it comes, and stops being made when the client leaves", async () => {
  let fields: unknown;
  answer = (_request, body, response) => {
    fields = JSON.parse(body.toString());
    response.writeHead(200, { "content-type": "audio/wav" }).write(SOUND);
  };
  const gone = new AbortController();
  const response = await openai.audio.speech.create(
    { model: "tts-1", voice: "alloy", input: "Hello Lena." },
    { signal: gone.signal },
  );
  expect(response.headers.get("content-type")).toBe("audio/wav");
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(SOUND.subarray(0, first?.value?.length)).toEqual(Buffer.from(first?.value ?? []));
  expect(fields).toMatchObject({ input: "Hello Lena.", voice: "alloy" });
  expect(open.requests).toBe(1);
  gone.abort();
  await until(async () => open.requests === 0, "the request to the audio server ends");
});

test("without its server a route says which setting is missing; health says what is there", async () => {
  const plain = await testFolder();
  const other = await startService(plain.path, {});
  try {
    const api = client(other.url);
    const refused = await api.post("/v1/audio/speech", { model: "tts-1", voice: "alloy", input: "Hello." });
    expect(refused.status).toBe(501);
    expect(refused.text).toContain("SPEECH_URL");
    expect((await api.get("/health")).body.audio).toEqual({ transcription: false, speech: false });
    expect((await client(service.url).get("/health")).body.audio).toEqual({
      transcription: true,
      speech: true,
    });
  } finally {
    await other.stop();
    await plain.remove();
  }
});

test("a server that is away is named", async () => {
  const plain = await testFolder();
  const other = await startService(plain.path, { SPEECH_URL: "http://127.0.0.1:9" });
  try {
    const refused = await client(other.url).post("/v1/audio/speech", { input: "Hello." });
    expect(refused.status).toBe(503);
    expect(refused.text).toContain("127.0.0.1:9");
  } finally {
    await other.stop();
    await plain.remove();
  }
});
