import { z } from "zod";
import { routes } from "../route.ts";
import { EngramError, notFound } from "../../errors.ts";
import { isOwner } from "../auth.ts";
import { AUDITS_MAX, CLI } from "../../services/audit.ts";
import { importFiles } from "../../services/imports/import-files.ts";
import { namedPath } from "../../services/imports/sources.ts";
import { clientSignal } from "../context.ts";
import { ById, Id } from "../schemas.ts";
import { parseRights } from "../rights.ts";
import { sendSse } from "../sse.ts";
import { adminTransferRoutes } from "./admin-transfer.ts";

const KeyBody = z.strictObject({ user: z.string(), rights: z.array(z.string().max(20)).max(20).optional() });

/** Paths of one `engram import`. */
const FILES_MAX = 1_000;

/** Requests of the CLI to the running service, since one process owns a data folder. */
export const adminRoutes = routes(async ({ open }, context, app) => {
  const { keys } = context;
  app.addHook("onRequest", async (request) => {
    if (!isOwner(request, context.adminToken)) throw new EngramError("forbidden");
  });
  await app.register(adminTransferRoutes, context);
  open("GET /admin/keys", {
    run: async () => ({ items: keys.list() }),
  });
  open("POST /admin/keys", {
    body: KeyBody,
    run: async ({ body }) => ({
      key: await keys.create({
        userId: body.user,
        rights: body.rights === undefined ? undefined : parseRights(body.rights),
        by: CLI,
      }),
    }),
  });
  open("DELETE /admin/keys/:id", {
    params: ById,
    async run({ params }) {
      if (!(await keys.revoke(params.id, CLI))) throw notFound("key");
      return { revoked: params.id };
    },
  });
  open("GET /admin/audit", {
    querystring: z.object({ user: Id.optional() }),
    run: async ({ query }) => ({
      items: await context.engine.store.system.audits(query.user ?? null, AUDITS_MAX),
    }),
  });
  open("POST /admin/users/:user/import", {
    params: z.object({ user: Id }),
    body: z.strictObject({
      files: z.array(z.string().min(1).max(4096)).min(1).max(FILES_MAX),
      me: z.string().min(1).max(200).optional(),
      dryRun: z.boolean().default(false),
    }),
    async run({ params, body }, reply) {
      const { user } = params;
      const { files, me, dryRun } = body;
      if (!dryRun) await context.engine.audit({ actor: CLI, act: "import", userId: user });
      const signal = clientSignal(context, reply);
      const asked = { paths: files.map(namedPath), me, dryRun, signal };
      const events = importFiles(context.engine, user, asked);
      return sendSse(reply, context.inFlight.trackIterator(events));
    },
  });
});
