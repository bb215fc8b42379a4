import { z } from "zod";
import { MESSAGE_CHARS_MAX, personText } from "../schemas.ts";
import { isFields, withoutNulls } from "../absent.ts";
import { withTools } from "./legacy-functions.ts";

/** Of a history with its images, which programs send again with every message; as much as OpenAI's own API takes. */
export const HISTORY_BYTES_MAX = 48 * 1024 * 1024;
const MESSAGES_MAX = 4000;
/** Longest text of any message but the last user message, characters. */
const HISTORY_CHARS_MAX = 2_000_000;
const PARTS_MAX = 1000;
const TOOLS_MAX = 128;
const NAME_CHARS_MAX = 200;
/** Ids of calls are the model server's own, some with the state of a call in them. */
const ID_CHARS_MAX = 20_000;
/** Above and below those of local models. */
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
/** Each costs a whole answer. */
const CHOICES_MAX = 8;
/** OpenAI's own limit. */
const TOP_LOGPROBS_MAX = 20;

/** Programs cut long texts in the middle of an emoji, and send the half with every later request. */
const plain = z
  .string()
  .max(HISTORY_CHARS_MAX)
  .transform((text) => text.toWellFormed());

/** A content part: text, or something passed to the model server unchanged. */
const Part = z.union([
  plain.transform((text) => ({ type: "text", text, refusal: undefined })),
  z.looseObject({ type: z.string().max(NAME_CHARS_MAX), text: plain.optional(), refusal: plain.optional() }),
]);
type Part = z.output<typeof Part>;
const Content = z.union([plain, z.array(Part).max(PARTS_MAX)], {
  error: "must be a string or an array of parts",
});

const orAbsent = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);

/** Servers read the arguments as JSON in text; some clients send an object, and what a model left unfinished. */
const Arguments = z
  .union([z.string().refine(isJsonObject), z.looseObject({}).transform((value) => JSON.stringify(value))])
  .catch("{}");
/** Some programs count their calls. What is no id is absent. */
const CallId = orAbsent(z.union([z.string().max(ID_CHARS_MAX), z.number().transform(String)]));
const toolCalls = z
  .array(
    z.looseObject({
      id: CallId,
      type: z.string().default("function"),
      function: orAbsent(z.looseObject({ arguments: Arguments })),
    }),
  )
  .max(TOOLS_MAX)
  .transform((calls) => (calls.length === 0 ? undefined : calls))
  .optional();

const Message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"], {
    error: "must be system, developer, user, assistant, tool or function",
  }),
  content: Content.optional(),
  name: orAbsent(z.string().trim().min(1).max(NAME_CHARS_MAX)),
  tool_calls: toolCalls,
  reasoning_content: orAbsent(plain),
  tool_call_id: CallId,
});

/** Names that other APIs and frameworks give to OpenAI's roles. */
const ROLES = new Map([
  ["human", "user"],
  ["ai", "assistant"],
  ["bot", "assistant"],
  ["model", "assistant"],
]);

/** A message with a role and a content of OpenAI's. */
function inOpenAiForm(message: unknown): unknown {
  const said = withoutNulls(message);
  if (typeof said !== "object" || said === null) return said;
  const { role, content } = said as Record<string, unknown>;
  const name = typeof role === "string" ? role.toLowerCase() : role;
  return {
    ...said,
    role: ROLES.get(name as string) ?? name,
    ...(content === undefined ? {} : { content: asContent(content) }),
  };
}

function isJsonObject(text: string): boolean {
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}

const asContent = (content: unknown): unknown =>
  typeof content === "string" ? content : [content].flat().map(withoutNulls).map(asPart);

/** Of parts as OpenAI's and other APIs have them; anything else is the result of a tool, not yet as text. */
const PART = /audio|document|file|image|reasoning|refusal|text|thinking|video/;

/** A picture by its bare address, files as `/v1/responses` has them, and what tools of MCP return. */
function asPart(part: unknown): unknown {
  if (typeof part === "string") return part;
  const { type, image_url: url, filename, file_data, ...own } = isFields(part) ? part : {};
  if (type === "input_file" && file_data !== undefined)
    return { type: "file", file: { filename, file_data } };
  if (typeof url === "string") return { type: "image_url", image_url: { url } };
  const { data, mimeType, resource } = own;
  if (type === "image" && typeof data === "string")
    return { type: "image_url", image_url: { url: `data:${String(mimeType)};base64,${data}` } };
  const text = own["text"] ?? (isFields(resource) ? resource["text"] : undefined);
  if (text !== undefined || type === "text") return { ...own, type: type ?? "text", text: text ?? "" };
  return typeof type === "string" && PART.test(type) ? part : { type: "text", text: JSON.stringify(part) };
}

/** "0.7" for 0.7: forms and templates send text. */
const numeric = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), type);
const BOOLEANS = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
  [1, true],
  [0, false],
]);
export const Stream = z.preprocess((value) => BOOLEANS.get(value) ?? value, z.boolean().optional());

/** Fields read by `/v1/chat/completions`. Any other field is passed on or ignored, never refused. */
export const CompletionBody = z.preprocess(
  (body) => withTools(withoutNulls(body)),
  z.looseObject({
    model: z.string().max(NAME_CHARS_MAX).optional(),
    messages: z.array(z.preprocess(inOpenAiForm, Message)).min(1).max(MESSAGES_MAX),
    stream: Stream,
    stream_options: orAbsent(z.looseObject({ include_usage: z.boolean().nullish() })),
    temperature: numeric(orAbsent(z.number())),
    n: numeric(z.int().min(1).max(CHOICES_MAX).optional()),
    top_logprobs: numeric(z.int().min(0).max(TOP_LOGPROBS_MAX).optional()),
    reasoning_effort: orAbsent(z.enum(EFFORTS)),
    reasoning: orAbsent(z.looseObject({ effort: orAbsent(z.enum(EFFORTS)) })),
    /** -1, sent by some clients, means no limit. */
    max_tokens: numeric(orAbsent(z.number().int().min(1).max(1_000_000))),
    max_completion_tokens: numeric(orAbsent(z.number().int().min(1).max(1_000_000))),
    /** The client's name for the chat. */
    chat_id: orAbsent(z.string()),
    conversation_id: orAbsent(z.string()),
    metadata: orAbsent(
      z.looseObject({ chat_id: orAbsent(z.string()), conversation_id: orAbsent(z.string()) }),
    ),
  }),
);

export type Completion = z.output<typeof CompletionBody>;
export type CompletionMessage = Completion["messages"][number];

/** The last user message, which becomes the turn. */
export const LastUserText = personText(MESSAGE_CHARS_MAX);

/** Types of a client's own reasoning parts, which no later request needs. */
const THOUGHTS = new Set(["thinking", "redacted_thinking", "reasoning"]);

/** The text of a content; a part without text becomes its type: "[image]". */
export const textOf = (content: CompletionMessage["content"]): string =>
  partsOf(content)
    .map((part) => part.text ?? part.refusal ?? markOf(part))
    .join("\n");

/** The non-text parts, unchanged. */
export const mediaOf = (content: CompletionMessage["content"]): Part[] =>
  partsOf(content).filter(({ text, refusal }) => text === undefined && refusal === undefined);

function partsOf(content: CompletionMessage["content"] = []): Part[] {
  const parts: Part[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return parts.filter(({ type }) => !THOUGHTS.has(type));
}

function markOf(part: Part): string {
  const kind = /image|audio|video|file/.exec(part.type)?.[0] ?? "attachment";
  const file = (part as { file?: { filename?: unknown } }).file?.filename;
  return typeof file === "string" && file.length <= NAME_CHARS_MAX ? `[${kind}: ${file}]` : `[${kind}]`;
}
