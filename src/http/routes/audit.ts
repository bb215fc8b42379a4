import { z } from "zod";
import { typesOf } from "../../store/fields.ts";
import { AUDIT } from "../../store/schema.ts";
import { pageOf } from "../view-schemas.ts";
import { AUDITS_MAX } from "../../services/audit.ts";
import { count } from "../schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";

/** Acts on a user's whole memory and its keys. */
export const auditRoutes = routes(({ admin }, context) => {
  const { system } = context.engine.store;
  admin("GET /maintenance/audit", {
    summary: "Administrative acts, newest first; needs the right admin",
    querystring: z.object({
      limit: count(1, AUDITS_MAX, 50).describe("rows at most; older ones are kept"),
    }),
    response: { 200: pageOf(z.object(typesOf(AUDIT)).meta({ id: "AuditRecord" })) },
    run: async ({ userId, query }) => onePage(await system.audits(userId, query.limit)),
  });
});
