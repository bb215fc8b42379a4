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
import { routes } from "../route.ts";

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
export const memoryEditRoutes = routes(({ read, write }, context) => {
  const { engine, transfer } = context;
  write("POST /memory/forget", {
    summary: "Forget for good; cannot be undone",
    body: ForgetBody,
    response: {
      200: ForgottenView.extend({ copies: z.array(z.string()).describe("files that still hold it") }),
    },
    async run({ userId, body }) {
      const done = forgottenView(await engine.forget(userId, targetOf(body)));
      if (body.removeCopies === true) await removeOwn(context, userId);
      return { ...done, copies: await copiesOf(transfer.copies, userId) };
    },
  });

  read("GET /memory/copies", {
    summary:
      "Files that hold this memory as it was: your backups, what was pruned, the database before an upgrade",
    response: { 200: pageOf(z.object({ name: z.string() })) },
    run: async ({ userId }) => onePage((await copiesOf(transfer.copies, userId)).map((name) => ({ name }))),
  });

  write("DELETE /memory/copies", {
    summary: "Remove your own copies; those of the whole database stay",
    response: {
      200: z.object({ removed: z.int() }),
    },
    run: async ({ userId }) => ({ removed: await removeOwn(context, userId) }),
  });

  read("GET /memory/changes", {
    summary: "Every change of the graph, newest first",
    querystring: PageQuery.extend({
      targetId: Id.optional().describe("changes of one thing"),
      runId: Id.optional().describe("changes made by one run"),
    }),
    response: { 200: pageOf(ChangeView) },
    run: async ({ user, query }) => user.changePage(query),
  });

  write("POST /memory/changes/:id/undo", {
    summary: "Restore what stood before one change",
    params: ById,
    response: { 200: ChangeView },
    run: async ({ user, params }) => user.undo(params.id),
  });

  read("GET /memory/staging", {
    summary: "What was heard but not checked yet",
    querystring: PageQuery,
    response: { 200: pageOf(StoredFactView) },
    run: async ({ user, query }) => user.factPage({ ...query, statuses: ["staged"] }),
  });

  write("POST /memory/feedback", {
    summary: "Say whether a recalled memory helped",
    body: z.strictObject({
      id: Id.describe("of a fact, an entity, an episode or a community"),
      helpful: z.boolean(),
      turnId: Id.optional().describe("the turn it was recalled for: its question teaches the ranking"),
    }),
    response: { 204: NOTHING },
    async run({ userId, body }) {
      await rate(engine, userId, body);
      return null;
    },
  });

  read("GET /memory/stats", {
    summary: "Counts",
    response: { 200: Stats },
    run: async ({ user }) => user.stats(),
  });

  read("GET /settings", {
    summary: "Time zone, language, retention, quiet hours, recall recipe, reminders",
    response: { 200: Settings },
    async run({ user }) {
      const { ranking: _, ...settings } = await user.settings();
      return settings;
    },
  });

  write("PUT /settings", {
    summary: "Replace the settings",
    body: SettingsBody,
    response: { 200: Settings },
    async run({ user, body }) {
      const { recallRecipe } = body;
      const { recipes } = engine;
      if (recallRecipe !== null && !recipes.includes(recallRecipe))
        throw invalidField("recallRecipe", `must be one of ${recipes.join(", ")}`);
      const { ranking } = await user.settings();
      await user.putSettings({ ...body, ranking });
      return body;
    },
  });
});

async function removeOwn({ engine, transfer }: RouteContext, userId: string): Promise<number> {
  const files = await removeCopies(transfer.copies, userId);
  if (files > 0) await engine.audit({ actor: userId, act: "copies_removed", userId, counts: { files } });
  return files;
}
