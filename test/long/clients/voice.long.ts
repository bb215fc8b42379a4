import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, testFolder, type TestFolder, type TestService } from "../../support/service.ts";

/**
 * A real recogniser and a real voice behind Engram, with the stock client in front: what is read aloud is understood again. Needs
 * `espeak-ng`; its first run downloads PocketSphinx.
 */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "engram-test", "voice");
const PACKAGE = "pocketsphinx==5.1.1";

let audio: ChildProcess;
let folder: TestFolder;
let service: TestService;

beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  const python = join(CACHE, "bin", "python");
  if (!existsSync(python)) execFileSync("python3", ["-m", "venv", CACHE]);
  execFileSync(python, ["-m", "pip", "install", "--quiet", PACKAGE]);
  audio = spawn(python, [join(import.meta.dirname, "audio-server.py")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: audio.stdout as NodeJS.ReadableStream });
  const port = await new Promise<string>((resolve) => lines.once("line", resolve));
  folder = await testFolder();
  const url = `http://127.0.0.1:${port}`;
  service = await startService(folder.path, { TRANSCRIPTION_URL: url, SPEECH_URL: url });
}, 300_000);
afterAll(async () => {
  await service?.stop();
  audio?.kill();
  await folder?.remove();
});

test("a sentence that is read aloud is understood again", async () => {
  const openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: "none" });
  const speech = await openai.audio.speech.create({
    model: "espeak",
    voice: "en",
    input: "my sister lives in london",
  });
  const file = await toFile(Buffer.from(await speech.arrayBuffer()), "speech.wav", { type: "audio/wav" });
  const { text } = await openai.audio.transcriptions.create({ file, model: "sphinx" });
  expect(text).toContain("london");
}, 60_000);
