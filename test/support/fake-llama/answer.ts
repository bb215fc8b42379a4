/** Answers a chat request that has its slot. */
import {
  beginStream,
  cutSocket,
  pause,
  sendDone,
  sendEvent,
  sendJson,
  sendPing,
  type Exchange,
} from "./exchange.ts";
import type { Misbehaviour, MisbehaviourKind } from "./misbehaviour.ts";
import { toTokens, type ChatBody, type Script, type Token } from "./script.ts";
import * as shapes from "./shapes.ts";
import { eventsOf, readTranscript } from "./transcript.ts";

export interface Answer {
  body: ChatBody;
  script: Script;
  tokenDelayMs: number;
  misbehaviour: Misbehaviour | undefined;
}

const STREAM_ERROR = eventsOf(readTranscript("65-random-stream")).at(-1);

const SLOW_PROMPT_MS = 1_000;
const PING_MS = 100;

/** About four characters to a token, as a rough prompt size. */
const CHARS_PER_TOKEN = 4;

/** JSON that neither parses nor can be repaired into what was asked for. */
const MALFORMED_JSON = '{"turns": [ {"id": ]] oops, "facts": nothing here';

export async function answer(exchange: Exchange, task: Answer): Promise<void> {
  const plan = toPlan(task);
  if (task.body.stream !== true) return answerWhole(exchange, task, plan);
  beginStream(exchange);
  if (!(await processPrompt(exchange, task))) return;
  const who = shapes.newIdentity();
  sendEvent(exchange, shapes.deltaChunk(who, { role: "assistant", content: null }));
  const misbehaves = task.misbehaviour?.kind;
  const sent = await sendTokens(
    exchange,
    task,
    who,
    misbehaves === "stall" ? plan.tokens.slice(0, 1) : plan.tokens,
  );
  if (!sent || endsBadly(exchange, misbehaves)) return;
  sendEnd(exchange, task, who, plan);
}

interface Plan {
  tokens: Token[];
  finish: string;
  counts: shapes.Counts;
}

function toPlan(task: Answer): Plan {
  const all = toTokens(task.misbehaviour?.kind === "malformed-json" ? malformed(task.script) : task.script);
  const room = task.body.max_tokens ?? Infinity;
  const tokens = all.slice(0, Math.min(room, lengthFor(task.misbehaviour?.kind, all)));
  const length = tokens.length < all.length;
  const finish = task.script.finish ?? (task.script.toolCalls === undefined ? "stop" : "tool_calls");
  return { tokens, finish: length ? "length" : finish, counts: countsOf(task, tokens.length) };
}

function malformed(script: Script): Script {
  return { ...script, content: MALFORMED_JSON };
}

/** Faults in the middle of an answer need one that is not over yet. */
function lengthFor(kind: MisbehaviourKind | undefined, tokens: Token[]): number {
  const halves = kind === "truncated" || kind === "cut" || kind === "error-in-stream";
  return halves ? Math.max(1, Math.floor(tokens.length / 2)) : tokens.length;
}

function countsOf(task: Answer, completionTokens: number): shapes.Counts {
  const promptTokens =
    task.script.promptTokens ?? Math.ceil(JSON.stringify(task.body.messages).length / CHARS_PER_TOKEN);
  return { promptTokens, cachedTokens: task.script.cachedTokens ?? 0, completionTokens };
}

/** Pings come while the prompt is processed. False when the client left. */
async function processPrompt(exchange: Exchange, task: Answer): Promise<boolean> {
  const slow = task.misbehaviour?.kind === "slow-prompt" ? task.misbehaviour : undefined;
  const pingMs = slow?.pingMs ?? PING_MS;
  for (let left = slow?.ms ?? (slow ? SLOW_PROMPT_MS : 0); left > 0; left -= pingMs) {
    sendPing(exchange);
    if (!(await pause(exchange, Math.min(pingMs, left)))) return false;
  }
  return pause(exchange, task.script.delayMs ?? 0);
}

async function sendTokens(
  exchange: Exchange,
  task: Answer,
  who: shapes.Identity,
  tokens: Token[],
): Promise<boolean> {
  for (const [index, token] of tokens.entries()) {
    if (!(await pause(exchange, task.script.tokenDelayMs ?? task.tokenDelayMs))) return false;
    if (index === tokens.length - 1) await task.script.heldUntil;
    const tops = Number(task.body["top_logprobs"] ?? 0);
    const isWeighed = task.body["logprobs"] === true && token.field !== "tool_calls";
    const logprobs = isWeighed ? shapes.logprobsOf(String(token.value), tops) : {};
    sendEvent(exchange, shapes.deltaChunk(who, { [token.field]: token.value }, logprobs));
  }
  return !exchange.isGone();
}

/** True when the answer is over here, without its end; a stall leaves the connection open. */
function endsBadly(exchange: Exchange, kind: MisbehaviourKind | undefined): boolean {
  if (kind === "cut") cutSocket(exchange);
  if (kind === "error-in-stream") {
    sendEvent(exchange, STREAM_ERROR);
    exchange.response.end();
  }
  return kind === "cut" || kind === "error-in-stream" || kind === "stall";
}

function sendEnd(exchange: Exchange, task: Answer, who: shapes.Identity, plan: Plan): void {
  if (task.body.stream_options?.include_usage === true) {
    sendEvent(exchange, shapes.finishChunk(who, plan.finish));
    sendEvent(exchange, shapes.usageChunk(who, plan.counts));
  } else {
    sendEvent(exchange, shapes.finishChunkWithTimings(who, plan.finish, plan.counts));
  }
  sendDone(exchange);
}

async function answerWhole(exchange: Exchange, task: Answer, plan: Plan): Promise<void> {
  const tokenDelayMs = task.script.tokenDelayMs ?? task.tokenDelayMs;
  await pause(exchange, (task.script.delayMs ?? 0) + tokenDelayMs * plan.tokens.length);
  const textOf = (field: Token["field"]): string =>
    plan.tokens
      .filter((token) => token.field === field)
      .map((token) => String(token.value))
      .join("");
  const reasoning = textOf("reasoning_content");
  const message = {
    content: textOf("content"),
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
  };
  if (!exchange.isGone()) {
    sendJson(exchange, 200, shapes.wholeAnswer(shapes.newIdentity(), message, plan.finish, plan.counts));
  }
}
