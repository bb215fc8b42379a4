import { createEngram, type ChatReply, type Engram, type Run } from "#client";
import { setTimeout as sleep } from "node:timers/promises";

/** A small HTTP client for tests: JSON in, status and JSON out. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** One turn; fails the test when it is not 200. */
  say(message: string, more?: Record<string, unknown>): Promise<Said>;
  /** Waits until every turn is extracted. */
  extracted(): Promise<void>;
  /** Runs the idle pass and waits for it. */
  verify(): Promise<Record<string, number>>;
  /** The typed client, which rejects refusals. */
  api: Engram;
  key: string | undefined;
  url: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

export type Said = ChatReply;

const WAIT_MS_MAX = 60_000;

export function client(url: string, key?: string): Client {
  const send: Client["send"] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            body:
              typeof body === "string" || body instanceof Uint8Array ? (body as never) : JSON.stringify(body),
          }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  };
  const api = createEngram({ url, key });
  const self: Client = {
    url,
    key,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    api,
    say: (message, more = {}) => api("POST /chat", { body: { message, ...more } }),
    extracted: () => until(async () => (await api("GET /memory/stats")).pending.extraction === 0),
    async verify() {
      await self.extracted();
      const { runId } = await api("POST /maintenance/jobs/{name}/run", {
        path: { name: "verify" },
        body: {},
      });
      let run: Run | undefined;
      await until(async () => {
        run = await api("GET /maintenance/runs/{id}", { path: { id: runId } });
        return run.state !== "running";
      });
      if (run?.state !== "done") throw new Error(`the pass ended as ${run?.state}`);
      return run.result;
    },
  };
  return self;
}

export async function until(
  condition: () => Promise<boolean>,
  what = "a condition",
  waitMs = WAIT_MS_MAX,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error(`waited ${waitMs} ms for ${what}`);
}

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
