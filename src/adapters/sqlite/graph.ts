import { EngramError } from "../../errors.ts";
import type { Graph } from "../store-core/graph.ts";
import type { Tombstones } from "../store-core/tombstones.ts";
import { addChange, markUndone, mentionsOf, rowNumberAt, rowNumber } from "./changes.ts";
import { readCommunity, removeCommunity, writeCommunity } from "./communities.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { readEntity, readFact, rootOf } from "./graph-read.ts";
import { insertMention, putMention, writeEntity, writeFact } from "./graph-write.ts";
import { addRejection, dropRejectionsOf, overruleRejection } from "./rejections.ts";
import { readReview, writeReview } from "./reviews.ts";
import { deleteSummary, insertSummary, readSummary } from "./summaries.ts";
import { tombstonesOf } from "./tombstones.ts";
import { putTrace } from "./traces.ts";

/** A user's rows as the shared rules see them; each step is a statement. */
export function graphOf(ctx: Context): Graph {
  const entities = readOnce((id) => readEntity(ctx, id));
  const facts = readOnce((id) => readFact(ctx, id));
  const episodes = readOnce((id) => findEpisodeRow(ctx, id) ?? null);
  return {
    now: ctx.now,
    tombstones: readOnceEach(tombstonesOf(ctx)),
    firstTime: (once) => firstTime(ctx, once),
    nameKnown: (fold) => nameKnown(ctx, fold),

    entity: (id) => entities.of(id),
    rootOf: (id) => rootOf(ctx, id),
    writeEntity(entity, place) {
      const before = entities.of(entity.id);
      entities.changed(entity.id);
      refusing(() => writeEntity(ctx, entity, place, before));
    },
    removeEntity(id) {
      entities.changed(id);
      refusing(() => remove(ctx, "entities", id));
    },

    fact: (id) => facts.of(id),
    writeFact(fact, place) {
      const isNew = facts.of(fact.id) === null;
      facts.changed(fact.id);
      refusing(() => writeFact(ctx, fact, place, isNew));
    },
    removeFact(id) {
      facts.changed(id);
      refusing(() => remove(ctx, "facts", id));
    },

    episode: (id) => episodes.of(id),
    writeEpisode(id, fields) {
      const row = episodes.of(id);
      episodes.changed(id);
      if (row) updateEpisode(ctx, { ...row, ...fields });
    },

    summary: (id) => readSummary(ctx, id),
    writeSummary(summary) {
      episodes.changed(summary.id);
      insertSummary(ctx, summary);
    },
    removeSummary(id) {
      episodes.changed(id);
      deleteSummary(ctx, id);
    },

    putMention(mention) {
      entities.changed(mention.entityId);
      putMention(ctx, mention);
    },
    insertMention: (mention) => insertMention(ctx, mention),
    mentionsOf: (entityId) => mentionsOf(ctx, entityId),

    rowNumber: (kind, id) => rowNumber(ctx, kind, id),
    rowNumberOf: (kind, n) => rowNumberAt(ctx, kind, n),
    addChange: (change) => addChange(ctx, change),
    markUndone: (changeId) => markUndone(ctx, changeId),

    addRejection: (row) => addRejection(ctx, row),
    overrule: (rejection, runId) => overruleRejection(ctx, rejection, runId),
    dropRejectionsOf: (factId) => dropRejectionsOf(ctx, factId),

    review: (id) => readReview(ctx, id),
    writeReview: (review) => writeReview(ctx, review),

    putTrace: (trace) => putTrace(ctx, trace),

    community: (id) => readCommunity(ctx, id),
    writeCommunity: (community) => writeCommunity(ctx, community),
    removeCommunity: (id) => removeCommunity(ctx, id),
  };
}

/** A batch reads the same rows repeatedly. */
function readOnce<T>(read: (id: string) => T): { of(id: string): T; changed(id: string): void } {
  const known = new Map<string, T>();
  return {
    of(id) {
      const found = known.has(id) ? (known.get(id) as T) : read(id);
      known.set(id, found);
      return found;
    },
    changed: (id) => void known.delete(id),
  };
}

/** Tombstones do not change while a batch is applied. */
function readOnceEach(tombstones: Tombstones): Tombstones {
  const words = readOnce((at) => tombstones.wordsAfter(at));
  const any = readOnce(() => tombstones.any());
  return { ...tombstones, any: () => any.of(""), wordsAfter: (at) => words.of(at) };
}

function firstTime(ctx: Context, once: string): boolean {
  return (
    ctx.db.run(
      "INSERT OR IGNORE INTO batches (user_id, once, at) VALUES (?, ?, ?)",
      ctx.user,
      once,
      ctx.now,
    ) === 1
  );
}

function nameKnown(ctx: Context, fold: string): boolean {
  const row = ctx.db.get(
    `SELECT 1 FROM entities WHERE user_id = ?1 AND name_fold = ?2 AND merged_into IS NULL
     UNION ALL
     SELECT 1 FROM aliases a JOIN entities e ON e.user_id = a.user_id AND e.id = a.entity_id
       WHERE a.user_id = ?1 AND a.alias_fold = ?2 AND e.merged_into IS NULL
     LIMIT 1`,
    ctx.user,
    fold,
  );
  return row !== undefined;
}

function remove(ctx: Context, table: "entities" | "facts", id: string): void {
  ctx.db.run(`DELETE FROM ${table} WHERE user_id = ? AND id = ?`, ctx.user, id);
}

const SQLITE_CONSTRAINT = 19;

/** SQLite rejects the statement if a deleted row is still referenced; it then has no effect. */
function refusing(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_CONSTRAINT) throw error;
    throw new EngramError("conflict", "The change contradicts what is stored", { cause: error });
  }
}
