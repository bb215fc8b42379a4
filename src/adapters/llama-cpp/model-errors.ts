/** Every way a call to llama-server fails, as the catalogue's errors. Messages never quote the server's text. */
import { AnswerCut, EngramError, ModelLoading, PromptTooLong } from "../../errors.ts";
import type { LlamaError } from "./wire.ts";

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
  const status = Reflect.get(Object(error), "status") as unknown;
  const body = (Reflect.get(Object(error), "error") ?? {}) as LlamaError;
  return fromAnswer(typeof status === "number" ? status : undefined, body, error);
}

/** An error answer: by its status, or (inside a 200 stream) by its body alone. */
export function fromAnswer(status: number | undefined, body: LlamaError, cause?: unknown): EngramError {
  if (body.type === "exceed_context_size_error")
    return new PromptTooLong(body.n_prompt_tokens, body.n_ctx, cause);
  if (status === 401 || status === 403) return keyRefused(cause);
  if (status === 503) return new ModelLoading(cause);
  const what = status === undefined ? "while it answered" : `with status ${status}`;
  return new EngramError("model_error", `The model failed ${what}`, { cause });
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
