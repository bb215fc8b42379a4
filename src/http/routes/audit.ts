import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { typesOf } from "../../store/fields.ts";
import { AUDIT } from "../../store/schema.ts";
import { pageOf } from "../view-schemas.ts";
import { AUDITS_MAX } from "../../services/audit.ts";
import type { RouteContext } from "../context.ts";
import { count } from "../schemas.ts";
import { onePage } from "../views.ts";
import { needs } from "../contract.ts";

/** Acts on a user's whole memory and its keys. */
export const auditRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  const { system } = context.engine.store;
  app.get(
    "/maintenance/audit",
    needs.admin(
      "Administrative acts, newest first; needs the right admin",
      { 200: pageOf(z.object(typesOf(AUDIT)).meta({ id: "AuditRecord" })) },
      {
        querystring: z.object({
          limit: count(1, AUDITS_MAX, 50).describe("rows at most; older ones are kept"),
        }),
      },
    ),
    async ({ userId, query }) => onePage(await system.audits(userId, query.limit)),
  );
};
