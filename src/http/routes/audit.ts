import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { typesOf } from "../../store/fields.ts";
import { AUDIT } from "../../store/schema.ts";
import { pageOf } from "../view-schemas.ts";
import { AUDITS_MAX } from "../../services/audit.ts";
import type { RouteContext } from "../context.ts";
import { needs } from "../contract.ts";

/** Acts on a user's whole memory and its keys. */
export function auditRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const { system } = context.engine.store;
  return async (app) => {
    app.get(
      "/maintenance/audit",
      needs.admin(
        "Administrative acts, newest first; needs the right admin",
        { 200: pageOf(z.object(typesOf(AUDIT)).meta({ id: "AuditRecord" })) },
        {
          querystring: z.object({
            limit: z.coerce
              .number()
              .int()
              .min(1)
              .max(AUDITS_MAX)
              .default(50)
              .describe("rows at most; older ones are kept"),
          }),
        },
      ),
      async (request) => ({
        items: await system.audits(request.userId, request.query.limit),
        nextCursor: null,
      }),
    );
  };
}
