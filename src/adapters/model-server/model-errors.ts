/** Every way a call to a model server fails, as the catalogue's errors. Messages never quote the server's text. */
import { AnswerCut, EngramError, MediaRefused, ModelBusy, PromptTooLong } from "../../errors.ts";
import type { OptionalField } from "./optional-fields.ts";
import { ErrorBody, type ErrorDetail } from "./wire.ts";

/** Socket errors during a request: a stale keep-alive socket, or a server crashed by the request. */
const RESET_CODES = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
/** Socket and DNS errors that mean the server is unreachable or went away. */
const CONNECTION_CODES = new Set([
  ...RESET_CODES,
  ..."ECONNREFUSED ECONNABORTED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT".split(" "),
]);

/** The encryption fails, or the certificate is not accepted. */
const TLS_CODE = /CERT|_SSL_|EPROTO|_TLS_/;

/**
 * @param address the server's address, for the message
 * @param begun whether a byte of the answer had arrived: a lost connection then means a cut answer, not a server that is down
 */
export function toModelError(error: unknown, address: string, begun: boolean): EngramError {
  if (error instanceof EngramError) return error;
  if (hasCode(error, CONNECTION_CODES))
    return begun || isReset(error) ? new AnswerCut(error) : serverDown(address, error);
  if (codeOf(error) === "ERR_INVALID_CHAR") return new KeyRefused(error);
  if (TLS_CODE.test(codeOf(error))) return serverDown(`${address} (${codeOf(error)})`, error);
  return fromAnswer(undefined, null, error);
}

export class KeyRefused extends EngramError {
  constructor(cause: unknown) {
    super("model_unavailable", "The model server refused the key", { cause });
  }
}

/** The model's longest answer is shorter than `max_tokens`. */
export class AnswerLimited extends EngramError {
  /** Those in the error: what was asked for, and what is allowed. */
  readonly numbers: number[];

  constructor(said: string, cause: unknown) {
    super("model_error", "The model gives no answer as long as max_tokens", { cause });
    this.numbers = (said.match(/\d+/g) ?? []).map(Number);
  }
}

/** The server, or one behind it, fails at this request or at all. */
export class ServerFailed extends EngramError {
  readonly answered: number;

  constructor(answered: number, cause?: unknown) {
    super("model_error", `The model failed with status ${answered}`, { cause });
    this.answered = answered;
  }
}

/** The server's response exceeds a limit. */
export class AnswerTooLong extends EngramError {
  constructor() {
    super("model_error", "The model server's answer is longer than allowed");
  }
}

/** The server rejects part of the request: 400, 422, or an error that names a field. */
export class RequestRefused extends EngramError {
  field: OptionalField | undefined;
}

/**
 * Ollama: "does not support thinking", "does not support tools"; OpenRouter's 404: "No endpoints found that support tool use"; vLLM:
 * "auto" tool choice requires two options of its own; llama-server before it rendered templates by itself: "tools param requires
 * --jinja flag"; llama-cpp-python's 500 names the field. llama-server: "Assistant response prefill is incompatible with enable_thinking". Chat
 * templates, rendered by any server: "roles must alternate user/assistant", "System role not supported", "Tool call id was call_1 but
 * must be a-z, A-Z, 0-9, with a length of 9", "Only user and assistant roles are supported". DeepSeek: "reasoning_content in the thinking
 * mode must be passed back"; Mistral and Groq take none; gpt-oss: "Cannot pass both content and thinking".
 */
const FIELDS: [RegExp, OptionalField][] = [
  [/return_progress|id_slot|reasoning_budget/, "llama"],
  [
    /\breasoning_content\b.{0,60}\b(?:passed back|missing)|\bmissing\b.{0,9}\breasoning_content\b/i,
    "missing_thoughts",
  ],
  [/\breasoning_content\b|\bcontent and thinking\b/i, "thoughts"],
  [/reasoning_effort|support thinking|think value/, "effort"],
  [/response_format|json.schema|grammar/i, "json_schema"],
  [/stream_options/, "usage"],
  [/max_completion_tokens/, "max_tokens"],
  [/\btemperature\b/, "temperature"],
  [/\bsupport tool(?:s| use)\b|\btool choice requires\b|\btools param requires\b/i, "tools"],
  [/\btool call ids?\b/i, "ids"],
  [/\benable_thinking\b/, "thinking"],
  [/\balternat/i, "order"],
  [
    /\bsystem (?:role|message|prompt)|\b(?:only|unexpected|unknown|unsupported|invalid)\b.{0,40}\brole/i,
    "system",
  ],
];

/** An error response: by its status, or (inside a 200 stream) by its body, which may state one. */
export function fromAnswer(answered: number | undefined, body: unknown, cause?: unknown): EngramError {
  const detail = detailOf(body);
  const { message: said = "" } = detail;
  const status = answered ?? statusIn(detail);
  if (status === 400 && ANSWER_LIMIT.test(said) && !PROMPTS.some((one) => one.test(said)))
    return new AnswerLimited(said, cause);
  if (isTooLong(status, detail)) return promptTooLong(detail, cause);
  if (status === 401) return new KeyRefused(cause);
  // Also a subscription that is missing, or a server or firewall that does not accept the caller.
  if (status === 403)
    return unavailable("The model server does not allow this; its key may lack a right", cause);
  if (status === 504 || status === 524)
    return new EngramError("model_timeout", "A gateway did not wait for the model's answer");
  const busy = status === undefined ? undefined : busyWith(status, said);
  if (busy !== undefined) return new ModelBusy(cause, busy);
  if (NOT_LOADED.test(said))
    return unavailable("The model server cannot load its model; its log says why", cause);
  const field = FIELDS.find(([names]) => names.test(said))?.[1];
  // The model was there when last listed: the list is read again for the next request.
  if (tellsNoModel(status, detail) && field !== "tools")
    return unavailable("The model server no longer has the model", cause);
  if (status !== undefined && NO_SUCH_PAGE.has(status) && field !== "tools")
    return unavailable("There is no such API at the model server's address; check the address", cause);
  if (MEDIA.test(said)) return new MediaRefused(cause);
  if (status !== undefined && status >= 500 && field === undefined) return new ServerFailed(status, cause);
  const message = `The model failed ${status === undefined ? "while it answered" : `with status ${status}`}`;
  if ((status !== 400 && status !== 422 && field === undefined) || CRASHED.test(said))
    return new EngramError("model_error", message, { cause });
  return Object.assign(new RequestRefused("model_error", message, { cause }), { field });
}

const TOO_MANY = "The model server takes no more requests for now";
/** Answers of a server that is there, by status; a gateway or a paid one among them. */
const BUSY: Record<number, string> = {
  402: "The account at the model server has no credit left",
  429: TOO_MANY,
  502: "The model server does not reach its model",
  503: "The model is still loading",
  529: TOO_MANY,
};

/** KoboldCpp and others answer 503 when they are busy, too. */
function busyWith(status: number, said: string): string | undefined {
  return status === 503 && said !== "" && !/\bload/i.test(said) ? TOO_MANY : BUSY[status];
}

/** A redirect, or a path or method that the server does not know. */
const NO_SUCH_PAGE = new Set([301, 302, 307, 308, 404, 405]);

/** Some bodies are no `{"error": ...}`: a list of it, FastAPI's `detail`, `message` at the top, a page, plain text. */
function detailOf(body: unknown): ErrorDetail {
  const known = ErrorBody.safeParse(body).data?.error;
  if (known !== undefined || body === null || body === undefined) return known ?? {};
  return ErrorBody.parse({ error: typeof body === "string" ? body : JSON.stringify(body) }).error;
}

/** "code": 429, or "429" */
function statusIn({ code }: ErrorDetail): number | undefined {
  const status = Number(code);
  return status >= 400 && status < 600 ? status : undefined;
}

/** "image input is not supported", "does not support audio", "provide the mmproj" */
const MEDIA = /\b(?:images?|audio|video|vision|multimodal|mmproj|image_url)\b/i;

/** LM Studio's, with status 400: 'Failed to load model "m"', "Error loading model"; "The model has crashed" */
const NOT_LOADED = /\b(?:load|loading) (?:the )?model\b/i;
const CRASHED = /\bmodel has crashed\b/i;

/** "model 'm' not found", "Model unloaded", "No models loaded", "Invalid model name", "could not find real modelID" */
const NO_MODEL =
  /\bmodel\b[^]{0,300}\b(?:not found|not loaded|unloaded|not exist)|\b(?:invalid|valid|no|real) model/i;

function tellsNoModel(status: number | undefined, { code, message = "" }: ErrorDetail): boolean {
  if (status === 404) return /model/i.test(`${code} ${message}`);
  return status === 400 && NO_MODEL.test(message);
}

/**
 * "n_ctx: 4096", "maximum context length is 4096 tokens", "context length of only 4096", "ContextWindowExceededError",
 * "200001 tokens > 200000 maximum"; or any prompt or count of tokens that exceeds something.
 */
const CONTEXTS = [
  /n_ctx\D{0,3}(\d{2,8})/i,
  /context[ _]?(?:length|size|window|shift)\D{0,30}(\d{2,8})?/i,
  /tokens > (\d{2,8})/,
  /\b(?:prompt|inputs?|tokens?)\b[^]{0,200}?\b(?:too l(?:ong|arge)|exceeds?|(?:longer|greater|less) than|must be <=)\D{0,60}(\d{2,8})?/i,
];
/** "568 in the messages", "23 input tokens", "n_keep: 5012" */
const PROMPTS = [/(\d{1,8}) (?:in the messages|input tokens)/i, /(?:n_keep|keep the first)\D{0,3}(\d{1,8})/i];
/** "`max_tokens` must be less than or equal to `8192`", "max_tokens (384000) exceeds"; "valid range of max_tokens is [1, 8192]" */
const ANSWER_LIMIT = /\bmax_(?:completion_)?tokens\b[^]{0,80}\d{2}/;
/** Statuses of such errors; LocalAI's is 500. */
const TOO_LONG = new Set([undefined, 400, 413, 422, 500]);

function isTooLong(status: number | undefined, { type, code, message = "" }: ErrorDetail): boolean {
  if (type === "exceed_context_size_error" || code === "context_length_exceeded" || status === 413)
    return true;
  return TOO_LONG.has(status) && CONTEXTS.some((one) => one.test(message));
}

/** Servers without fields for the two numbers state them in the message. */
function promptTooLong({ message = "", n_prompt_tokens, n_ctx }: ErrorDetail, cause: unknown): PromptTooLong {
  const said = (patterns: RegExp[]): number | undefined =>
    patterns.map((one) => Number(one.exec(message)?.[1])).find((tokens) => tokens > 0);
  return new PromptTooLong(n_prompt_tokens ?? said(PROMPTS), n_ctx ?? said(CONTEXTS), cause);
}

function unavailable(message: string, cause: unknown): EngramError {
  return new EngramError("model_unavailable", message, { cause });
}

function serverDown(address: string, cause: unknown): EngramError {
  return unavailable(`The model server at ${address} does not answer`, cause);
}

/** The schema of a client's tool, or of its `response_format`. */
export function clientSchemaRefused(cause: unknown): EngramError {
  const message = "The model server does not accept a JSON schema of the tools or of the response_format";
  return new EngramError("invalid_request", message, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, "code")) : "";
}

export function isReset(error: unknown): boolean {
  return hasCode(error, RESET_CODES);
}

/** Whether the error, one of its causes or of its parts (happy eyeballs) has one of the codes. */
function hasCode(error: unknown, codes: ReadonlySet<string>, depth = 5): boolean {
  if (!(error instanceof Error) || depth === 0) return false;
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return codes.has(codeOf(error)) || [error.cause, ...parts].some((one) => hasCode(one, codes, depth - 1));
}
