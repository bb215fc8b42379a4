/** What the fake is to answer. */
export interface Script {
  reasoning?: string;
  content?: string;
  /** One chunk each, as a recorded `delta.tool_calls`. */
  toolCalls?: unknown[];
  finish?: "stop" | "length" | "tool_calls";
  /** Before the first token, in which the prompt is "processed" (the slot is held). */
  delayMs?: number;
  tokenDelayMs?: number;
  /** The last token of a streamed answer waits for it. */
  heldUntil?: Promise<unknown>;
  promptTokens?: number;
  cachedTokens?: number;
}

/** The parsed body of POST /v1/chat/completions. */
export interface ChatBody {
  messages: { role: string; content: string }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
  response_format?: { type: string; json_schema?: { name?: string; schema?: unknown } };
  [field: string]: unknown;
}

export type Reply = Script | string;
/** Undefined leaves the answer to the default. */
export type ReplyFunction = (body: ChatBody) => Reply | undefined | Promise<Reply | undefined>;

/** One delta to send. */
export interface Token {
  field: "reasoning_content" | "content" | "tool_calls";
  value: unknown;
}

/** Tokens are words, at most this long: about llama-server's chunk size for prose, fast enough for long JSON. */
const TOKEN_CHARS_MAX = 12;

export function toScript(reply: Reply): Script {
  return typeof reply === "string" ? { content: reply } : reply;
}

export function toTokens(script: Script): Token[] {
  return [
    ...words(script.reasoning ?? "").map((value): Token => ({ field: "reasoning_content", value })),
    ...words(script.content ?? "").map((value): Token => ({ field: "content", value })),
    ...(script.toolCalls ?? []).map((value): Token => ({ field: "tool_calls", value })),
  ];
}

/** Never splits a character (the real server does not either). */
function words(text: string): string[] {
  return (text.match(/\s*\S+|\s+/g) ?? []).flatMap((word) => {
    const characters = Array.from(word);
    const pieces = Math.ceil(characters.length / TOKEN_CHARS_MAX);
    return Array.from({ length: pieces }, (_, i) =>
      characters.slice(i * TOKEN_CHARS_MAX, (i + 1) * TOKEN_CHARS_MAX).join(""),
    );
  });
}
