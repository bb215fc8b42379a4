/** Every way a call to a model server fails, as the catalogue's errors. Messages never quote the server's text. */
import { AnswerCut, EngramError, ModelLoading, PromptTooLong } from "../../errors.ts";
import { ErrorBody, type ErrorDetail } from "./wire.ts";

/** Socket and DNS errors that mean: nobody is there, or it went away. */
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
 * @param address where the server is, for the message
 * @param begun whether a byte of the answer had come: a lost connection is then a cut, not a server that is down
 */
export function toModelError(error: unknown, address: string, begun: boolean): EngramError {
  if (error instanceof EngramError) return error;
  const connection = findInCauses(error, isConnectionError);
  if (connection !== undefined)
    return begun || isReset(error) ? streamCut(error) : serverDown(address, error);
  return fromAnswer(undefined, null, error);
}

/** A 400 or 422: something in the request is not as the server wants it. */
export class RequestRefused extends EngramError {}

/** An error answer: by its status, or (inside a 200 stream) by its body alone. */
export function fromAnswer(status: number | undefined, body: unknown, cause?: unknown): EngramError {
  const detail = ErrorBody.safeParse(body).data?.error ?? {};
  if (isTooLong(status, detail)) return promptTooLong(detail, cause);
  if (status === 401 || status === 403) return keyRefused(cause);
  if (status === 503) return new ModelLoading(cause);
  const message = `The model failed ${status === undefined ? "while it answered" : `with status ${status}`}`;
  const isRefusal = status === 400 || status === 422;
  return new (isRefusal ? RequestRefused : EngramError)("model_error", message, { cause });
}

/** "context length of 4096 tokens", "maximum context length is 4096", "context size (1024 tokens)" */
const CONTEXT = /context (?:length|size|window)\D{0,30}(\d{2,8})?/i;
/** "568 in the messages", "23 input tokens" */
const PROMPT = /(\d{1,8}) (?:in the messages|input tokens)/i;

function isTooLong(status: number | undefined, { type, code, message = "" }: ErrorDetail): boolean {
  if (type === "exceed_context_size_error" || code === "context_length_exceeded") return true;
  return (status === undefined || status === 400 || status === 413) && CONTEXT.test(message);
}

/** Servers without fields for the two numbers say them in the message. */
function promptTooLong({ message = "", n_prompt_tokens, n_ctx }: ErrorDetail, cause: unknown): PromptTooLong {
  const said = (pattern: RegExp): number | undefined => Number(pattern.exec(message)?.[1]) || undefined;
  return new PromptTooLong(n_prompt_tokens ?? said(PROMPT), n_ctx ?? said(CONTEXT), cause);
}

function serverDown(address: string, cause: unknown): EngramError {
  return new EngramError("model_unavailable", `The model server at ${address} does not answer`, { cause });
}

function keyRefused(cause: unknown): EngramError {
  return new EngramError("model_unavailable", "The model server refused the key; set LLAMA_CPP_API_KEY", {
    cause,
  });
}

function isConnectionError(error: object): boolean {
  return CONNECTION_CODES.has(String(Reflect.get(error, "code")));
}

/** True for a socket that was closed under the request: a stale keep-alive socket, or a server that fell over it. */
export function isReset(error: unknown): boolean {
  const codes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
  return findInCauses(error, (one) => codes.has(String(Reflect.get(one, "code")))) !== undefined;
}

/** The first of the error, its causes and its parts (happy eyeballs) that matches. */
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
