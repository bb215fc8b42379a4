import type { AnsweredEpisode, Episode } from "../../domain/model/episode.ts";
import type { CompleteEpisode, NewEpisode, OpenedEpisode } from "../../ports/memory-store.ts";
import { notFound } from "../../errors.ts";
import { type Named, insertSql } from "./connection.ts";
import { type Context, IN_LIST, list, saltOf } from "./context.ts";
import { single } from "./cursor.ts";
import { readConversation } from "./records.ts";
import {
  MUTABLE_COLUMNS,
  TABLE_OF,
  type BareEpisodeRow,
  type EpisodeRow,
  bareColumns,
  toAnswered,
  toEpisode,
  toEpisodeRow,
} from "../store-core/rows.ts";
import {
  type CompletionReads,
  afterForgetting,
  begunEpisode,
  completedRow,
  newConversation,
  withoutForgottenWords,
} from "../store-core/episodes.ts";
import { keyedChain } from "../store-core/hash-key.ts";
import { inOrder } from "../store-core/in-order.ts";
import { runSync } from "../store-core/steps.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import { isForgottenMessage } from "../store-core/tombstones.ts";
import { tombstonesOf } from "./tombstones.ts";

export const findEpisodeRow = single("episodes", (row: EpisodeRow) => row);
export const readEpisode = single("episodes", toAnswered);

/**
 * Stores an episode, once. Texts with their own date (imports, documents, the API) are checked against the tombstones;
 * chat messages count as newly said.
 */
export function openEpisode(ctx: Context, asked: NewEpisode): OpenedEpisode {
  const known = knownEpisode(ctx, asked);
  if (known) return { outcome: "existing", episode: toAnswered(known) };
  if (asked.source !== "chat" && isForgottenMessage(tombstonesOf(ctx), asked))
    return { outcome: "forgotten" };
  const episode =
    asked.source === "chat" ? { ...asked, redacted: false } : withoutForgottenWords(tombstonesOf(ctx), asked);
  const ordinal = addToConversation(ctx, episode);
  insertEpisodeRow(ctx, begunEpisode(episode, ordinal));
  if (episode.source === "chat") touchUser(ctx, episode.recordedAt);
  return { outcome: "opened", episode: readEpisode(ctx, episode.id) as AnsweredEpisode };
}

function knownEpisode(ctx: Context, asked: NewEpisode): EpisodeRow | undefined {
  const by = (column: string, value: string | null | undefined): EpisodeRow | undefined =>
    value === null || value === undefined
      ? undefined
      : ctx.db.get<EpisodeRow>(`SELECT * FROM episodes WHERE user_id = ? AND ${column} = ?`, ctx.user, value);
  return (
    by("id", asked.id) ?? by("idempotency_key", asked.idempotencyKey) ?? by("external_id", asked.externalId)
  );
}

/** Takes the next position in a conversation, created if requested. Returns the ordinal. */
export function addToConversation(ctx: Context, episode: NewEpisode): number {
  if (!readConversation(ctx, episode.conversationId)) {
    if (!episode.createConversation) throw notFound("conversation");
    createConversation(ctx, episode);
  }
  const taken = ctx.db.get<{ ordinal: number }>(
    `UPDATE conversations SET next_ordinal = next_ordinal + 1, episode_count = episode_count + 1,
       started_at = min(started_at, ?), last_message_at = max(last_message_at, ?)
     WHERE user_id = ? AND id = ? RETURNING next_ordinal - 1 AS ordinal`,
    episode.occurredAt,
    episode.occurredAt,
    ctx.user,
    episode.conversationId,
  );
  return taken?.ordinal ?? 0;
}

function createConversation(ctx: Context, episode: NewEpisode): void {
  ctx.db.run(
    `INSERT INTO conversations (user_id, id, title, client_system, external_id, branch_of, branch_at, next_ordinal,
       started_at, last_message_at)
     VALUES ($user, $id, $title, $client_system, $external_id, $branch_of, $branch_at, coalesce($branch_at, 0), $at, $at)`,
    { user: ctx.user, id: episode.conversationId, at: episode.occurredAt, ...newConversation(episode) },
  );
}

export function insertEpisodeRow(ctx: Context, episode: AnsweredEpisode): void {
  const row = toEpisodeRow(episode);
  const full: Named = { user_id: ctx.user, ...row, ...episodeSearchText(row) };
  ctx.db.run(insertSql("episodes", Object.keys(full)), full);
}

/** An import must not make the user look active: only chat turns update this. */
function touchUser(ctx: Context, at: string): void {
  ctx.db.run(
    "UPDATE users SET last_message_at = max(coalesce(last_message_at, ''), ?) WHERE user_id = ?",
    at,
    ctx.user,
  );
}

/** Sets the reply, once: a turn that is already complete is returned unchanged. */
export function completeEpisode(ctx: Context, id: string, result: CompleteEpisode): AnsweredEpisode {
  const before = findEpisodeRow(ctx, id);
  if (!before) throw notFound("episode");
  if (before.state === "complete") return toAnswered(before);
  const kept = runSync(afterForgetting(completionReads(ctx), before, result));
  const row = completedRow(before, kept, result, (hash) => keyedChain(ctx.hashKey, saltOf(ctx), hash));
  updateEpisode(ctx, row);
  return toAnswered(row);
}

function completionReads(ctx: Context): CompletionReads {
  const finds = (sql: string, value: string): boolean => ctx.db.get(sql, ctx.user, value) !== undefined;
  return {
    forgottenSince: (at) =>
      finds("SELECT 1 FROM tombstones WHERE user_id = ? AND forgotten_at >= ? LIMIT 1", at),
    tombstonesSince: () => tombstonesOf(ctx),
    areStillThere: (recalled) =>
      recalled.every(({ kind, id }) => {
        const sql = `SELECT 1 FROM ${TABLE_OF[kind]} WHERE user_id = ? AND id = ?`;
        return kind === "community" || finds(sql, id);
      }),
    hasEvidence: (id) => finds("SELECT 1 FROM evidence WHERE user_id = ? AND episode_id = ? LIMIT 1", id),
  };
}

const UPDATE_SQL = `UPDATE episodes SET ${MUTABLE_COLUMNS.map((c) => `${c} = $${c}`).join(", ")},
  search_text = $search_text, reply_text = $reply_text WHERE user_id = $user_id AND id = $id`;

/** Writes a changed row back, with its full text. */
export function updateEpisode(ctx: Context, row: EpisodeRow): void {
  const params: Named = { user_id: ctx.user, id: row.id, ...episodeSearchText(row) };
  for (const column of MUTABLE_COLUMNS) params[column] = row[column];
  ctx.db.run(UPDATE_SQL, params);
}

export function episodesById(ctx: Context, ids: string[]): Episode[] {
  const rows = ctx.db.all<BareEpisodeRow>(
    `SELECT ${bareColumns("episodes")} FROM episodes WHERE user_id = ? AND id ${IN_LIST}`,
    ctx.user,
    list(ids),
  );
  return inOrder(ids, rows.map(toEpisode));
}
