import type { Episode, MemoryMode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import { invalidField, invalidFields } from "../../errors.ts";
import { isFields, withoutNulls, type Fields } from "../absent.ts";
import { ID_CHARS_MAX } from "../schemas.ts";
import type { ModelMessage, ReasoningEffort } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { foldName, words } from "../../language/text.ts";
import { userText } from "../../services/chat/history.ts";
import { ownNames } from "../../services/own-names.ts";
import type { TaskInput } from "../../services/chat/task.ts";
import type { TurnInput } from "../../services/chat/turn-types.ts";
import { chainHashOf, findPosition, unheardIn, type Exchange } from "./position.ts";
import { LastUserText, mediaOf, textOf, type Completion, type CompletionMessage } from "./schema.ts";
import { introduces, isTaskByForm } from "./task-form.ts";
import { isMarkup, userWords, wordsIn } from "./user-words.ts";

/** No store can hold it. */
const NUL = "\u0000";

/** `task`: a program's request about a chat. */
export const REQUEST_MODES = ["chat", "memory", "task"] as const;
type RequestMode = (typeof REQUEST_MODES)[number];

export interface OpenAiHeaders {
  memory: MemoryMode;
  /** The client's name for the conversation, or one of our ids. */
  conversation: string | undefined;
  /** Undefined: decided by the form of the request. */
  mode: RequestMode | undefined;
  idempotencyKey: string | undefined;
}

/** What a form of request allows. */
export interface RequestForm {
  /** The conversation a client names instead of sending its history. */
  goesOn?: string | undefined;
  /** The turn before, by which a client names its place in the conversation. */
  follows?: Episode | undefined;
  /** The results of tools may come without their calls. */
  bareResults?: boolean;
}

/** A request's purpose: from its header or the name of its model (`name:task`), else from its form. */
export async function modeOf(
  user: UserStore,
  body: Completion,
  { mode }: OpenAiHeaders,
  now: Instant,
): Promise<RequestMode> {
  const said = mode ?? REQUEST_MODES.find((one) => body.model?.endsWith(`:${one}`));
  if (said !== undefined) return said;
  // A program asks for an opening line, or one more of its character: nobody said anything.
  if (body.messages.every(({ role }) => role !== "user")) return "task";
  const spoken = body.messages.filter((message) => !isSystem(message));
  const newest = spoken.at(-1);
  // A program's instruction after a reply: a summary, a picture, words in the user's place.
  if (newest?.role === "assistant" && newest.tool_calls === undefined && body.messages.at(-1) !== newest)
    return "task";
  // Before it there may be a greeting, or the program's instruction.
  const [only, ...others] = spoken.slice(spoken.findIndex(({ role }) => role !== "assistant"));
  if (only?.role !== "user") return "chat";
  const message = textOf(only.content);
  if (others.length > 0)
    return introduces(message) && others.every(({ role }) => role === "user") ? "task" : "chat";
  const isTask = await isTaskByForm(user, { message, maxTokens: maxTokensOf(body), now });
  return isTask ? "task" : "chat";
}

/** A program's own task, as sent to the model. */
export function toTask(body: Completion): TaskInput {
  return {
    messages: body.messages
      .filter((message) => !isSystem(message) || textOf(message.content).trim() !== "")
      .map((m) => modelMessage(m)),
    ...optionsOf(body),
  };
}

/** One completion request as one turn. */
export async function toTurn(
  user: UserStore,
  body: Completion,
  headers: OpenAiHeaders & RequestForm,
  mode: "chat" | "memory",
): Promise<TurnInput> {
  const at = body.messages.findLastIndex(isOfUser);
  const last = body.messages[at];
  if (!last) throw invalidField("messages", "must contain a user message");
  const message = userMessage(saidIn(last), at);
  const before = body.messages.slice(0, at);
  const { after, begun } = afterOf(body.messages, at);
  const history = exchangesOf(before);
  const position = await findPosition(user, {
    name: headers.goesOn ?? headers.conversation ?? chatIdOf(body),
    follows: headers.follows,
    history,
    message,
    begun,
    continues: after.length > 0,
  });
  const isAllNew = headers.goesOn !== undefined;
  const { conversationId = headers.follows?.conversationId, continues } = position;
  const mayBeMore = conversationId !== undefined && continues === undefined;
  const unheard = mayBeMore ? await unheardIn(user, conversationId, history, isAllNew) : [];
  const speakerOf = await speakersIn(user, body.messages, conversationId);
  const speaker = speakerOf(nameOf(last));
  return {
    message,
    conversationId: position.conversationId,
    memory: headers.memory,
    mode,
    replaces: position.replaces,
    branchFrom: position.branchFrom,
    idempotencyKey: headers.idempotencyKey,
    client: {
      sent: inMessage(textOf(last.content), speaker),
      speaker,
      system: systemOf(body.messages),
      history: isAllNew
        ? null
        : before.filter((m) => !isSystem(m)).map((m) => modelMessage(m, speakerOf(nameOf(m)))),
      unheard: unheard.map(({ said, name }) => ({ userMessage: said, speaker: speakerOf(name) })),
      after: after.map((m) => modelMessage(m)),
      begun,
      media: mediaOf(last.content),
      externalId: position.externalId,
      chainHash: (reply) => chainHashOf(message, reply === null),
      ...optionsOf(body),
      continues,
      keepsCalls: headers.bareResults === true,
    },
  };
}

/** Bridges put it before the words: `[Bob]: Hello.` */
const LABEL = /^\[([^[\]\n\d]{1,80})\]: /;
const nameOf = (one: CompletionMessage): string | undefined =>
  one.role === "user" ? (one.name ?? LABEL.exec(textOf(one.content))?.[1]) : undefined;

/**
 * Who speaks where a client names several people: null is the owner, by their names or the name of their key. A client that names
 * one person may do so with every message of the owner's.
 */
async function speakersIn(
  user: UserStore,
  messages: readonly CompletionMessage[],
  conversationId: string | undefined,
): Promise<(name: string | undefined) => string | null> {
  const names = new Set(messages.flatMap((one) => nameOf(one) ?? []));
  if (names.size === 0) return () => null;
  const [newest] =
    conversationId === undefined ? [] : await user.episodes({ conversationId, order: "newest", limit: 1 });
  if (names.size === 1 && (newest?.speaker ?? null) === null) return () => null;
  const own = new Set(
    [user.userId, ...(await ownNames(user, await user.self()))].flatMap((name) => [
      foldName(name),
      ...words(name),
    ]),
  );
  return (name) => (name === undefined || own.has(foldName(name)) ? null : name);
}

function optionsOf(body: Completion) {
  return {
    temperature: body.temperature ?? undefined,
    maxTokens: maxTokensOf(body),
    effort: effortOf(body),
    extra: passedThrough(body),
    choices: body.n ?? 1,
  };
}

function userMessage(text: string, at: number): string {
  const parsed = LastUserText.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalidFields(
    parsed.error.issues.map(({ message }) => ({ field: `messages.${at}.content`, message })),
  );
}

/** What follows the user's message: tool calls with their results, and the beginning of a reply that is to be continued. */
function afterOf(messages: CompletionMessage[], at: number): { after: CompletionMessage[]; begun: string } {
  const after = messages.slice(at + 1).filter((message) => !isSystem(message));
  const last = after.at(-1);
  if (last?.role !== "assistant") return { after, begun: "" };
  if (last.tool_calls === undefined) return { after: after.slice(0, -1), begun: textOf(last.content) };
  const field = `messages.${messages.lastIndexOf(last)}.role`;
  throw invalidField(field, "the results of its tool calls must follow");
}

function isSystem(message: CompletionMessage): boolean {
  return message.role === "system" || message.role === "developer";
}

/**
 * False for what a program adds in a message of its own behind the user's or the result of a tool, such as the time, or a
 * picture, for which a result has no room.
 */
function isOfUser({ role, content }: CompletionMessage, at: number, all: CompletionMessage[]): boolean {
  const follows = all[at - 1]?.role;
  const mayBeAdded = follows === "tool" || follows === "user";
  const isMediaAlone = Array.isArray(content) && content.every(({ text = "" }) => text.trim() === "");
  return role === "user" && !(mayBeAdded && (isMediaAlone || wordsIn(textOf(content)) === null));
}

/** The user's words. Files may be added as parts of their own, in elements. */
function saidIn({ content }: CompletionMessage): string {
  const parts = Array.isArray(content) ? content.filter(({ text }) => !isMarkup(text ?? "")) : [];
  return userWords(textOf(parts.some(({ text = "" }) => text.trim() !== "") ? parts : content));
}

/** The user's messages with their replies. Assistant messages that only call tools are not replies. */
function exchangesOf(history: CompletionMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const [at, message] of history.entries()) {
    const text = textOf(message.content);
    if (isOfUser(message, at, history) && text.trim() !== "")
      exchanges.push({ said: saidIn(message), replied: null, name: nameOf(message) });
    const last = exchanges.at(-1);
    if (message.role === "assistant" && last && text.trim() !== "") last.replied = text;
  }
  return exchanges;
}

function systemOf(messages: CompletionMessage[]): string | null {
  const texts = messages.filter(isSystem).map((m) => textOf(m.content));
  const joined = texts
    .filter((text) => text.trim() !== "")
    .join("\n\n")
    .replaceAll(NUL, "");
  return joined === "" ? null : joined;
}

function modelMessage(message: CompletionMessage, speaker: string | null = null): ModelMessage {
  const content = inMessage(textOf(message.content), speaker);
  if (message.role === "assistant") {
    const { tool_calls, reasoning_content: thought } = message;
    if (tool_calls === undefined) return { role: "assistant", content };
    // Templates refuse a thought next to words.
    const isThoughtAlone = thought !== undefined && content.trim() === "";
    const reasoning = isThoughtAlone ? { reasoning_content: inMessage(thought) } : {};
    return { role: "assistant", content, tool_calls, ...reasoning };
  }
  const media = mediaOf(message.content);
  const shown = media.length > 0 ? { content, media } : { content };
  if (message.role === "tool" || message.role === "function")
    return { role: "tool", ...shown, tool_call_id: message.tool_call_id ?? "" };
  return { role: message.role === "user" ? "user" : "system", ...shown };
}

function inMessage(text: string, speaker: string | null = null): string {
  const isLabelled = text.startsWith(`[${speaker}]: `);
  return userText({ speaker: isLabelled ? null : speaker, userMessage: text.replaceAll(NUL, "") });
}

/** Clients send these before they have an id, or the name of a template's field as it is: `{{CHAT_ID}}`, `${chat}`. */
export const isPlaceholder = (value: string): boolean =>
  /^(?:new|null|undefined|\$?\{.*\}|)$/.test(value.trim());

/** The chat's id in the client, if the request has it. */
function chatIdOf({ chat_id, conversation_id, metadata }: Completion): string | undefined {
  const ids = [chat_id, conversation_id, metadata?.chat_id, metadata?.conversation_id];
  return ids.find((id) => id !== undefined && !isPlaceholder(id) && id.length <= ID_CHARS_MAX);
}

function effortOf({ reasoning_effort, reasoning }: Completion): ReasoningEffort | undefined {
  const asked = reasoning_effort ?? reasoning?.effort;
  if (asked === "none" || asked === "minimal") return "low";
  return asked === "xhigh" || asked === "max" ? "high" : asked;
}

function maxTokensOf({ max_completion_tokens, max_tokens }: Completion): number | undefined {
  return max_completion_tokens ?? max_tokens ?? undefined;
}

/** Options passed on to the model server: OpenAI's, and those of llama-server that change the answer. */
const PASSED = [
  "top_p top_k min_p typical_p stop seed presence_penalty frequency_penalty repeat_penalty repeat_last_n logit_bias",
  "mirostat mirostat_tau mirostat_eta xtc_probability xtc_threshold dynatemp_range dynatemp_exponent grammar",
  "dry_multiplier dry_base dry_allowed_length dry_penalty_last_n dry_sequence_breakers logprobs top_logprobs",
  "tools tool_choice parallel_tool_calls response_format chat_template_kwargs",
  "continue_final_message add_generation_prompt",
].flatMap((names) => names.split(" "));
/** Of these, those that may be text. */
const TEXTS = new Set(["stop", "grammar", "tool_choice"]);

function passedThrough(body: Completion): Record<string, unknown> {
  // Tools other than functions are the client's provider's own; servers refuse the request for them.
  const tools = Array.isArray(body["tools"]) ? body["tools"].flatMap((tool) => asFunction(tool) ?? []) : [];
  const choice = asChoice(body["tool_choice"]);
  // Servers refuse an empty list of tools, and a choice among none.
  const moot = tools.length > 0 ? [] : ["tools", "parallel_tool_calls"];
  if (moot.length > 0 && (choice === "auto" || choice === "none")) moot.push("tool_choice");
  const asked: Fields = { ...body, tools, tool_choice: choice };
  const given = PASSED.filter((key) => !moot.includes(key)).map(
    (key) => [key, TEXTS.has(key) ? asked[key] : withoutText(asked[key])] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** "0.7" is 0.7; undefined for any other text. */
function withoutText(value: unknown): unknown {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  return Number.isNaN(number) ? undefined : number;
}

/** As servers want it: with its type, and no null for a description. In `/v1/responses` its fields are not in `function`. */
function asFunction(given: unknown): Fields | undefined {
  if (!isFields(given)) return undefined;
  const { type = "function", function: own, ...flat } = given;
  if (type !== "function") return undefined;
  return isFields(own)
    ? { type, function: withoutNulls(own), ...flat }
    : { type, function: withoutNulls(flat) };
}

/** A function to call, or whether to choose from some. */
function asChoice(choice: unknown): unknown {
  if (!isFields(choice)) return choice;
  if (choice["type"] !== "allowed_tools") return asFunction(choice);
  const { mode } = isFields(choice["allowed_tools"]) ? choice["allowed_tools"] : choice;
  return mode;
}
