import type { ChatModel, ModelEvent, ModelMessage, ModelRequest } from "../../ports/chat-model.ts";

/**
 * Text a small model may return instead of a reply: parts of this service's prompts, or output it requests elsewhere.
 */
export interface OwnText {
  /** The service's part of the system prompt. */
  instructions: string;
  /** Text appended to the user's words. */
  appended: string[];
}

interface GuardDeps {
  model: ChatModel;
  /** A reply was held back. */
  onGuarded: () => void;
}

/** Enough of a text to identify it, characters. */
const TELLING_CHARS = 32;
/** First keys of the JSON requested by background work. */
const OWN_KEYS = ["turns", "turn", "facts", "entities", "verdicts", "rulings", "changes"];
const OWN_MARKS = ["[extraction request]", "<memory", "</memory"];
const JSON_KEY = /^[[\s]*\{\s*"([^"]*)"/;
/** Longer than any ambiguous beginning. */
const JSON_CHARS_MAX = 80;
const FENCE = /^```[a-z]*\s*/i;

const NO_REPLY =
  "(The model answered with internal data instead of a reply, twice. Please ask again; another model may do better.)";

/**
 * Streams the reply, unless its first tokens are the service's own text: then it is requested once more without memory
 * and the instructions for it. Other replies are held back only while their beginning is ambiguous.
 */
export async function* guardedReply(
  deps: GuardDeps,
  request: ModelRequest,
  own: OwnText,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const judge = judgeOf(request, own);
  const lines = own.appended.filter((text) => !text.includes("\n"));
  for (const attempt of [request, withoutMemory(request, own)]) {
    const events = lines.reduce(withoutEcho, deps.model.stream(attempt, signal));
    const ended = yield* heldReply(events, judge);
    if (ended === null) return;
    deps.onGuarded();
  }
  yield { type: "aside", text: NO_REPLY };
  yield { type: "finish", reason: "stop", usage: null, model: deps.model.info().name };
}

/** Drops repetitions of a line appended to the user's words; text that may become one is held back. */
async function* withoutEcho(
  events: AsyncIterable<ModelEvent>,
  line: string,
): AsyncGenerator<ModelEvent, void, undefined> {
  let held = "";
  for await (const event of events) {
    if (event.type !== "delta") {
      if (event.type !== "logprobs" && held !== "") {
        yield { type: "delta", text: held };
        held = "";
      }
      yield event;
      continue;
    }
    const text = (held + event.text).replaceAll(line, "");
    const from = text.length - beginningAtEnd(text, line);
    held = text.slice(from);
    if (from > 0) yield { type: "delta", text: text.slice(0, from) };
  }
}

/** Length of the longest suffix of the text that is a prefix of the line. */
function beginningAtEnd(text: string, line: string): number {
  for (let length = Math.min(text.length, line.length - 1); length > 0; length--)
    if (text.endsWith(line.slice(0, length))) return length;
  return 0;
}

/** Whether a complete reply begins with the service's own text. */
export function isOwnText(request: ModelRequest, own: OwnText, reply: string): boolean {
  return judgeOf(request, own)(reply) === "own";
}

type Judge = (text: string) => "own" | "reply" | "open";

/** Passes the reply on once it is known to be one; returns "own" if it is not, null at its end. */
async function* heldReply(
  events: AsyncIterable<ModelEvent>,
  judge: Judge,
): AsyncGenerator<ModelEvent, "own" | null, undefined> {
  let held: string | null = "";
  const heldLogprobs: ModelEvent[] = [];
  for await (const event of events) {
    if (held === null || event.type === "reasoning" || event.type === "aside") {
      yield event;
      continue;
    }
    if (event.type === "logprobs") {
      heldLogprobs.push(event);
      continue;
    }
    if (event.type === "delta") {
      held += event.text;
      const verdict = judge(held);
      if (verdict === "own") return "own";
      if (verdict === "open") continue;
      yield* heldLogprobs;
      yield { type: "delta", text: held };
    } else {
      yield* heldLogprobs;
      if (held !== "") yield { type: "delta", text: held };
      yield event;
    }
    held = null;
  }
  return null;
}

function judgeOf({ messages, extra }: ModelRequest, { instructions, appended }: OwnText): Judge {
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const mayBeJson = extra?.["response_format"] !== undefined || /json/i.test(asked);
  const openings = [
    ...OWN_MARKS,
    ...[...instructions.split(/\n(?:- )?|(?<=[.:]) /), ...appended.flatMap((text) => text.split("\n"))]
      .filter((line) => line.length >= TELLING_CHARS)
      .map((line) => line.slice(0, TELLING_CHARS)),
  ];
  return (text) => {
    const start = text.trimStart();
    if (start === "") return "open";
    if (openings.some((opening) => start.startsWith(opening))) return "own";
    if (openings.some((opening) => opening.startsWith(start))) return "open";
    return mayBeJson ? "reply" : judgeJson(start);
  };
}

function judgeJson(start: string): ReturnType<Judge> {
  const body = start.replace(FENCE, "");
  const key = JSON_KEY.exec(body)?.[1];
  if (key !== undefined) return OWN_KEYS.includes(key) ? "own" : "reply";
  const mayBegin = body === "" || /^[[\s]*(?:\{\s*(?:"[^"]*)?)?$/.test(body) || "```".startsWith(body);
  return mayBegin && start.length < JSON_CHARS_MAX ? "open" : "reply";
}

/** Only the conversation, with the owner's and the client's instructions. */
function withoutMemory(request: ModelRequest, { instructions, appended }: OwnText): ModelRequest {
  const bare = ({ role, content, ...rest }: ModelMessage): ModelMessage[] => {
    if (role === "system") {
      const left = content.replace(instructions, "").trim();
      return left === "" ? [] : [{ role, content: left, ...rest }];
    }
    return [{ role, content: withoutTail(content, appended), ...rest }];
  };
  return { ...request, messages: request.messages.flatMap(bare) };
}

function withoutTail(content: string, appended: string[]): string {
  const tail = appended.map((text) => `\n\n${text}`).join("");
  return tail !== "" && content.endsWith(tail) ? content.slice(0, -tail.length) : content;
}
