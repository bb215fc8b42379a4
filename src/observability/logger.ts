import { pino } from "pino";

export type Logger = ReturnType<typeof pino>;

/** Logs carry ids, counts and codes. Whatever could hold a user's words is removed even if a line tries. */
const REDACTED = [
  "req",
  // Addresses hold ids, searches and whatever somebody typed; the WebSocket plugin logs one as `path`.
  "url",
  "path",
  "*.url",
  "*.message_text",
  "*.userMessage",
  "*.assistantReply",
  "*.content",
  "*.text",
  "*.quote",
  "messages[*].content",
];

export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: { paths: REDACTED, remove: true },
    serializers: { err: errorWithoutText },
  });
}

/** Type, code and stack frames of an error, not its message: messages of drivers and parsers quote their input. */
function errorWithoutText(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split("\n").filter((line) => line.trim().startsWith("at ")) ?? [];
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    ...(typeof code === "string" ? { code } : {}),
    stack: frames.slice(0, 12).join("\n"),
    ...(error.cause === undefined ? {} : { cause: errorWithoutText(error.cause) }),
  };
}
