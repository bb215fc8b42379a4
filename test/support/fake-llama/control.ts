/**
 * Steers a fake in another process.
 *
 * POST /__control with any of (applied in this order):
 *   {"reset": true}                        no replies, no misbehaviour, requests forgotten
 *   {"reply": "text" | Script}             for requests without response_format
 *   {"replies": [{"contains", "reply"}]}   the first whose text occurs in the last user message, else `reply`
 *   {"extract": value}                     for requests with response_format
 *   {"extracts": [{"contains", "value"}]}  the first whose text occurs in any user message, else `extract`
 *   {"misbehave": {"kind", "times"?, "contains"?, "schema"?, "ms"?, "pingMs"?}}
 *       contains: only requests with this text; schema: only with (true) or without (false) response_format;
 *       ms with kind "refuse": listen again after so long (default 1,000)
 *   {"replay": "03-chat-stream-usage"}     recorded bytes for the next request
 *   {"restore": true}
 * GET /__control/requests                  -> {"requests": [...], "load": {"busy", "queued"}}
 */
import { once } from "node:events";
import { sendJson, type Exchange } from "./exchange.ts";
import type { MisbehaveOptions, MisbehaviourKind } from "./misbehaviour.ts";
import type { ChatBody, Reply } from "./script.ts";
import { createState, type FakeState } from "./state.ts";

interface Command {
  reset?: boolean;
  reply?: Reply;
  replies?: { contains: string; reply: Reply }[];
  extract?: unknown;
  extracts?: { contains: string; value: unknown }[];
  misbehave?: {
    kind: MisbehaviourKind;
    times?: number;
    contains?: string;
    schema?: boolean;
    ms?: number;
    pingMs?: number;
  };
  replay?: string;
  restore?: boolean;
}

const REFUSE_MS = 1_000;

export async function controlRoute(state: FakeState, exchange: Exchange, body: string): Promise<void> {
  if (exchange.request.method === "GET") {
    return sendJson(exchange, 200, { requests: state.requests, load: state.control?.load });
  }
  const command = JSON.parse(body) as Command;
  if (command.reset) reset(state);
  if (command.reply !== undefined || command.replies !== undefined) setReplies(state, command);
  if (command.extract !== undefined || command.extracts !== undefined) setExtracts(state, command);
  if (command.replay !== undefined) state.replays.push(command.replay);
  if (command.restore) await state.control?.restore();
  sendJson(exchange, 200, { ok: true });
  // Last: `refuse` closes this very connection.
  if (command.misbehave !== undefined) await misbehave(state, exchange, command.misbehave);
}

function reset(state: FakeState): void {
  const { reply, extract } = createState(state.options);
  state.misbehaviours.clear();
  state.requests.length = 0;
  state.readAheads.length = 0;
  state.replays.length = 0;
  Object.assign(state, { reply, extract });
}

function setReplies(state: FakeState, { reply, replies = [] }: Command): void {
  state.reply = (body) => {
    if (body.response_format !== undefined) return undefined;
    const last = userTexts(body).at(-1) ?? "";
    return replies.find((one) => last.includes(one.contains))?.reply ?? reply;
  };
}

function setExtracts(state: FakeState, { extract, extracts = [] }: Command): void {
  const otherwise = extract === undefined ? state.extract : () => extract;
  state.extract = (body) => {
    const text = userTexts(body).join("\n");
    const found = extracts.find((one) => text.includes(one.contains));
    return found === undefined ? otherwise(body) : found.value;
  };
}

function userTexts(body: ChatBody): string[] {
  return body.messages.filter((message) => message.role === "user").map((message) => message.content);
}

async function misbehave(
  state: FakeState,
  exchange: Exchange,
  command: NonNullable<Command["misbehave"]>,
): Promise<void> {
  const { kind, contains, schema, ...rest } = command;
  const options: MisbehaveOptions =
    contains === undefined && schema === undefined
      ? rest
      : { ...rest, when: (body) => matches(body, contains, schema) };
  if (kind === "refuse") {
    if (!exchange.response.writableFinished) await once(exchange.response, "finish");
    setTimeout(() => void state.control?.restore(), rest.ms ?? REFUSE_MS);
  }
  await state.control?.misbehave(kind, options);
}

function matches(body: ChatBody, contains: string | undefined, schema: boolean | undefined): boolean {
  if (schema !== undefined && schema !== (body.response_format !== undefined)) return false;
  return contains === undefined || JSON.stringify(body.messages).includes(contains);
}
