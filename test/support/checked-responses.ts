import diagnostics from "node:diagnostics_channel";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { EngramError } from "../../src/errors.ts";

/**
 * Every app that starts in this process compares what it sends as JSON with what its route declares. A response that
 * differs, also by a field that is not declared, becomes an error that says where.
 */
diagnostics.subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("preSerialization", async (request, reply, payload) => {
    const schema = declared(request, reply);
    const problem = schema && difference(schema, payload);
    if (problem)
      throw new EngramError(
        "internal",
        `${request.method} ${request.routeOptions.url ?? ""}, ${reply.statusCode}: ${problem}`,
      );
    return payload;
  });
});

interface InForms {
  content: Record<string, { schema: z.ZodType }>;
}

function declared(request: FastifyRequest, { statusCode }: FastifyReply): z.ZodType | undefined {
  const responses = request.routeOptions.schema?.response as Record<number, z.ZodType | InForms> | undefined;
  const response = responses?.[statusCode];
  return response && "content" in response ? response.content["application/json"]?.schema : response;
}

function difference(schema: z.ZodType, payload: unknown): string | null {
  const sent: unknown = JSON.parse(JSON.stringify(payload));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) return z.prettifyError(parsed.error);
  return isDeepStrictEqual(parsed.data, sent)
    ? null
    : `is not declared: ${undeclared(sent, parsed.data, "")}`;
}

function undeclared(sent: unknown, known: unknown, path: string): string {
  if (typeof sent !== "object" || sent === null || typeof known !== "object" || known === null)
    return isDeepStrictEqual(sent, known) ? "" : path;
  const entries = Object.entries(sent).map(([key, value]) =>
    key in known
      ? undeclared(value, (known as Record<string, unknown>)[key], `${path}.${key}`)
      : `${path}.${key}`,
  );
  return [...new Set(entries.filter((one) => one !== ""))].join(" ");
}
