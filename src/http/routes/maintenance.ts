import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError, existing, invalidField, notFound } from "../../errors.ts";
import { diffOfRun } from "../../services/maintenance/diff.ts";
import { JOB_DESCRIPTIONS } from "../../services/jobs/registry.ts";
import { JobDescription } from "../../services/maintenance/job.ts";
import { UndoneSince } from "../../services/review/index.ts";
import { UndoneRun } from "../../services/review/undo-run.ts";
import type { RouteContext } from "../context.ts";
import { ById, Id, PageQuery, WhenSchema, count } from "../schemas.ts";
import { typesOf } from "../../store/fields.ts";
import { RUN } from "../../store/schema.ts";
import { pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { needs } from "../contract.ts";

const Job = JobDescription.meta({ id: "Job" });

const Run = z.object(typesOf(RUN)).meta({ id: "Run" });

const DiffLineView = z
  .object({
    action: z.enum(["create", "change", "delete", "propose", "wait"]),
    kind: z.enum(["entity", "fact", "review", "episode", "community"]),
    id: z.string(),
    name: z.string().nullable(),
    fields: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    changeId: z.string().nullable(),
    undone: z.boolean(),
  })
  .meta({ id: "DiffLine" });

/** A job that gives memory away. */
const BACKUP = "backup";

export const maintenanceRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  const { runs, review, audit } = context.engine;
  app.get(
    "/maintenance/jobs",
    needs.read("Jobs that can be run, and what each does", { 200: pageOf(Job) }),
    async () => onePage(JOB_DESCRIPTIONS),
  );

  app.post(
    "/maintenance/jobs/:name/run",
    needs.admin(
      "Run a job now; asked for again while it runs: the same run",
      { 202: z.object({ runId: z.string(), dryRun: z.boolean() }) },
      {
        params: z.object({ name: Id.describe("a job of `GET /maintenance/jobs`") }),
        body: z
          .strictObject({
            dryRun: z
              .boolean()
              .optional()
              .describe(
                "`true`: changes nothing and asks no model; it counts, and keeps what the job would change. Without it as the job says",
              ),
          })
          .nullish(),
      },
    ),
    async ({ userId, params, body }, reply) => {
      const { name } = params;
      const job = JOB_DESCRIPTIONS.find((one) => one.name === name);
      if (job === undefined)
        throw invalidField("name", `must be one of ${runs.names().join(", ")}`, "not_found");
      const dryRun = body?.dryRun ?? job.dryRun;
      const runId = await runs.start(userId, name, { dryRun });
      if (name === BACKUP && !dryRun) await audit({ actor: userId, act: "backup", userId, targets: [runId] });
      return reply.code(202).send({ runId, dryRun });
    },
  );

  app.get(
    "/maintenance/runs",
    needs.read(
      "Runs, newest first",
      { 200: pageOf(Run) },
      { querystring: z.object({ limit: count(1, 200, 50).describe("runs at most; there is no cursor") }) },
    ),
    async ({ userId, query }) => onePage(await runs.list(userId, query.limit)),
  );

  app.get(
    "/maintenance/runs/:id",
    needs.read("One run", { 200: Run }, { params: ById }),
    async ({ userId, params }) => existing(await runs.get(userId, params.id), "run"),
  );

  app.get(
    "/maintenance/runs/:id/diff",
    needs.read(
      "What a run changed; of a dry run, what it would change",
      { 200: pageOf(DiffLineView) },
      { params: ById, querystring: PageQuery },
    ),
    async ({ user, userId, params, query }) => {
      const run = existing(await runs.get(userId, params.id), "run");
      return diffOfRun(user, run.id, query);
    },
  );

  app.post(
    "/maintenance/runs/:id/cancel",
    needs.admin(
      "End a run at its next step; what it did by then stays, and can be undone",
      { 202: z.object({ runId: z.string() }) },
      { params: ById },
    ),
    async ({ userId, params }, reply) => {
      const run = existing(await runs.get(userId, params.id), "run");
      if (!(await runs.cancel(userId, run.id))) throw new EngramError("conflict", "The run is over");
      return reply.code(202).send({ runId: run.id });
    },
  );

  app.post(
    "/maintenance/runs/:id/undo",
    needs.admin(
      "Undo all that a run changed, but not what was changed since",
      { 200: UndoneRun.extend({ runId: z.string() }) },
      {
        params: ById,
        body: z
          .strictObject({
            again: z
              .boolean()
              .default(false)
              .describe("`true`: facts that a pass judged are judged once more by the next one"),
          })
          .nullish(),
      },
    ),
    async ({ user, userId, params, body }) => {
      const run = await runs.get(userId, params.id);
      if (run?.state === "running") throw new EngramError("conflict", "The run is not over yet");
      if (!run) {
        // An imported memory has the changes of its runs alone.
        const { items } = await user.changePage({ runId: params.id, limit: 1 });
        if (items.length === 0) throw notFound("run");
      }
      const undone = await review.undoRun(userId, params.id, { again: body?.again ?? false });
      const counts = { undone: undone.undone, skipped: undone.skipped.length };
      await audit({ actor: userId, act: "undo_run", userId, targets: [params.id], counts });
      return { runId: params.id, ...undone };
    },
  );

  app.post(
    "/maintenance/undo",
    needs.admin(
      "Undo everything that memory did by itself since a time; your own decisions stay",
      { 200: UndoneSince },
      { body: z.strictObject({ since: WhenSchema.describe("a time, or a day") }) },
    ),
    async ({ userId, body: { since } }) => {
      const done = await review.undoSince(userId, since);
      const counts = { undone: done.undone, skipped: done.skipped.length, wishes: done.wishes };
      await audit({ actor: userId, act: "undo_run", userId, targets: [since], counts });
      return done;
    },
  );
};
