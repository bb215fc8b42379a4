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
  key: string | undefined;
  url: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

export interface Said {
  conversationId: string;
  episodeId: string;
  reply: string;
  recalled: { kind: string; id: string; text: string; status: string; score: number; evidence: any[] }[];
  model: string;
  finish: string;
}

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
  const self: Client = {
    url,
    key,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    async say(message, more = {}) {
      const answer = await send("POST", "/chat", { message, ...more });
      if (answer.status !== 200) throw new Error(`chat answered ${answer.status}: ${answer.text}`);
      return answer.body as Said;
    },
    async extracted() {
      await until(async () => ((await self.get("/memory/stats")).body.pending.extraction as number) === 0);
    },
    async verify() {
      await self.extracted();
      const { body } = await self.post("/maintenance/jobs/verify/run", {});
      let run: any;
      await until(async () => {
        run = (await self.get(`/maintenance/runs/${body.runId as string}`)).body;
        return run.state !== "running";
      });
      if (run.state !== "done") throw new Error(`the pass ended as ${run.state as string}`);
      return run.result as Record<string, number>;
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
