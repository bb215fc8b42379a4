import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError, notFound } from "../../errors.ts";
import { isOwner } from "../auth.ts";
import { AUDITS_MAX, CLI } from "../../services/audit.ts";
import { importFile } from "../../services/imports/file.ts";
import { clientSignal, type RouteContext } from "../context.ts";
import { Id } from "../schemas.ts";
import { parseRights } from "../rights.ts";
import { sendSse } from "../sse.ts";
import { adminTransferRoutes } from "./admin-transfer.ts";

const KeyBody = z.strictObject({ user: z.string(), rights: z.array(z.string().max(20)).max(20).optional() });

/** What the CLI asks of the running service, as one process owns a data folder. */
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
          body: z.strictObject({ file: z.string().min(1).max(4096) }),
        },
      },
      async (request, reply) => {
        const { user } = request.params;
        await context.engine.audit({ actor: CLI, act: "import", userId: user });
        const events = importFile(context.engine, user, request.body.file, clientSignal(context, reply));
        return sendSse(reply, context.inFlight.trackIterator(events));
      },
    );
  };
}
