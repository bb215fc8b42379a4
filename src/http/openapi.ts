import { STATUS_CODES } from "node:http";
import swagger, { type SwaggerTransform } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import { openAiCodeOf } from "./errors.ts";
import { instant } from "./view-schemas.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;
const codes = Object.keys(ERRORS) as ErrorCode[];

/** Error responses of every route, as written by `problemOf` and `openAiErrorOf`. */
const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(codes),
    detail: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).exactOptional(),
  })
  .meta({ id: "Problem" });
const OpenAiError = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.enum(codes.map(openAiCodeOf)),
    }),
  })
  .meta({ id: "OpenAiError" });

const REFUSED = {
  description: "Refused, or failed",
  content: { "application/problem+json": { schema: Problem } },
};
const REFUSED_AS_OPENAI = {
  description: "Refused, or failed",
  content: { "application/json": { schema: OpenAiError } },
};

/** Replaces the package's own, which drops union members that are not resolved yet: `anyOf: []`. */
const override = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void => {
  if (zodSchema === instant) {
    delete jsonSchema.pattern;
    jsonSchema.format = "date-time";
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};
const CONVERSION = { zodToJsonConfig: { override } };
const toJsonSchema = createJsonSchemaTransform(CONVERSION);
const withComponents = createJsonSchemaTransformObject(CONVERSION);

/** Adds the right, the tag and the error responses, which follow from the route. */
const transform: SwaggerTransform = (document) => {
  const { schema, url, route } = document;
  const right = route.config?.right;
  const refused = url.startsWith("/v1/") ? REFUSED_AS_OPENAI : REFUSED;
  const whole = {
    ...schema,
    tags: [url.split("/")[1] ?? ""],
    security: right === undefined ? [] : [{ key: [right] }],
    response: { ...(schema.response as object), default: refused },
  };
  const described = toJsonSchema({ ...document, schema: whole });
  for (const [status, response] of Object.entries(described.schema?.response ?? {}))
    Object.assign(response, { "x-response-description": response.description ?? STATUS_CODES[status] });
  return described;
};

/** `/docs/json`: every route with its right, its request and its responses. */
export async function describeRoutes(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Engram",
        version,
        description: "A long-term memory for a local LLM that its user can trust",
      },
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    },
    transform,
    transformObject: (document) => {
      const whole = withComponents(document);
      // Each named schema appears twice; only responses refer to them.
      if ("components" in whole && whole.components?.schemas)
        for (const name of Object.keys(whole.components.schemas))
          if (name.endsWith("Input")) delete whole.components.schemas[name];
      // Relative to the document, as a proxy may serve it below a path.
      return { ...whole, servers: [{ url: ".." }] };
    },
  });
}
