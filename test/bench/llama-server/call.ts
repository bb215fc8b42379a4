import type { Fault } from "./fault.ts";

/** The fields of a chat completion's body that the bench looks at. */
export interface ChatRequest {
  messages: { role: string; content: unknown }[];
  max_tokens?: number;
  reasoning_effort?: string;
  response_format?: { json_schema?: { name?: string; schema?: Record<string, unknown> } };
  [field: string]: unknown;
}

/**
 * `reply`: answers a message. `background`: a chat client's own request for a title or follow-up questions.
 * `extraction`: the live pass. The others belong to the idle pass; what has a schema of another name is `other`.
 */
export type CallKind = "reply" | "background" | "extraction" | "blind" | "verdict" | "ruling" | "other";

/** One chat completion as it went through the proxy. Times are milliseconds of `performance.now()`. */
export interface Call {
  /** In order of arrival, from 0. */
  id: number;
  kind: CallKind;
  body: ChatRequest;
  startedAt: number;
  /** When the first token came: the server has read the whole prompt. Null when none did. */
  readAt: number | null;
  endedAt: number | null;
  status: number | null;
  fault: Fault["type"] | null;
  /** The client closed the connection before the answer had ended. */
  aborted: boolean;
  /** The proxy did, for a fault. */
  broken: boolean;
  finish: string | null;
  promptTokens: number | null;
  cachedTokens: number | null;
  /** Prompt tokens that the server really read (`timings.prompt_n`). */
  reread: number | null;
  /** As the server sent them. */
  timings: object | null;
}

const EXTRACTION_MARK = "[extraction request]";
/** At this effort an extraction is the blind reading of the idle pass. */
const BLIND_EFFORT = "high";
const KIND_BY_SCHEMA: Record<string, CallKind> = {
  verdicts: "verdict",
  rulings: "ruling",
  changes: "ruling",
  standings: "ruling",
};

export function newCall(id: number, body: ChatRequest): Call {
  return {
    id,
    kind: kindOf(body),
    body,
    startedAt: performance.now(),
    readAt: null,
    endedAt: null,
    status: null,
    fault: null,
    aborted: false,
    broken: false,
    finish: null,
    promptTokens: null,
    cachedTokens: null,
    reread: null,
    timings: null,
  };
}

function kindOf(body: ChatRequest): CallKind {
  const last = lastText(body);
  if (last === "") return "other";
  if (last.startsWith(EXTRACTION_MARK))
    return body.reasoning_effort === BLIND_EFFORT ? "blind" : "extraction";
  if (body.response_format !== undefined) return KIND_BY_SCHEMA[schemaName(body)] ?? "other";
  return last.startsWith("### Task:") ? "background" : "reply";
}

export function schemaName(body: ChatRequest): string {
  return body.response_format?.json_schema?.name ?? "";
}

export function lastText(body: ChatRequest): string {
  return textOf(body.messages.at(-1));
}

export function userTexts(body: ChatRequest): string[] {
  return body.messages.filter(({ role }) => role === "user").map(textOf);
}

/** All that was said, without what the memory put in: other conversations are quoted there. */
export function saidIn(body: ChatRequest): string {
  return body.messages.map((message) => textOf(message).replace(/<memory[\s\S]*?<\/memory>/g, "")).join("\n");
}

function textOf(message: ChatRequest["messages"][number] | undefined): string {
  return typeof message?.content === "string" ? message.content : "";
}
