import { EngramError } from "../../errors.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { Graph } from "../store-core/graph.ts";
import * as rows from "../store-core/rows.ts";
import type { Tombstones } from "../store-core/tombstones.ts";
import { KINDS } from "../../store/schema.ts";
import { readCommunity, removeCommunity, writeCommunity } from "./communities.ts";
import { insertSql, upsertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { readEntity, readFact, rootOf } from "./graph-read.ts";
import { insertMention, putMention, writeEntity, writeFact } from "./graph-write.ts";
import { SQLITE_CONSTRAINT, sqliteCode } from "./protocol.ts";
import { readReview } from "./records.ts";
import { deleteSummary, insertSummary, readSummary } from "./summaries.ts";
import { tombstonesOf } from "./tombstones.ts";

const ADD_CHANGE = insertSql("changes", ["user_id", "target_n", ...rows.RECORDS.change.columns]);
const ADD_REJECTION = insertSql("rejections", ["user_id", ...rows.rejections.columns]).replace(
  "INSERT",
  "INSERT OR IGNORE",
);
const PUT_REVIEW = insertSql("reviews", ["n", "user_id", ...rows.reviews.columns]).replace(
  "INSERT",
  "INSERT OR REPLACE",
);
const PUT_TRACE = upsertSql("traces", ["user_id", ...rows.traces.columns], ["user_id", ...KINDS.trace.key]);

/** A user's rows as the shared rules see them; each step is a statement. */
export function graphOf(ctx: Context): Graph {
  const { db, user } = ctx;
  const entities = readOnce((id) => readEntity(ctx, id));
  const facts = readOnce((id) => readFact(ctx, id));
  const episodes = readOnce((id) => findEpisodeRow(ctx, id));
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
    mentionsOf: (entityId) =>
      db.all<Mention>(
        `SELECT episode_id AS episodeId, entity_id AS entityId, span_start AS start, span_end AS end
         FROM mentions WHERE user_id = ? AND entity_id = ?`,
        user,
        entityId,
      ),

    rowNumber(kind, id) {
      if (kind === "episode" || kind === "community") return null;
      const sql = `SELECT n FROM ${rows.TABLE_OF[kind]} WHERE user_id = ? AND id = ?`;
      return db.get<{ n: number }>(sql, user, id)?.n ?? null;
    },
    rowNumberOf(kind, n) {
      if (kind === "episode" || kind === "community") return {};
      return db.get(`SELECT 1 FROM ${rows.TABLE_OF[kind]} WHERE n = ?`, n) === undefined ? { n } : {};
    },
    addChange: (change) => void db.run(ADD_CHANGE, { user_id: user, ...change }),
    markUndone: (id) => void db.run("UPDATE changes SET undone = 1 WHERE user_id = ? AND id = ?", user, id),

    addRejection: (row) => void db.run(ADD_REJECTION, { user_id: user, ...row }),
    /** The row stays: wrong rejections teach most. */
    overrule: ({ id, factId }, runId) =>
      void db.run(
        `UPDATE rejections SET overruled_at = ?, overruled_run = ?, overruled_fact = ?
         WHERE user_id = ? AND id = ? AND overruled_at IS NULL`,
        ctx.now,
        runId,
        factId,
        user,
        id,
      ),
    dropRejectionsOf: (factId) =>
      void db.run(
        "DELETE FROM rejections WHERE user_id = ? AND fact_id = ? AND overruled_at IS NULL",
        user,
        factId,
      ),

    review: (id) => readReview(ctx, id),
    writeReview(review) {
      const known = db.get<{ n: number }>(
        "SELECT n FROM reviews WHERE user_id = ? AND id = ?",
        user,
        review.id,
      );
      db.run(PUT_REVIEW, { n: known?.n ?? null, user_id: user, ...rows.reviews.toRow(review) });
    },

    putTrace: (trace) => void db.run(PUT_TRACE, { user_id: user, ...rows.traces.toRow(trace) }),

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

/** SQLite rejects the statement if a deleted row is still referenced; it then has no effect. */
function refusing(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_CONSTRAINT) throw error;
    throw new EngramError("conflict", "The change contradicts what is stored", { cause: error });
  }
}
