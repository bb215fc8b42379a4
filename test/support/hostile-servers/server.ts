import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { GOOD_STREAM, json, sseText, type Reply } from "./reply.ts";

/** Method and path, e.g. `POST /v1/rerank`. */
export type Replies = Record<string, Reply>;

export interface HostileServer {
  url: string;
  /** Method and path of every request so far. */
  asked: string[];
  /** What is not among these is answered as an honest server does. */
  play(replies: Replies): void;
  close(): Promise<void>;
}

const DIMENSIONS = 8;

/** An embedding as base64, of some direction that depends on nothing but its place. */
export function vector(at: number, dimensions = DIMENSIONS): string {
  const floats = Float32Array.from({ length: dimensions }, (_, n) => Math.sin(at + n + 1));
  return Buffer.from(floats.buffer).toString("base64");
}

/** A llama-server without a fault. */
const HONEST: Replies = {
  "GET /health": json({ status: "ok" }),
  "GET /props": json({
    default_generation_settings: { n_ctx: 32_768 },
    total_slots: 1,
    model_alias: "hostile",
    model_path: "/models/hostile.gguf",
    chat_template: "",
  }),
  "GET /slots": json([{ id: 0, is_processing: false }]),
  "GET /v1/models": json({ object: "list", data: [{ id: "hostile", meta: { n_ctx: 32_768 } }] }),
  "POST /v1/chat/completions": sseText(GOOD_STREAM),
  "POST /v1/embeddings": (asked) => {
    const texts = [asked.body["input"] ?? []].flat();
    // A llama-server that chats makes none.
    if (texts.length === 0) return json({ error: { code: 501, message: "no embeddings" } }, 501)(asked);
    return json({ model: "hostile", data: texts.map((_, index) => ({ index, embedding: vector(index) })) })(
      asked,
    );
  },
  "POST /v1/rerank": (asked) => {
    const documents = (asked.body["documents"] ?? []) as string[];
    return json({ results: documents.map((_, index) => ({ index, relevance_score: -index })) })(asked);
  },
};

export async function startHostileServer(): Promise<HostileServer> {
  let replies: Replies = {};
  const server = createServer({ keepAliveTimeout: 5_000 }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    const asked = `${request.method} ${(request.url ?? "").split("?")[0]}`;
    self.asked.push(asked);
    const reply = replies[asked] ?? HONEST[asked] ?? json({ error: { message: "not found" } }, 404);
    await reply({ request, response, body: text === "" ? {} : (JSON.parse(text) as Record<string, any>) });
  });
  server.on("connection", (socket) => socket.on("error", () => undefined));
  server.on("clientError", (_error, socket) => socket.destroy());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const self: HostileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    play(now) {
      replies = now;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return self;
}
