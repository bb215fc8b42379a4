import type { RouteOptions } from "fastify";
import { z } from "zod";

/** Protocols of others, whose clients send fields of their own. */
const FOREIGN = /^\/(?:v1|mcp)(?:\/|$)/;

/** A field of an address that a route does not know is refused by its name: `asof` is not `asOf`. */
export function refuseUnknownQuery(route: RouteOptions): void {
  const schema = route.schema ?? {};
  if (schema.hide === true || FOREIGN.test(route.url)) return;
  const known = schema.querystring instanceof z.ZodObject ? schema.querystring : z.object({});
  route.schema = { ...schema, querystring: known.strict() };
}
