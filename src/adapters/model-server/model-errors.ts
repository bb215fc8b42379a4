/** Every way a call to a model server fails, as the catalogue's errors. Messages never quote the server's text. */
import { AnswerCut, EngramError, ModelLoading, PromptTooLong, MediaRefused } from "../../errors.ts";
import type { OptionalField } from "./optional-fields.ts";
import { ErrorBody, type ErrorDetail } from "./wire.ts";

/** Socket and DNS errors that mean the server is unreachable or went away. */
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
]);

export function streamCut(cause?: unknown): EngramError {
  return new AnswerCut(cause);
}

export function modelSilent(message: string): EngramError {
  return new EngramError("model_timeout", message);
}

/**
 * @param address the server's address, for the message
 * @param begun whether a byte of the answer had arrived: a lost connection then means a cut answer, not a server that is down
 */
export function toModelError(error: unknown, address: string, begun: boolean): EngramError {
  if (error instanceof EngramError) return error;
  const connection = findInCauses(error, isConnectionError);
  if (connection !== undefined)
    return begun || isReset(error) ? streamCut(error) : serverDown(address, error);
  return fromAnswer(undefined, null, error);
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
 * Ollama: "does not support thinking", "does not support tools"; vLLM: "auto" tool choice requires two options of its own;
 * llama-cpp-python's 500 names the field. Chat templates, rendered by any server: "roles must alternate user/assistant",
 * "System role not supported".
 */
const FIELDS: [RegExp, OptionalField][] = [
  [/return_progress|id_slot|reasoning_budget/, "llama"],
  [/reasoning_effort|support thinking|think value/, "effort"],
  [/response_format|json_schema/, "json_schema"],
  [/stream_options/, "usage"],
  [/max_completion_tokens/, "max_tokens"],
  [/\btemperature\b/, "temperature"],
  [/\bsupport tools\b|\btool choice requires\b/i, "tools"],
  [/\balternat/i, "order"],
  [/\bsystem (?:role|message|prompt)/i, "system"],
];

/** An error response: by its status, or (inside a 200 stream) by its body alone. */
export function fromAnswer(status: number | undefined, body: unknown, cause?: unknown): EngramError {
  const detail = ErrorBody.safeParse(body).data?.error ?? {};
  if (isTooLong(status, detail)) return promptTooLong(detail, cause);
  if (status === 401 || status === 403) return keyRefused(cause);
  if (status === 503) return new ModelLoading(cause);
  if (status === 404 || (status === 400 && tellsNoModel(detail.message ?? ""))) return modelGone(cause);
  if (MEDIA.test(detail.message ?? "")) return new MediaRefused(cause);
  const message = `The model failed ${status === undefined ? "while it answered" : `with status ${status}`}`;
  const field = FIELDS.find(([names]) => names.test(detail.message ?? ""))?.[1];
  if (status !== 400 && status !== 422 && field === undefined)
    return new EngramError("model_error", message, { cause });
  return Object.assign(new RequestRefused("model_error", message, { cause }), { field });
}

/** "image input is not supported", "does not support audio", "provide the mmproj" */
const MEDIA = /\b(?:images?|audio|video|vision|multimodal|mmproj|image_url)\b/i;

/** A router's 400: "model 'm' not found" */
function tellsNoModel(message: string): boolean {
  const at = message.search(/\bmodel\b/i);
  return at >= 0 && /\bnot found/i.test(message.slice(at));
}

/** "n_ctx: 4096", "maximum context length is 4096 tokens", "context length of only 4096" */
const CONTEXTS = [/n_ctx\D{0,3}(\d{2,8})/i, /context (?:length|size|window)\D{0,30}(\d{2,8})?/i];
/** "568 in the messages", "23 input tokens", "n_keep: 5012" */
const PROMPTS = [/(\d{1,8}) (?:in the messages|input tokens)/i, /(?:n_keep|keep the first)\D{0,3}(\d{1,8})/i];

function isTooLong(status: number | undefined, { type, code, message = "" }: ErrorDetail): boolean {
  if (type === "exceed_context_size_error" || code === "context_length_exceeded") return true;
  return (
    (status === undefined || status === 400 || status === 413) && CONTEXTS.some((one) => one.test(message))
  );
}

/** Servers without fields for the two numbers state them in the message. */
function promptTooLong({ message = "", n_prompt_tokens, n_ctx }: ErrorDetail, cause: unknown): PromptTooLong {
  const said = (patterns: RegExp[]): number | undefined =>
    patterns.map((one) => Number(one.exec(message)?.[1])).find((tokens) => tokens > 0);
  return new PromptTooLong(n_prompt_tokens ?? said(PROMPTS), n_ctx ?? said(CONTEXTS), cause);
}

function serverDown(address: string, cause: unknown): EngramError {
  return new EngramError("model_unavailable", `The model server at ${address} does not answer`, { cause });
}

/** The model was there when last listed: the list is read again for the next request. */
function modelGone(cause: unknown): EngramError {
  return new EngramError("model_unavailable", "The model server no longer has the model", { cause });
}

function keyRefused(cause: unknown): EngramError {
  return new EngramError("model_unavailable", "The model server refused the key; set LLAMA_CPP_API_KEY", {
    cause,
  });
}

function isConnectionError(error: object): boolean {
  return CONNECTION_CODES.has(String(Reflect.get(error, "code")));
}

/** True for a socket closed during the request: a stale keep-alive socket, or a server crashed by the request. */
export function isReset(error: unknown): boolean {
  const codes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
  return findInCauses(error, (one) => codes.has(String(Reflect.get(one, "code")))) !== undefined;
}

/** The first match among the error, its causes and its parts (happy eyeballs). */
function findInCauses(error: unknown, matches: (error: object) => boolean, depth = 5): object | undefined {
  if (typeof error !== "object" || error === null || depth === 0) return undefined;
  if (matches(error)) return error;
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  for (const inner of [Reflect.get(error, "cause") as unknown, ...parts]) {
    const found = findInCauses(inner, matches, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
