import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { invalidField, notFound } from "../../errors.ts";
import type { RouteContext } from "../context.ts";
import { Id } from "../schemas.ts";

export function maintenanceRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const { runs } = context.engine;
  return async (app) => {
    app.get(
      "/maintenance/jobs",
      { schema: { tags: ["maintenance"], summary: "Jobs that can be run" } },
      async () => ({
        items: runs.names().map((name) => ({ name })),
        nextCursor: null,
      }),
    );

    app.post(
      "/maintenance/jobs/:name/run",
      {
        schema: {
          tags: ["maintenance"],
          summary: "Run a job now; asked for again while it runs: the same run",
          params: z.object({ name: Id }),
          body: z.strictObject({ dryRun: z.boolean().default(false) }).nullish(),
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        if (!runs.names().includes(name)) {
          throw invalidField("name", `must be one of ${runs.names().join(", ")}`, "not_found");
        }
        const runId = await runs.start(request.userId, name, { dryRun: request.body?.dryRun ?? false });
        return reply.code(202).send({ runId });
      },
    );

    app.get(
      "/maintenance/runs",
      {
        schema: {
          tags: ["maintenance"],
          summary: "Runs, newest first",
          querystring: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
        },
      },
      async (request) => ({ items: await runs.list(request.userId, request.query.limit), nextCursor: null }),
    );

    app.get(
      "/maintenance/runs/:id",
      { schema: { tags: ["maintenance"], summary: "One run", params: z.object({ id: Id }) } },
      async (request) => {
        const run = await runs.get(request.userId, request.params.id);
        if (!run) throw notFound("run");
        return run;
      },
    );
  };
}
