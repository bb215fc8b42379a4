/**
 * The catalogue of errors. One code, one status; the mapper of each surface turns it into problem+json, a WebSocket
 * frame, OpenAI's shape, or a line of text. Messages never carry a user's words.
 */
export const ERRORS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  invalid_cursor: { status: 400, title: "The cursor is not valid" },
  unauthorized: { status: 401, title: "An API key is needed" },
  forbidden: { status: 403, title: "Not allowed" },
  host_not_allowed: { status: 403, title: "This host or origin is not allowed" },
  not_found: { status: 404, title: "Not found" },
  request_timeout: { status: 408, title: "The request did not arrive in time" },
  conversation_busy: { status: 409, title: "A turn is already running in this conversation" },
  conflict: { status: 409, title: "It was changed in the meantime" },
  idempotency_mismatch: { status: 409, title: "This Idempotency-Key was used for another request" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "Only application/json is accepted" },
  context_too_long: { status: 413, title: "The message is too long for the model" },
  rate_limited: { status: 429, title: "Too many requests" },
  cancelled: { status: 499, title: "Cancelled" },
  internal: { status: 500, title: "Something went wrong" },
  not_implemented: { status: 501, title: "Not available" },
  model_error: { status: 502, title: "The model failed" },
  model_unavailable: { status: 503, title: "The model does not answer" },
  store_unavailable: { status: 503, title: "The memory store does not answer" },
  store_full: { status: 507, title: "The disk is full" },
  queue_unavailable: { status: 503, title: "The queue does not answer" },
  overloaded: { status: 503, title: "Too much at once" },
  shutting_down: { status: 503, title: "Shutting down" },
  model_timeout: { status: 504, title: "The model did not answer in time" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  /** Dotted path of the field, e.g. `message` or `messages.0.content`. */
  field: string;
  message: string;
}

/** The only error that crosses a port or reaches a surface. */
export class EngramError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  /** Ids a client needs to continue, e.g. of the turn that was kept although its reply failed. */
  readonly extra: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail?: string,
    options: { fields?: FieldError[]; cause?: unknown; extra?: Record<string, string> } = {},
  ) {
    super(detail ?? ERRORS[code].title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "EngramError";
    this.code = code;
    this.status = ERRORS[code].status;
    this.fields = options.fields ?? [];
    this.extra = options.extra ?? {};
  }
}

/**
 * A `model_unavailable` from a server that was there: it accepted the request and closed the connection before its
 * answer was complete. The request may have crashed it.
 */
export class AnswerCut extends EngramError {
  constructor(cause?: unknown) {
    super("model_unavailable", "The model's connection was cut", { cause });
  }
}

/** A `model_unavailable` from a server that is there, but answers no request now: it loads its model, or has too many. */
export class ModelBusy extends EngramError {
  constructor(cause?: unknown, detail = "The model is still loading") {
    super("model_unavailable", detail, { cause });
  }
}

/** A `context_too_long` from a server that reported its limits. */
export class PromptTooLong extends EngramError {
  readonly promptTokens: number | undefined;
  /** Per slot. */
  readonly contextTokens: number | undefined;

  constructor(promptTokens: number | undefined, contextTokens: number | undefined, cause?: unknown) {
    const size = `${promptTokens ?? "?"} tokens do not fit into the model's ${contextTokens ?? "?"}`;
    super("context_too_long", size, { cause });
    this.promptTokens = promptTokens;
    this.contextTokens = contextTokens;
  }
}

/** A `not_implemented` for a text-only model that was sent an image, audio or a file. */
export class MediaRefused extends EngramError {
  constructor(cause?: unknown) {
    super("not_implemented", "The model takes no images, sound or files", { cause });
  }
}

/** An error about one field, reported both in the detail and as a field error. */
export function invalidField(
  field: string,
  message: string,
  code: ErrorCode = "invalid_request",
): EngramError {
  return new EngramError(code, `${field}: ${message}`, { fields: [{ field, message }] });
}

/** Throws for the first field that is present. */
export function refuseFields(fields: object, message: string): void {
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) throw invalidField(field, message);
}

/** Fields that an error names, and characters of each name: a client may send any number of wrong ones. */
export const FIELDS_NAMED_MAX = 20;
const FIELD_CHARS_MAX = 200;

export function invalidFields(given: FieldError[]): EngramError {
  const fields = given
    .slice(0, FIELDS_NAMED_MAX)
    .map(({ field, message }) => ({ field: field.slice(0, FIELD_CHARS_MAX), message }));
  return new EngramError("invalid_request", fields.map((f) => `${f.field}: ${f.message}`).join("; "), {
    fields,
  });
}

/** `field` is the caller's name for it. */
export function notFound(what: string, field = "id"): EngramError {
  const message = `There is no such ${what}`;
  return new EngramError("not_found", message, { fields: [{ field, message }] });
}

/** What was looked up; throws `not_found` if there is none. */
export function existing<T>(found: T | null | undefined, what: string): T {
  if (found === null || found === undefined) throw notFound(what);
  return found;
}

/** Converts any thrown value to an `EngramError`; unknown ones become `internal` with the cause kept for the log. */
export function toEngramError(error: unknown): EngramError {
  if (error instanceof EngramError) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT")
    return new EngramError("store_full", undefined, { cause: error });
  return new EngramError("internal", undefined, { cause: error });
}
