import { readFileSync } from "node:fs";

/** One recorded exchange with the real llama-server (v0.5.0). */
export interface Transcript {
  name: string;
  request: { method: string; path: string; body: unknown };
  /** The response's bytes as they came, chunked framing included. */
  raw: Buffer;
  status: number;
  headers: [string, string][];
  /** The body without chunked framing. */
  body: Buffer;
}

const REQUEST_MARK = ">>> REQUEST\n";
const RESPONSE_MARK = Buffer.from("\n<<< RESPONSE (raw bytes, incl. chunked framing)\n");
const END_MARK = Buffer.from("\n--- end: ");
const BLANK_LINE = Buffer.from("\r\n\r\n");

/** `name` without `.http`, e.g. `03-chat-stream-usage`. */
export function readTranscript(name: string): Transcript {
  const file = readFileSync(new URL(`./recorded/${name}.http`, import.meta.url));
  const responseAt = file.indexOf(RESPONSE_MARK);
  const raw = file.subarray(responseAt + RESPONSE_MARK.length, file.lastIndexOf(END_MARK));
  const headEnd = raw.indexOf(BLANK_LINE);
  const [statusLine = "", ...headerLines] = raw.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = headerLines.map(toHeader);
  const framed = raw.subarray(headEnd + BLANK_LINE.length);
  const chunked = headers.some(([name, value]) => name === "Transfer-Encoding" && value === "chunked");
  return {
    name,
    request: toRequest(file.subarray(REQUEST_MARK.length, responseAt)),
    raw,
    status: Number(statusLine.split(" ")[1]),
    headers,
    body: chunked ? dechunk(framed) : framed,
  };
}

function toHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function toRequest(bytes: Buffer): Transcript["request"] {
  const text = bytes.toString("utf8");
  const [method = "", path = ""] = text.split(" ", 2);
  const body = text.slice(text.search(/\r?\n\r?\n/)).trim();
  return { method, path, body: body === "" ? null : (JSON.parse(body) as unknown) };
}

function dechunk(framed: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < framed.length) {
    const lineEnd = framed.indexOf("\r\n", at);
    const size = Number.parseInt(framed.subarray(at, lineEnd).toString("latin1"), 16);
    if (lineEnd === -1 || !(size > 0)) break;
    parts.push(framed.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/** The JSON of each `data:` line, without `[DONE]`. */
export function eventsOf(transcript: Transcript): Record<string, unknown>[] {
  return transcript.body
    .toString("utf8")
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)) as Record<string, unknown>);
}
