import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { copiesOf, removeCopies } from "../../services/transfer/copies.ts";
import { rate } from "../../services/learning/rate.ts";
import { UserSettingsShape } from "../../services/user-settings.ts";
import type { ForgetTarget } from "../../domain/model/tombstone.ts";
import { invalidField, invalidFields } from "../../errors.ts";
import type { RouteContext } from "../context.ts";
import { ById, Id, PageQuery, WhenSchema } from "../schemas.ts";
import { ChangeView, counts, ForgottenView, NOTHING, pageOf, StoredFactView } from "../view-schemas.ts";
import { forgottenView, onePage } from "../views.ts";
import { needs } from "../contract.ts";

const ForgetBody = z.strictObject({
  factId: Id.optional(),
  entityId: Id.optional().describe("takes its facts along"),
  episodeId: Id.optional(),
  conversationId: Id.optional(),
  from: WhenSchema.optional().describe("with `to`: what was said in this time"),
  to: WhenSchema.optional().describe("not in it"),
  everything: z.literal(true).optional().describe("all of your memory"),
  removeCopies: z
    .boolean()
    .optional()
    .describe("`true`: takes the files away, too, that your own memory was copied to before"),
});

const { timeZone, language, retentionDays, archiveAfterDays, quietHours } = UserSettingsShape;
const { recallRecipe, instructions, temperature, effort, reminders, idTemplates } = UserSettingsShape;
const SettingsBody = z.strictObject({
  timeZone: timeZone.describe(
    'an IANA name such as `Europe/Berlin`; decides what "yesterday" means and how dates are written',
  ),
  language: language
    .default(null)
    .describe(
      "code of two or three letters; how dates in your words are read (else it is told from the text)",
    ),
  retentionDays: retentionDays
    .default(null)
    .describe("an episode older than this is forgotten, as by `POST /memory/forget`, within the hour"),
  archiveAfterDays: archiveAfterDays
    .default(null)
    .describe("a conversation whose last message is older is archived: left out of lists, found by search"),
  quietHours: quietHours
    .default(null)
    .describe(
      "`HH:MM`, local time: the idle clock starts no pass and sends no reminder then; a pass asked for by hand runs",
    ),
  recallRecipe: recallRecipe
    .default(null)
    .describe("recipe of `GET /memory/search` by which a chat ranks what it recalls; `null` is `default`"),
  instructions: instructions
    .default(null)
    .describe("what the assistant is to know or do in every conversation; it comes before all else"),
  temperature: temperature.default(null).describe("of replies, 0 to 2; `null` leaves it to the service"),
  effort: effort.default(null).describe("how hard the model thinks about a reply; `null` is `low`"),
  idTemplates: idTemplates
    .default([])
    .describe(
      "forms of ids in systems of yours, such as `TKT-{digits}`; `{letters}` and `{alnum}` may stand in them too",
    ),
  reminders: reminders
    .default(false)
    .describe("`true`: plans are brought up when they are due, by mail or webhook and in chat"),
});

const { ranking: _learned, ...OwnSettings } = UserSettingsShape;
const Settings = z.object(OwnSettings).meta({ id: "Settings" });

const Stats = z
  .object({
    episodes: z.int(),
    conversations: z.int(),
    entities: counts,
    facts: counts,
    rejections: counts,
    types: z.array(z.object({ type: z.string(), count: z.int() })),
    predicates: z.array(z.object({ predicate: z.string(), count: z.int() })),
    pending: z.object({ extraction: z.int(), verification: z.int() }),
  })
  .meta({ id: "Stats" });

/** Exactly one target; a time range needs both ends. */
function targetOf(body: z.output<typeof ForgetBody>): ForgetTarget {
  const { from, to, removeCopies: _, ...single } = body;
  const named = Object.entries(single).filter(([, value]) => value !== undefined);
  const ranged = from !== undefined || to !== undefined;
  if (named.length + (ranged ? 1 : 0) !== 1) {
    const message = "name exactly one of factId, entityId, episodeId, conversationId, from+to, everything";
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    throw invalidFields(
      given.length === 0 ? [{ field: "body", message }] : given.map(([field]) => ({ field, message })),
    );
  }
  if (!ranged) return Object.fromEntries(named) as ForgetTarget;
  if (from === undefined) throw invalidField("from", "is needed with to");
  if (to === undefined) throw invalidField("to", "is needed with from");
  if (from >= to) throw invalidField("to", "must be later than from");
  return { from, to };
}

/** The owner's edits of memory: forget, undo, rate, set. */
export const memoryEditRoutes: FastifyPluginAsyncZod<RouteContext> = async (app, context) => {
  const { engine, transfer } = context;
  app.post(
    "/memory/forget",
    needs.write(
      "Forget for good; cannot be undone",
      {
        200: ForgottenView.extend({ copies: z.array(z.string()).describe("files that still hold it") }),
      },
      { body: ForgetBody },
    ),
    async ({ userId, body }) => {
      const done = forgottenView(await engine.forget(userId, targetOf(body)));
      if (body.removeCopies === true) await removeOwn(context, userId);
      return { ...done, copies: await copiesOf(transfer.copies, userId) };
    },
  );

  app.get(
    "/memory/copies",
    needs.read(
      "Files that hold this memory as it was: your backups, what was pruned, the database before an upgrade",
      { 200: pageOf(z.object({ name: z.string() })) },
    ),
    async ({ userId }) => onePage((await copiesOf(transfer.copies, userId)).map((name) => ({ name }))),
  );

  app.delete(
    "/memory/copies",
    needs.write("Remove your own copies; those of the whole database stay", {
      200: z.object({ removed: z.int() }),
    }),
    async ({ userId }) => ({ removed: await removeOwn(context, userId) }),
  );

  app.get(
    "/memory/changes",
    needs.read(
      "Every change of the graph, newest first",
      { 200: pageOf(ChangeView) },
      {
        querystring: PageQuery.extend({
          targetId: Id.optional().describe("changes of one thing"),
          runId: Id.optional().describe("changes made by one run"),
        }),
      },
    ),
    async ({ user, query }) => user.changePage(query),
  );

  app.post(
    "/memory/changes/:id/undo",
    needs.write("Restore what stood before one change", { 200: ChangeView }, { params: ById }),
    async ({ user, params }) => user.undo(params.id),
  );

  app.get(
    "/memory/staging",
    needs.read(
      "What was heard but not checked yet",
      { 200: pageOf(StoredFactView) },
      { querystring: PageQuery },
    ),
    async ({ user, query }) => user.factPage({ ...query, statuses: ["staged"] }),
  );

  app.post(
    "/memory/feedback",
    needs.write(
      "Say whether a recalled memory helped",
      { 204: NOTHING },
      {
        body: z.strictObject({
          id: Id.describe("of a fact, an entity, an episode or a community"),
          helpful: z.boolean(),
          turnId: Id.optional().describe("the turn it was recalled for: its question teaches the ranking"),
        }),
      },
    ),
    async ({ userId, body }, reply) => {
      await rate(engine, userId, body);
      return reply.code(204).send(null);
    },
  );

  app.get("/memory/stats", needs.read("Counts", { 200: Stats }), async ({ user }) => user.stats());

  app.get(
    "/settings",
    needs.read("Time zone, language, retention, quiet hours, recall recipe, reminders", { 200: Settings }),
    async ({ user }) => {
      const { ranking: _, ...settings } = await user.settings();
      return settings;
    },
  );

  app.put(
    "/settings",
    needs.write("Replace the settings", { 200: Settings }, { body: SettingsBody }),
    async ({ user, body }) => {
      const { recallRecipe } = body;
      const { recipes } = engine;
      if (recallRecipe !== null && !recipes.includes(recallRecipe))
        throw invalidField("recallRecipe", `must be one of ${recipes.join(", ")}`);
      const { ranking } = await user.settings();
      await user.putSettings({ ...body, ranking });
      return body;
    },
  );
};

async function removeOwn({ engine, transfer }: RouteContext, userId: string): Promise<number> {
  const files = await removeCopies(transfer.copies, userId);
  if (files > 0) await engine.audit({ actor: userId, act: "copies_removed", userId, counts: { files } });
  return files;
}
