import { pino } from "pino";

export type Logger = ReturnType<typeof pino>;

/** Logs carry ids, counts and codes. Any field that could hold a user's words is redacted, even if a line includes it. */
const REDACTED = [
  "req",
  // Addresses hold ids, searches and arbitrary user input; the WebSocket plugin logs one as `path`.
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
  const options = {
    level,
    redact: { paths: REDACTED, remove: true },
    serializers: { err: errorWithoutText },
  };
  // Not pino's own stream: it keeps every line that a full disk refuses.
  return pino(options, process.stdout);
}

/** Longest chain of causes that is logged. */
const CAUSES_MAX = 5;
const FRAMES_MAX = 12;
/** `ENOSPC`, `Neo.ClientError.Schema.ConstraintValidationFailed`: codes written by programs, not people. */
const NAME = /^[\w.]{1,80}$/;
const FRAME = /^ {4}at .*(?::\d+:\d+\)?|\((?:native|<anonymous>|index \d+)\))$/;

/** Type, code and stack frames of an error, not its message: drivers and parsers quote their input in messages. */
export function errorWithoutText(error: unknown, causesMax = CAUSES_MAX): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  // Redis puts its code first: `OOM command not allowed ...`.
  const { code = /^[A-Z]+(?= )/.exec(error.name === "ReplyError" ? error.message : "")?.[0] } = error as {
    code?: unknown;
  };
  return {
    type: NAME.test(error.name) ? error.name : "Error",
    ...(typeof code === "string" && NAME.test(code) ? { code } : {}),
    stack: framesOf(error).join("\n"),
    ...(error.cause === undefined || causesMax === 0
      ? {}
      : { cause: errorWithoutText(error.cause, causesMax - 1) }),
  };
}

/** The trailing run of stack frames: lines of a message may look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  const at = message === "" ? -1 : stack.indexOf(message);
  const lines = (at < 0 ? stack : stack.slice(at + message.length)).split("\n").slice(1);
  const text = lines.findLastIndex((line) => !FRAME.test(line));
  return lines.slice(text + 1, text + 1 + FRAMES_MAX);
}
