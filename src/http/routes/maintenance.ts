import { z } from "zod";
import { EngramError, existing, invalidField, notFound } from "../../errors.ts";
import { diffOfRun } from "../../services/maintenance/diff.ts";
import { JOB_DESCRIPTIONS } from "../../services/jobs/registry.ts";
import { JobDescription } from "../../services/maintenance/job.ts";
import { UndoneSince } from "../../services/review/index.ts";
import { UndoneRun } from "../../services/review/undo-run.ts";
import { ById, Id, PageQuery, WhenSchema, count } from "../schemas.ts";
import { typesOf } from "../../store/fields.ts";
import { RUN } from "../../store/schema.ts";
import { pageOf } from "../view-schemas.ts";
import { onePage } from "../views.ts";
import { routes } from "../route.ts";
import { ScheduledJob } from "../../services/maintenance/schedule.ts";

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

const Paused = z.strictObject({
  paused: z.boolean().describe("`true` lets the times go by until `false`; they are not made up for"),
});

const ScheduledJobView = ScheduledJob.meta({ id: "ScheduledJob" });
const Listed = pageOf(ScheduledJobView).extend({ paused: z.boolean() });

/** Jobs and their runs, what they changed, and when they are due. */
export const maintenanceRoutes = routes(({ read, admin }, { engine, schedule }) => {
  const { runs, review, audit } = engine;
  read("GET /maintenance/jobs", {
    summary: "Jobs that can be run, and what each does",
    response: { 200: pageOf(Job) },
    run: async () => onePage(JOB_DESCRIPTIONS),
  });

  admin("POST /maintenance/jobs/:name/run", {
    summary: "Run a job now; asked for again while it runs: the same run",
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
    response: { 202: z.object({ runId: z.string(), dryRun: z.boolean() }) },
    async run({ userId, params, body }) {
      const { name } = params;
      const job = JOB_DESCRIPTIONS.find((one) => one.name === name);
      if (job === undefined)
        throw invalidField("name", `must be one of ${runs.names().join(", ")}`, "not_found");
      const dryRun = body?.dryRun ?? job.dryRun;
      const runId = await runs.start(userId, name, { dryRun });
      if (name === BACKUP && !dryRun) await audit({ actor: userId, act: "backup", userId, targets: [runId] });
      return { runId, dryRun };
    },
  });

  read("GET /maintenance/runs", {
    summary: "Runs, newest first",
    querystring: z.object({ limit: count(1, 200, 50).describe("runs at most; there is no cursor") }),
    response: { 200: pageOf(Run) },
    run: async ({ userId, query }) => onePage(await runs.list(userId, query.limit)),
  });

  read("GET /maintenance/runs/:id", {
    summary: "One run",
    params: ById,
    response: { 200: Run },
    run: async ({ userId, params }) => existing(await runs.get(userId, params.id), "run"),
  });

  read("GET /maintenance/runs/:id/diff", {
    summary: "What a run changed; of a dry run, what it would change",
    params: ById,
    querystring: PageQuery,
    response: { 200: pageOf(DiffLineView) },
    async run({ user, userId, params, query }) {
      const run = existing(await runs.get(userId, params.id), "run");
      return diffOfRun(user, run.id, query);
    },
  });

  admin("POST /maintenance/runs/:id/cancel", {
    summary: "End a run at its next step; what it did by then stays, and can be undone",
    params: ById,
    response: { 202: z.object({ runId: z.string() }) },
    async run({ userId, params }) {
      const run = existing(await runs.get(userId, params.id), "run");
      if (!(await runs.cancel(userId, run.id))) throw new EngramError("conflict", "The run is over");
      return { runId: run.id };
    },
  });

  admin("POST /maintenance/runs/:id/undo", {
    summary: "Undo all that a run changed, but not what was changed since",
    params: ById,
    body: z
      .strictObject({
        again: z
          .boolean()
          .default(false)
          .describe("`true`: facts that a pass judged are judged once more by the next one"),
      })
      .nullish(),
    response: { 200: UndoneRun.extend({ runId: z.string() }) },
    async run({ user, userId, params, body }) {
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
  });

  admin("POST /maintenance/undo", {
    summary: "Undo everything that memory did by itself since a time; your own decisions stay",
    body: z.strictObject({ since: WhenSchema.describe("a time, or a day") }),
    response: { 200: UndoneSince },
    async run({ userId, body: { since } }) {
      const done = await review.undoSince(userId, since);
      const counts = { undone: done.undone, skipped: done.skipped.length, wishes: done.wishes };
      await audit({ actor: userId, act: "undo_run", userId, targets: [since], counts });
      return done;
    },
  });

  // The schedule is one for all users: pausing it needs the right `admin`.
  read("GET /maintenance/schedule", {
    summary: "Jobs, when they are due, and whether they are paused",
    response: { 200: Listed },
    run: async () => ({ ...(await schedule.list()), nextCursor: null }),
  });

  admin("PUT /maintenance/schedule", {
    summary: "Pause or resume all scheduled jobs",
    body: Paused,
    response: { 200: Listed },
    async run({ userId, body }) {
      await schedule.pause(null, body.paused, userId);
      return { ...(await schedule.list()), nextCursor: null };
    },
  });

  admin("PUT /maintenance/schedule/:job", {
    summary: "Pause or resume one scheduled job; a run on demand goes on",
    params: z.object({ job: Id.describe("a job of `GET /maintenance/schedule`") }),
    body: Paused,
    response: { 200: ScheduledJobView },
    async run({ userId, params, body }) {
      const { job } = params;
      if (!schedule.isKnown(job)) throw invalidField("job", "there is no such job", "not_found");
      await schedule.pause(job, body.paused, userId);
      const { items } = await schedule.list();
      return existing(
        items.find((item) => item.job === job),
        "job",
      );
    },
  });
});
