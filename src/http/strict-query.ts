import type { RouteOptions } from "fastify";
import { z } from "zod";

/** Third-party protocols, whose clients send extra fields. */
const FOREIGN = /^\/(?:v1|mcp)(?:\/|$)/;

/** An unknown query parameter is refused by name: `asof` is not `asOf`. */
export function refuseUnknownQuery(route: RouteOptions): void {
  const schema = route.schema ?? {};
  if (schema.hide === true || FOREIGN.test(route.url)) return;
  const known = schema.querystring instanceof z.ZodObject ? schema.querystring : z.object({});
  route.schema = { ...schema, querystring: known.strict() };
}
