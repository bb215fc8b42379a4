import { answer } from "./answer.ts";
import { replayBytes, resetSocket, sendJson, sendRecorded, type Exchange } from "./exchange.ts";
import type { Misbehaviour, MisbehaviourKind } from "./misbehaviour.ts";
import { toScript, type ChatBody, type Script } from "./script.ts";
import type { FakeState, RecordedRequest } from "./state.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

/** Answers that come before a slot is needed. */
const REFUSALS: Partial<Record<MisbehaviourKind, Transcript>> = {
  loading: readTranscript("60-chat-loading"),
  "peg-500": readTranscript("65-random-nonstream"),
};

const TOO_LONG = readTranscript("63-ctx-exceeded-stream");

/** The real server polls a non-stream or queued request's connection once a second. */
const LATE_NOTICE_MS = 1_000;

export async function chatRoute(state: FakeState, exchange: Exchange, body: ChatBody): Promise<void> {
  const last = body.messages.at(-1)?.content;
  // Ahead of the next message, or whether the server answers at all.
  const isReadAhead = last === "" || (body.max_tokens === 1 && last === "Hi");
  const record = remember(isReadAhead ? state.readAheads : state.requests, exchange, body);
  if (isReadAhead) return answerInSlot(state, exchange, record, undefined);
  const recorded = state.replays.shift();
  if (recorded !== undefined) return replayBytes(exchange, readTranscript(recorded));
  const misbehaviour = state.misbehaviours.hit(body);
  if (misbehaviour?.kind === "ctx-exceeded") return sendJson(exchange, 400, tooLongFor(EXCEEDED));
  const refusal = misbehaviour && REFUSALS[misbehaviour.kind];
  if (refusal !== undefined) return sendRecorded(exchange, refusal);
  if (isTooLong(state, body)) return sendJson(exchange, 400, tooLong(state, body));
  if (misbehaviour?.kind === "cut-before-first-byte") return resetSocket(exchange);
  if (misbehaviour?.kind === "silent") return exchange.gone;
  await answerInSlot(state, exchange, record, misbehaviour);
}

/** The frame of the template, and about a token for four letters or one sign of Japanese. */
function promptTokens({ messages }: ChatBody): number {
  const text = messages.map(({ content }) => content).join("\n");
  const dense = text.match(/[\u3000-\u9fff]/g)?.length ?? 0;
  return 90 + dense + Math.ceil((text.length - dense) / 4);
}

function isTooLong({ options: { contextTokens } }: FakeState, body: ChatBody): boolean {
  return contextTokens !== undefined && promptTokens(body) >= contextTokens;
}

/** Figures that leave room for other requests: the server is asked again once it is well. */
const EXCEEDED = { n_prompt_tokens: 9_000, n_ctx: 8_192 };

function tooLong({ options: { contextTokens } }: FakeState, body: ChatBody): object {
  return tooLongFor({ n_prompt_tokens: promptTokens(body), n_ctx: contextTokens });
}

/** As recorded: with both numbers. */
function tooLongFor(figures: object): object {
  const recorded = JSON.parse(TOO_LONG.body.toString("utf8")) as { error: object };
  return { error: { ...recorded.error, ...figures } };
}

function remember(requests: RecordedRequest[], exchange: Exchange, body: ChatBody): RecordedRequest {
  const headers = exchange.request.headers;
  const record = { body, headers, arrivedAt: Date.now(), startedAt: null, endedAt: null, aborted: false };
  requests.push(record);
  void exchange.gone.then(() => {
    record.aborted = true;
  });
  return record;
}

async function answerInSlot(
  state: FakeState,
  exchange: Exchange,
  record: RecordedRequest,
  misbehaviour: Misbehaviour | undefined,
): Promise<void> {
  const release = await state.slots.take(exchange.gone.then(lateNotice));
  if (release === null) return;
  record.startedAt = Date.now();
  try {
    const script = await scriptFor(state, record.body);
    await answer(exchange, {
      body: record.body,
      script,
      tokenDelayMs: state.options.tokenDelayMs ?? 0,
      misbehaviour,
    });
    if (misbehaviour?.kind === "stall") await exchange.gone;
    if (record.aborted && record.body.stream !== true) await lateNotice();
  } finally {
    record.endedAt = Date.now();
    release();
  }
}

function lateNotice(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LATE_NOTICE_MS));
}

async function scriptFor(state: FakeState, body: ChatBody): Promise<Script> {
  if (body.messages.at(-1)?.content === "") return { content: "…" };
  const reply = await state.reply(body);
  if (reply !== undefined) return toScript(reply);
  if (body.response_format === undefined)
    return { reasoning: "The user said something.", content: echo(body) };
  const found = await state.extract(body);
  return {
    reasoning: "Looking for facts.",
    content: typeof found === "string" ? found : JSON.stringify(found),
  };
}

const ECHO_CHARS_MAX = 60;

function echo(body: ChatBody): string {
  const last = body.messages.findLast((message) => message.role === "user")?.content ?? "";
  return `You said: ${Array.from(last).slice(0, ECHO_CHARS_MAX).join("")}`;
}
