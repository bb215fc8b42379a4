import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, openBrowser, violationsOf, type TestBrowser } from "../support/browser.ts";
import { until } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The microphone and *Read aloud*, with a device that Chromium plays itself and a server that hears what a test says. */
const FAKE_DEVICE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

let audio: Server;
let folder: TestFolder;
let service: TestService;
let browser: TestBrowser;
const got: { path: string | undefined; body: Buffer }[] = [];

beforeAll(async () => {
  audio = createServer((request, response) => {
    void buffer(request).then((body) => {
      got.push({ path: request.url, body });
      if (request.url?.endsWith("/speech") === true)
        response.setHeader("content-type", "audio/wav").end(silence(200));
      else response.setHeader("content-type", "application/json").end('{"text": "My sister lives in Lyon."}');
    });
  });
  audio.listen(0, "127.0.0.1");
  await once(audio, "listening");
  const url = `http://127.0.0.1:${(audio.address() as AddressInfo).port}`;
  folder = await testFolder();
  service = await startService(folder.path, { TRANSCRIPTION_URL: url, SPEECH_URL: url });
  if (chromiumMissing() === null) browser = await openBrowser(FAKE_DEVICE);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  audio?.close();
  await folder?.remove();
});

/** A WAV file: 8 kHz, 8 bits, mono. */
function silence(milliseconds: number): Buffer {
  const data = Buffer.alloc(8 * milliseconds, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

describe.skipIf(chromiumMissing() !== null)("voice", () => {
  test("what is spoken stands in the composer, to be read before it is sent; a reply is read aloud", async () => {
    const { page, errors, foreign } = await browser.open(service.url);
    await page.getByRole("button", { name: "Speak" }).click();
    await page.getByRole("button", { name: "Stop recording" }).click();
    const composer = page.getByRole("textbox", { name: "Message" });
    await until(async () => (await composer.inputValue()) === "My sister lives in Lyon.");
    expect(got.at(-1)?.path).toBe("/v1/audio/transcriptions");
    expect(got.at(-1)?.body.includes('filename="speech.webm"')).toBe(true);
    await composer.press("Enter");
    await page.getByRole("button", { name: "Read aloud" }).click();
    await page.getByRole("button", { name: "Stop reading" }).waitFor();
    // The sound ends by itself.
    await page.getByRole("button", { name: "Read aloud" }).waitFor();
    const asked = JSON.parse(got.at(-1)?.body.toString() ?? "{}") as { input?: string };
    expect(got.at(-1)?.path).toBe("/v1/audio/speech");
    expect(asked.input).not.toBe("");
    expect(asked.input).not.toMatch(/\[\d+\]/);
    expect(await violationsOf(page)).toEqual([]);
    expect({ errors, foreign: foreign.filter((address) => !address.startsWith("blob:")) }).toEqual({
      errors: [],
      foreign: [],
    });
  });

  test("a recording is named by its format", async () => {
    const { page } = await browser.open(service.url);
    await page.evaluate(() =>
      Object.defineProperty(Reflect.get(globalThis, "MediaRecorder").prototype, "mimeType", {
        get: () => "audio/mp4; codecs=mp4a",
      }),
    );
    const before = got.length;
    await page.getByRole("button", { name: "Speak" }).click();
    await page.getByRole("button", { name: "Stop recording" }).click();
    await until(async () => got.length > before);
    expect(got.at(-1)?.body.includes('filename="speech.mp4"')).toBe(true);
  });
});
