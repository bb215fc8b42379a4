import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { smallestJson } from "../fake-llama/smallest-json.ts";

/** One exchange of a server, as it was recorded or as its documentation has it. */
export interface Exchange {
  /** Method and path with its query. */
  request: string;
  /** Only for requests like this; the first exchange that fits is answered. */
  when?: When;
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
  /** The body instead, where it is not text. */
  bytes?: Buffer;
}

interface When {
  model?: string;
  /** A field of the body, dotted. */
  has?: string;
  /** Its length, characters. */
  longer?: number;
  stream?: boolean;
  is?: (body: Body) => boolean;
}

type Body = Record<string, any>;

export interface StandIn {
  url: string;
  /** Bodies of the chat requests. */
  chats: Body[];
  /** The next answer is held back after its first event until the client leaves. */
  hold(): { left: Promise<void> };
  close(): Promise<void>;
}

/** What is in `recorded/` (real servers) and `documented/` (servers that cannot be had here). */
export function exchangesOf(name: string): Exchange[] {
  const file = readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8");
  return (JSON.parse(file) as { exchanges: Exchange[] }).exchanges;
}

/** A server that answers as another one was seen to. What it was not asked then is 404. */
export async function startStandIn(exchanges: Exchange[]): Promise<StandIn> {
  const chats: Body[] = [];
  let held: (() => void) | null = null;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    const body = text === "" ? {} : (JSON.parse(text) as Body);
    const asked = `${request.method} ${request.url}`;
    if (asked === "POST /v1/chat/completions") chats.push(body);
    const found = exchanges.find((one) => one.request === asked && fits(one.when, body, text));
    if (found === undefined) return void response.writeHead(404).end("404 page not found");
    response.writeHead(found.status, { "content-type": found.type, ...found.headers });
    if (held === null) return void response.end(found.bytes ?? answerTo(found, body));
    response.once("close", held);
    held = null;
    sendFirst(response, found.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chats,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = resolve;
      return { left: promise };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function fits(when: When | undefined, body: Body, text: string): boolean {
  if (when === undefined) return true;
  const field = when.has?.split(".").reduce<any>((value, name) => value?.[name], body);
  return (
    (when.has === undefined || field !== undefined) &&
    (when.model === undefined || body["model"] === when.model) &&
    (when.stream === undefined || body["stream"] === when.stream) &&
    (when.is === undefined || when.is(body)) &&
    text.length > (when.longer ?? 0)
  );
}

function sendFirst(response: ServerResponse, body: string): void {
  response.write(body.slice(0, body.indexOf("\n\n") + 2));
}

/** A recorded answer under a schema, its content exchanged for what follows the schema of the request. */
function answerTo({ body, when }: Exchange, asked: Body): string {
  const format = asked["response_format"] as Body | undefined;
  const schema = format?.["json_schema"]?.schema ?? format?.["schema"];
  if (when?.has?.startsWith("response_format") !== true || schema === undefined) return body;
  let json = JSON.stringify(smallestJson(schema));
  return body.replace(/^data: (\{.*\})$/gm, (line, event: string) => {
    const chunk = JSON.parse(event) as Body;
    const delta = chunk["choices"]?.[0]?.delta as Body | undefined;
    if (!delta?.["content"]) return line;
    delta["content"] = json;
    json = "";
    return `data: ${JSON.stringify(chunk)}`;
  });
}
