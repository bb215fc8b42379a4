import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { z } from "zod";
import { EngramError, ERRORS, toEngramError, type ErrorCode, type FieldError } from "../errors.ts";
import { refused } from "./field-errors.ts";

/** RFC 9457 problem details, with a stable `code` and the invalid fields. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  errors?: FieldError[];
}

export function problemOf(error: EngramError): Problem {
  return {
    type: `urn:engram:error:${error.code}`,
    title: ERRORS[error.code].title,
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
    ...error.extra,
  };
}

const OPENAI_TYPES: Record<number, string> = { 401: "authentication_error", 429: "rate_limit_error" };

/** Clients shorten their history at OpenAI's own code. */
export function openAiCodeOf(code: ErrorCode): string {
  return code === "context_too_long" ? "context_length_exceeded" : code;
}

/** OpenAI's error shape, for `/v1`. Refused bodies are 400, whatever the reason. */
export function openAiErrorOf(error: EngramError): { status: number; body: unknown } {
  const refused = error.status === 413 || error.status === 415 || error.status === 404 ? 400 : error.status;
  const status = error.code === "not_found" && error.fields.length === 0 ? 404 : refused;
  const type = OPENAI_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  const param = error.fields[0]?.field ?? null;
  const isLost = error.code === "not_found" && param === "previous_response_id";
  // At this code of OpenAI's clients send their whole history.
  const code = isLost ? "previous_response_not_found" : openAiCodeOf(error.code);
  return { status, body: { error: { message: error.message, type, param, code } } };
}

/** Converts any error of a route, a parser or Fastify into an `EngramError`. */
export function asEngramError(error: unknown): EngramError {
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  if (error instanceof EngramError) return named(error);
  const { code = "", statusCode = 500, message: said = "" } = error as Partial<FastifyError>;
  const known = FASTIFY_CODES[code];
  if (known === undefined && (statusCode < 400 || statusCode >= 500)) return toEngramError(error);
  const message = known === undefined ? said : ERRORS[known].title;
  return new EngramError(known ?? "invalid_request", message, { fields: [{ field: "body", message }] });
}

/** Stores do not know which part of a request their arguments came from. */
function named(error: EngramError): EngramError {
  if (error.code !== "invalid_cursor" || error.fields.length > 0) return error;
  const fields = [{ field: "cursor", message: "is not a cursor of this list" }];
  return new EngramError("invalid_cursor", undefined, { fields, cause: error });
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_json",
  FST_ERR_CTP_INVALID_JSON_BODY: "invalid_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_request",
};

/** Fastify reports a path as a pointer: `/profile/relevance`. */
function fromValidation(error: {
  validation: { keyword: string; instancePath: string; message?: string; params?: unknown }[];
  validationContext?: string | undefined;
}): EngramError {
  const issues = error.validation.map(({ keyword, instancePath, message, params }) => ({
    ...(params as object | undefined),
    code: keyword,
    path: instancePath.split("/").filter((part) => part !== ""),
    message: message ?? "is not valid",
  }));
  return refused(issues as z.core.$ZodIssue[], error.validationContext ?? "body");
}

/** After these errors a client may still be sending a body that is not read. */
const ENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["overloaded", "request_timeout"]);
/** The unread rest of a body would precede the next request on its connection. */
function isStillSending({ raw: { complete, headers } }: FastifyRequest): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return hasBody && !complete;
}

/** How long the client has to read the error, milliseconds. */
const LINGER_MS = 1_000;

function endConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("connection", "close");
  reply.raw.once("close", () => setTimeout(() => request.raw.socket.destroy(), LINGER_MS).unref());
}

/** The only mapper from a thrown value to an HTTP response. Causes go to the log, never to the client. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const mapped = asEngramError(error);
  if (mapped.status >= 500 && mapped.code === "internal")
    request.log.error({ err: mapped.cause ?? mapped }, "request failed");
  if (ENDING.has(mapped.code) || isStillSending(request)) endConnection(request, reply);
  // Some HTTP libraries treat a 401 without it as a broken response.
  if (mapped.status === 401) reply.header("www-authenticate", "Bearer");
  if (/^\/v1(?:\/|$)/.test(request.url)) {
    const { status, body } = openAiErrorOf(mapped);
    return reply.code(status).type("application/json").send(body);
  }
  const status = STATUS_CODES[mapped.status] ? mapped.status : 400;
  return reply
    .code(status)
    .type("application/problem+json")
    .send(JSON.stringify(problemOf(mapped)));
}
