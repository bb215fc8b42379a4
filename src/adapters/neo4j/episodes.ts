import type { AnsweredEpisode, Episode } from "../../domain/model/episode.ts";
import { notFound } from "../../errors.ts";
import type { CompleteEpisode, NewEpisode, OpenedEpisode } from "../../ports/memory-store.ts";
import { type EpisodeRow, MUTABLE_COLUMNS, toAnswered, toEpisode, toEpisodeRow } from "../store-core/rows.ts";
import {
  type CompletionReads,
  type Redacted,
  afterForgetting,
  begunEpisode,
  completedRow,
  newConversation,
  saidAt,
  withoutForgottenWords,
} from "../store-core/episodes.ts";
import { keyedChain } from "../store-core/hash-key.ts";
import { inOrder } from "../store-core/in-order.ts";
import { runAsync } from "../store-core/steps.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import { isForgottenMessage } from "../store-core/tombstones.ts";
import { type Context, saltOf } from "./context.ts";
import { found, single } from "./cursor.ts";
import type { Value } from "./parameters.ts";
import { readConversation } from "./records.ts";
import { foundBy, repliedBy } from "./search-marks.ts";
import { loadTombstones } from "./tombstones.ts";

export const findEpisodeRow = single("read/episode", (row: EpisodeRow) => row);
export const readEpisode = single("read/episode", toAnswered);

/**
 * Stores an episode, once. Texts with their own date (imports, documents, the API) are checked against the tombstones;
 * chat messages count as newly said.
 */
export async function openEpisode(ctx: Context, asked: NewEpisode): Promise<OpenedEpisode> {
  const [known, conversation] = await Promise.all([
    knownEpisode(ctx, asked),
    readConversation(ctx, asked.conversationId),
  ]);
  if (known) return { outcome: "existing", episode: toAnswered(known) };
  const episode = await withoutForgotten(ctx, asked);
  if (episode === null) return { outcome: "forgotten" };
  if (conversation === null && !episode.createConversation) throw notFound("conversation");
  return { outcome: "opened", episode: toAnswered(await insertEpisode(ctx, episode)) };
}

async function knownEpisode(ctx: Context, asked: NewEpisode): Promise<EpisodeRow | undefined> {
  const known = await ctx.tx.one<{ row: EpisodeRow }>("episodes/known", {
    id: asked.id,
    idempotency_key: asked.idempotencyKey ?? null,
    external_id: asked.externalId ?? null,
  });
  return known?.row;
}

/** Null if a tombstone covers the whole text. */
async function withoutForgotten(ctx: Context, asked: NewEpisode): Promise<Redacted | null> {
  if (asked.source === "chat") return { ...asked, redacted: false };
  const at = saidAt(asked);
  const tombstones = await loadTombstones(ctx, at, [asked.userMessage]);
  if (isForgottenMessage(tombstones, asked)) return null;
  return withoutForgottenWords(tombstones, asked);
}

async function insertEpisode(ctx: Context, episode: Redacted): Promise<EpisodeRow> {
  const { conversation_id, ordinal: _given, ...columns } = toEpisodeRow(begunEpisode(episode, 0));
  const row = { n: await ctx.takeNumbers(1), ...columns };
  const inserted = await ctx.tx.one<{ ordinal: number }>("episodes/insert", {
    conversation_id,
    conversation: newConversation(episode),
    occurred_at: episode.occurredAt,
    // An import must not make the user look active: only chat turns update this.
    last_message_at: episode.source === "chat" ? episode.recordedAt : null,
    row: { ...row, ...openMark(row.state), ...wordMarks(ctx, episodeSearchText(row)) },
  });
  return { ...row, conversation_id, ordinal: inserted?.ordinal ?? 0 };
}

/** Set on open turns only, so that an index finds them among millions. */
export function openMark(state: EpisodeRow["state"]): { open: true | null } {
  return { open: state === "open" ? true : null };
}

export function wordMarks(
  ctx: Context,
  texts: { search_text: string; reply_text: string },
): Record<string, Value> {
  return { ...foundBy(texts.search_text), ...repliedBy(ctx.userKey, texts.reply_text) };
}

/** Sets the reply, once: a turn that is already complete is returned unchanged. */
export async function completeEpisode(
  ctx: Context,
  id: string,
  result: CompleteEpisode,
): Promise<AnsweredEpisode> {
  const before = await findEpisodeRow(ctx, id);
  if (!before) throw notFound("episode");
  if (before.state === "complete") return toAnswered(before);
  const kept = await runAsync(afterForgetting(completionReads(ctx), before, result));
  const salt = saltOf(await ctx.owner());
  const row = completedRow(before, kept, result, (hash) => keyedChain(ctx.hashKey, salt, hash));
  await updateEpisode(ctx, before, row);
  return toAnswered(row);
}

const KINDS = ["fact", "entity", "episode"];

function completionReads(ctx: Context): CompletionReads {
  return {
    forgottenSince: async (at) => ((await ctx.owner())?.forgotten_at ?? "") >= at,
    tombstonesSince: (at) => loadTombstones(ctx, at),
    async areStillThere(recalled) {
      const ids = (kind: string): string[] => recalled.filter((one) => one.kind === kind).map(({ id }) => id);
      const asked = { facts: ids("fact"), entities: ids("entity"), episodes: ids("episode") };
      const rows = await ctx.tx.run<{ id: string }>("episodes/still-there", asked);
      const there = new Set(rows.map(({ id }) => id));
      return recalled.every(({ kind, id }) => !KINDS.includes(kind) || there.has(id));
    },
    hasEvidence: async (id) =>
      (await ctx.tx.one<{ used: boolean }>("episodes/has-evidence", { id }))?.used === true,
  };
}

/** Writes the changes, with their full text. Traces may repeat changed words: they are deleted. */
export async function updateEpisode(ctx: Context, before: EpisodeRow, after: EpisodeRow): Promise<void> {
  const set = episodeChanges(ctx, before, after);
  if (Object.keys(set).length === 0) return;
  await ctx.tx.run("episodes/update", { id: after.id, set });
  if (before.redacted !== after.redacted || before.user_message !== after.user_message)
    await ctx.tx.run("traces/delete-of-episodes", { ids: [after.id] });
}

/** The properties that differ, and those derived from them. */
function episodeChanges(ctx: Context, before: EpisodeRow, after: EpisodeRow): Record<string, Value> {
  const set: Record<string, Value> = {};
  for (const column of MUTABLE_COLUMNS) if (before[column] !== after[column]) set[column] = after[column];
  if (before.state !== after.state) Object.assign(set, openMark(after.state));
  const was = episodeSearchText(before);
  const is = episodeSearchText(after);
  if (was.reply_text !== is.reply_text) Object.assign(set, repliedBy(ctx.userKey, is.reply_text));
  if (was.search_text !== is.search_text) Object.assign(set, foundBy(is.search_text));
  return set;
}

export async function episodesById(ctx: Context, ids: string[]): Promise<Episode[]> {
  return inOrder(ids, await found(ctx, "episodes/by-id", { ids }, toEpisode));
}
