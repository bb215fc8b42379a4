import {
  type NamedConversation,
  type WordsRow,
  cutConversation,
  cutEpisode,
  cutsNothing,
  mayHoldWords,
  moveMention,
  rewriteRecalled,
  titleFrom,
} from "../store-core/forget-words.ts";
import { clearedIntent } from "../store-core/forget-rows.ts";
import type { Mention } from "../store-core/graph.ts";
import type { Cut } from "../store-core/redact.ts";
import type { EpisodeRow } from "../store-core/rows.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import type { Sweep } from "../store-core/sweep.ts";
import type { Context } from "./context.ts";
import type { Params } from "./parameters.ts";
import { byTime, deleteAll, slices, writeAll } from "./scan.ts";
import { foundBy } from "./search-marks.ts";

type Row = WordsRow &
  Pick<
    EpisodeRow,
    "n" | "occurred_at" | "speaker" | "memory" | "replaced_by" | "consolidated_into" | "redacted"
  >;

/** Cuts the forgotten words out of every episode that stays, and moves its mentions. */
export async function cutEpisodes(ctx: Context, sweep: Sweep): Promise<void> {
  const runsOfConversation = new Map<string, string[][]>();
  if (!cutsNothing(sweep)) {
    const holds = mayHoldWords(sweep);
    for await (const rows of byTime<Row>(ctx, "forget/episode-words")) {
      await cutRows(ctx, sweep, rows.filter(holds), runsOfConversation);
    }
  }
  await redactConversations(ctx, sweep, runsOfConversation);
}

async function cutRows(
  ctx: Context,
  sweep: Sweep,
  rows: Row[],
  runsOf: Map<string, string[][]>,
): Promise<void> {
  const changed: Params[] = [];
  const cuts = new Map<string, Cut>();
  for (const row of rows) {
    const done = cutEpisode(sweep, row);
    if (done === null) continue;
    changed.push({ id: row.id, set: changes(row, done.row) });
    cuts.set(row.id, done.made.user);
    runsOf.set(row.conversation_id, [...(runsOf.get(row.conversation_id) ?? []), ...done.made.runs]);
  }
  if (changed.length === 0) return;
  await ctx.tx.run("graph/update-episodes", { rows: changed });
  // Traces may repeat words that changed.
  await ctx.tx.run("traces/delete-of-episodes", { ids: [...cuts.keys()] });
  await moveMentions(ctx, cuts);
}

const WORDS = [
  "user_message",
  "assistant_reply",
  "summary",
  "place",
  "context",
  "emotion",
  "redacted",
] as const;

function changes(before: Row, after: Row): Params {
  const set = Object.fromEntries(WORDS.map((column) => [column, after[column]]));
  const was = episodeSearchText(before);
  const is = episodeSearchText(after);
  return {
    ...set,
    ...(was.reply_text === is.reply_text ? {} : { reply_text: is.reply_text }),
    ...(was.search_text === is.search_text ? {} : foundBy({ search_text: is.search_text })),
  };
}

/** A mention of words that are gone goes with them; the others keep pointing at their own. */
async function moveMentions(ctx: Context, cuts: Map<string, Cut>): Promise<void> {
  const ids = [...cuts.keys()];
  const mentions = await ctx.tx.run<Mention>("forget/mentions-in", { ids });
  await ctx.tx.run("forget/drop-mentions", { ids });
  const kept = new Map<string, Params>();
  for (const mention of mentions) {
    const made = cuts.get(mention.episodeId);
    const span = made && moveMention(made, mention);
    if (!span) continue;
    const row = {
      episode_id: mention.episodeId,
      entity_id: mention.entityId,
      set: { span_start: span.start, span_end: span.end },
    };
    kept.set(JSON.stringify(row), row);
  }
  await writeAll(ctx, "graph/put-mentions", kept.values());
}

/** Titles, summaries and system texts lose the words that their episodes lost. */
async function redactConversations(
  ctx: Context,
  sweep: Sweep,
  runsOf: Map<string, string[][]>,
): Promise<void> {
  const found = await ctx.tx.run<{ row: NamedConversation }>("forget/conversations");
  const changed = found
    .map(({ row }) => ({ id: row.id, set: cutConversation(sweep, row, runsOf) as Params }))
    .filter(({ set }) => Object.keys(set).length > 0);
  await writeAll(ctx, "forget/update-conversations", changed);
}

interface Said {
  conversation_id: string;
  user_message: string;
}

/** Whole episodes; an emptied conversation goes too, another forgets what it said about them. */
export async function removeEpisodes(ctx: Context, sweep: Sweep): Promise<void> {
  const gone: Said[] = [];
  for (const slice of slices(sweep.episodeIds)) {
    gone.push(...(await ctx.tx.run<Said>("forget/conversations-of", { ids: slice })));
  }
  sweep.counts.episodes += await deleteAll(ctx, "forget/delete-episodes", sweep.episodeIds);
  for (const { conversation_id } of gone) sweep.conversationIds.add(conversation_id);
  await closeConversations(ctx, sweep, gone);
}

interface Left {
  id: string;
  title: string | null;
  count: number;
  first: string | null;
  last: string | null;
}

async function closeConversations(ctx: Context, sweep: Sweep, gone: Said[]): Promise<void> {
  for (const slice of slices(sweep.conversationIds)) {
    const left = await ctx.tx.run<Left>("forget/conversations-left", { ids: slice });
    const empty = left.filter((one) => one.count === 0).map((one) => one.id);
    sweep.counts.conversations += await deleteAll(ctx, "forget/delete-conversations", empty);
    const kept = left.filter((one) => one.count > 0);
    await writeAll(
      ctx,
      "forget/update-conversations",
      kept.map((one) => ({ id: one.id, set: recounted(one, gone) })),
    );
  }
}

/** The summary of earlier turns may tell what was in the deleted ones; it is written again when needed. */
function recounted(left: Left, gone: Said[]): Params {
  const messages = gone.filter((said) => said.conversation_id === left.id).map((said) => said.user_message);
  return {
    episode_count: left.count,
    started_at: left.first,
    last_message_at: left.last,
    history_summary: null,
    title: left.title !== null && titleFrom(left.title, messages) ? null : left.title,
  };
}

/** What turns recalled are copies. */
export async function rewriteAllRecalled(ctx: Context, sweep: Sweep): Promise<void> {
  type Recalled = Pick<EpisodeRow, "n" | "id" | "occurred_at" | "recalled">;
  for await (const rows of byTime<Recalled>(ctx, "forget/recalled")) {
    const changed = rows
      .map((row) => ({ id: row.id, before: row.recalled, recalled: rewriteRecalled(sweep, row) }))
      .filter(({ before, recalled }) => before !== recalled)
      .map(({ id, recalled }) => ({ id, set: { recalled } }));
    await writeAll(ctx, "graph/update-episodes", changed);
  }
}

export async function clearIntents(ctx: Context, sweep: Sweep): Promise<void> {
  const rows = await ctx.tx.run<{ id: string; intent: string }>("forget/intents");
  const changed = rows.flatMap((row) => {
    const intent = clearedIntent(sweep, row.intent);
    return intent === null ? [] : [{ id: row.id, set: { intent } }];
  });
  await writeAll(ctx, "graph/update-episodes", changed);
}
