import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError, notFound } from "../../errors.ts";
import { isOwner } from "../auth.ts";
import { AUDITS_MAX, CLI } from "../../services/audit.ts";
import { importFiles } from "../../services/imports/import-files.ts";
import { namedPath } from "../../services/imports/sources.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { Id } from "../schemas.ts";
import { parseRights } from "../rights.ts";
import { sendSse } from "../sse.ts";
import { adminTransferRoutes } from "./admin-transfer.ts";

const KeyBody = z.strictObject({ user: z.string(), rights: z.array(z.string().max(20)).max(20).optional() });

/** Paths of one `engram import`. */
const FILES_MAX = 1_000;

/** Requests of the CLI to the running service, since one process owns a data folder. */
export function adminRoutes(context: RouteContext, token: string): FastifyPluginAsyncZod {
  const { keys } = context;
  return async (app) => {
    app.addHook("onRequest", async (request) => {
      if (!isOwner(request, token)) throw new EngramError("forbidden");
    });
    await app.register(adminTransferRoutes(context));
    app.get("/admin/keys", { schema: { hide: true } }, async () => ({ items: keys.list() }));
    app.post("/admin/keys", { schema: { hide: true, body: KeyBody } }, async (request) => ({
      key: await keys.create({
        userId: request.body.user,
        rights: request.body.rights === undefined ? undefined : parseRights(request.body.rights),
        by: CLI,
      }),
    }));
    app.delete(
      "/admin/keys/:id",
      { schema: { hide: true, params: z.object({ id: Id }) } },
      async (request) => {
        if (!(await keys.revoke(request.params.id, CLI))) throw notFound("key");
        return { revoked: request.params.id };
      },
    );
    app.get(
      "/admin/audit",
      { schema: { hide: true, querystring: z.object({ user: Id.optional() }) } },
      async (request) => ({
        items: await context.engine.store.system.audits(request.query.user ?? null, AUDITS_MAX),
      }),
    );
    app.post(
      "/admin/users/:user/import",
      {
        schema: {
          hide: true,
          params: z.object({ user: Id }),
          body: z.strictObject({
            files: z.array(z.string().min(1).max(4096)).min(1).max(FILES_MAX),
            me: z.string().min(1).max(200).optional(),
            dryRun: z.boolean().default(false),
          }),
        },
      },
      async (request, reply) => {
        const { user } = request.params;
        const { files, me, dryRun } = request.body;
        if (!dryRun) await context.engine.audit({ actor: CLI, act: "import", userId: user });
        const signal = clientSignal(context, reply);
        const asked = { paths: files.map(namedPath), me, dryRun, signal };
        const events = importFiles(context.engine, user, asked);
        return sendSse(reply, context.inFlight.trackIterator(events));
      },
    );
  };
}
