import { createHash } from "node:crypto";
import { OFF_THE_RECORD, type Episode, type MemoryMode } from "../../domain/model/episode.ts";
import { asMessage } from "../../domain/model/prompt-data.ts";
import type { Instant } from "../../domain/model/time.ts";
import { invalidFields } from "../../errors.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { TaskInput } from "../../services/chat/task.ts";
import type { TurnInput } from "../../services/chat/turn-types.ts";
import { LastUserText, textOf, type Completion, type CompletionMessage } from "./schema.ts";
import { isTaskByForm } from "./task-form.ts";

/** No store can hold it. */
const NUL = "\u0000";

/** `task`: what a program asks about a chat. */
export const REQUEST_MODES = ["chat", "memory", "task"] as const;
type RequestMode = (typeof REQUEST_MODES)[number];

export interface OpenAiHeaders {
  memory: MemoryMode;
  /** The client's own name for the conversation, or one of our ids. */
  conversation: string | undefined;
  /** Undefined: told by the form of the request. */
  mode: RequestMode | undefined;
}

/** What a request is for: said by its header or by the name of its model (`name:task`), else told by its form. */
export async function modeOf(
  user: UserStore,
  body: Completion,
  { mode }: OpenAiHeaders,
  now: Instant,
): Promise<RequestMode> {
  const said = mode ?? REQUEST_MODES.find((one) => body.model?.endsWith(`:${one}`));
  if (said !== undefined) return said;
  const [only, ...others] = body.messages.filter((message) => !isSystem(message));
  if (only?.role !== "user" || others.length > 0) return "chat";
  const message = textOf(only.content);
  const isTask = await isTaskByForm(user, { message, maxTokens: maxTokensOf(body), now });
  return isTask ? "task" : "chat";
}

/** The request as the model gets it, of a program's own task. */
export function toTask(body: Completion): TaskInput {
  const system = systemOf(body.messages);
  return {
    messages: [
      ...(system === null ? [] : [{ role: "system" as const, content: asMessage(system) }]),
      ...body.messages.filter((message) => !isSystem(message)).map(modelMessage),
    ],
    temperature: body.temperature ?? undefined,
    maxTokens: maxTokensOf(body),
    extra: passedThrough(body),
  };
}

/**
 * One completion request as one turn. A client resends its whole history each time: the conversation is found by a hash
 * of what was said and answered last, and is the one whose earlier turns stand in the history too. No hash covers more
 * than one turn, so that what is forgotten is in no other's.
 */
export async function toTurn(
  user: UserStore,
  body: Completion,
  headers: OpenAiHeaders,
  mode: "chat" | "memory",
): Promise<TurnInput> {
  const at = body.messages.findLastIndex((message) => message.role === "user");
  const last = body.messages[at];
  if (!last) throw invalidFields([{ field: "messages", message: "must contain a user message" }]);
  const message = userMessage(textOf(last.content), at);
  const before = body.messages.slice(0, at);
  const after = body.messages.slice(at + 1);
  checkAfter(after, at);
  const history = exchangesOf(before);
  const position = await findPosition(user, headers, history, message, after.length > 0);
  return {
    message,
    conversationId: position.conversationId,
    memory: headers.memory,
    mode,
    replaces: position.replaces,
    client: {
      system: systemOf(body.messages),
      history: before.filter((m) => !isSystem(m)).map(modelMessage),
      after: after.filter((m) => !isSystem(m)).map(modelMessage),
      externalId: position.externalId,
      chainHash: (reply) => hashOf(message, reply),
      temperature: body.temperature ?? undefined,
      maxTokens: maxTokensOf(body),
      extra: passedThrough(body),
      continues: position.continues,
    },
  };
}

function userMessage(text: string, at: number): string {
  const parsed = LastUserText.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalidFields(
    parsed.error.issues.map(({ message }) => ({ field: `messages.${at}.content`, message })),
  );
}

/** Behind the last user message only tool calls, their results, and a client's instructions may stand. */
function checkAfter(after: CompletionMessage[], at: number): void {
  const said = after
    .map((message, i) => ({ message, index: at + 1 + i }))
    .filter(({ message }) => !isSystem(message));
  const last = said.at(-1);
  const wrong = said.find(
    ({ message }) => message.role !== "tool" && !(message.role === "assistant" && message.tool_calls),
  );
  const found = wrong ?? (last?.message.role === "assistant" ? last : undefined);
  if (!found) return;
  throw invalidFields([
    { field: `messages.${found.index}.role`, message: "the last message must be from the user or a tool" },
  ]);
}

function isSystem(message: CompletionMessage): boolean {
  return message.role === "system" || message.role === "developer";
}

interface TurnPosition {
  conversationId?: string;
  externalId: string | null;
  replaces?: string;
  continues?: string;
}

async function findPosition(
  user: UserStore,
  headers: OpenAiHeaders,
  history: Exchange[],
  message: string,
  continues: boolean,
): Promise<TurnPosition> {
  const waiting = continues ? await found(user, hashOf(message, null), history) : null;
  if (waiting) return { conversationId: waiting.conversationId, externalId: null, continues: waiting.id };
  const name = headers.conversation;
  const named =
    name === undefined
      ? null
      : ((await user.conversation(name)) ?? (await user.conversationByExternalId(name)));
  if (name !== undefined && named === null) return { externalId: name };
  const known = await byHistory(user, history);
  if (named !== null && known?.conversationId !== named.id)
    return { conversationId: named.id, externalId: null };
  return known ?? { externalId: null };
}

/** Replies looked up from the newest back: one that was cut off is not in the store as the client has it. */
const LOOKED_UP_MAX = 8;
/** Turns behind a known one, or before it, that are looked at. */
const AROUND_MAX = 20;
/** Turns in which the same was said and answered. */
const ALIKE_MAX = 8;

async function byHistory(user: UserStore, history: Exchange[]): Promise<TurnPosition | null> {
  for (const [i, { hash, next }] of [...history.entries()].reverse().slice(0, LOOKED_UP_MAX)) {
    const previous = await found(user, hash, history.slice(0, i));
    if (!previous) continue;
    const { conversationId } = previous;
    const later = await laterTurns(user, previous);
    if (next !== null) return mayHaveSaid(later[0], next) ? { conversationId, externalId: null } : null;
    const replaces = later.length === 1 ? later[0]?.id : undefined;
    return { conversationId, externalId: null, ...(replaces === undefined ? {} : { replaces }) };
  }
  return null;
}

/** The newest turn with this hash whose conversation began as the history does. */
async function found(user: UserStore, hash: string, history: Exchange[]): Promise<Episode | null> {
  const sent = history.flatMap(({ messages }) => messages).reverse();
  for (const episode of await user.episodesByChainHash(hash, ALIKE_MAX))
    if (standIn(sent, await earlierTurns(user, episode))) return episode;
  return null;
}

/** Whether these turns stand among what was sent, both newest first. The client may know of some that are forgotten. */
function standIn(sent: string[], turns: Episode[]): boolean {
  let from = 0;
  return turns.every(({ userMessage }) => {
    const at = sent.indexOf(userMessage.trim(), from);
    from = at + 1;
    return at >= 0;
  });
}

/** Turns before this one, newest first, that are stored as a client like this one said them. */
async function earlierTurns(user: UserStore, { conversationId, ordinal }: Episode): Promise<Episode[]> {
  const fromOrdinal = Math.max(0, ordinal - AROUND_MAX);
  const around = await user.episodes({ conversationId, fromOrdinal, order: "oldest", limit: AROUND_MAX });
  const isAsSaid = ({ chainHash, intent, userMessage }: Episode): boolean =>
    chainHash !== null && intent === null && userMessage !== OFF_THE_RECORD;
  return around.filter((episode) => episode.ordinal < ordinal && isAsSaid(episode)).reverse();
}

/** Words that were forgotten, or were never kept, cannot be compared. */
function mayHaveSaid(turn: Episode | undefined, message: string): boolean {
  return turn !== undefined && (turn.userMessage === message || turn.redacted || turn.intent !== null);
}

/** Turns behind this one, oldest first. */
async function laterTurns(user: UserStore, { conversationId, ordinal }: Episode): Promise<Episode[]> {
  const newest = await user.episodes({ conversationId, order: "newest", limit: AROUND_MAX });
  return newest.filter((episode) => episode.ordinal > ordinal).reverse();
}

/** A reply in the client's history, with what the user said before it. */
interface Exchange {
  hash: string;
  /** Since the reply before. */
  messages: string[];
  /** What the user says behind it; null when that is the running message. */
  next: string | null;
}

/** White space at the ends does not count: clients trim. Replies that only call tools are no turn of their own. */
function exchangesOf(history: CompletionMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let messages: string[] = [];
  for (const message of history) {
    const text = textOf(message.content);
    const last = exchanges.at(-1);
    if (message.role === "user") {
      messages.push(text.trim());
      if (last) last.next ??= text;
    }
    if (message.role !== "assistant" || text.trim() === "" || message.tool_calls) continue;
    exchanges.push({ hash: hashOf(messages.at(-1) ?? "", text), messages, next: null });
    messages = [];
  }
  return exchanges;
}

/** `reply` null: the turn waits for tool results. The store keeps it only as its key makes it. */
function hashOf(message: string, reply: string | null): string {
  const text = JSON.stringify([message.trim(), reply?.trim() ?? null]);
  return createHash("sha256").update(text).digest("hex");
}

function systemOf(messages: CompletionMessage[]): string | null {
  const texts = messages.filter(isSystem).map((m) => textOf(m.content));
  const joined = texts
    .filter((text) => text.trim() !== "")
    .join("\n\n")
    .replaceAll(NUL, "");
  return joined === "" ? null : joined;
}

function modelMessage(message: CompletionMessage): ModelMessage {
  const content = asMessage(textOf(message.content).replaceAll(NUL, ""));
  if (message.role === "assistant") {
    return { role: "assistant", content, ...(message.tool_calls ? { tool_calls: message.tool_calls } : {}) };
  }
  if (message.role === "tool") return { role: "tool", content, tool_call_id: message.tool_call_id };
  return { role: message.role === "user" ? "user" : "system", content };
}

function maxTokensOf({ max_completion_tokens, max_tokens }: Completion): number | undefined {
  return max_completion_tokens ?? max_tokens ?? undefined;
}

const PASSED = [
  "top_p",
  "stop",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "response_format",
] as const;

function passedThrough(body: Completion): Record<string, unknown> {
  return Object.fromEntries(
    PASSED.filter((key) => body[key] !== undefined && body[key] !== null).map((key) => [key, body[key]]),
  );
}
