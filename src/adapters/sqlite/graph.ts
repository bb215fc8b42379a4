import type { Review } from "../../domain/model/review.ts";
import { EngramError } from "../../errors.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { Work } from "../store-core/apply.ts";
import type { Graph, ItemKind, Items, PutKind, RowNumber } from "../store-core/graph.ts";
import * as rows from "../store-core/rows.ts";
import type { Tombstones } from "../store-core/tombstones.ts";
import { KINDS } from "../../store/schema.ts";
import { communitiesById, writeCommunity } from "./communities.ts";
import { insertSql, upsertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { readEntity, readFact, rootOf } from "./graph-read.ts";
import { insertMention, putMention, writeEntity, writeFact } from "./graph-write.ts";
import { SQLITE_CONSTRAINT, sqliteCode } from "./protocol.ts";
import { readReview } from "./records.ts";
import { deleteSummary, insertSummary, readSummary } from "./summaries.ts";
import { tombstonesOf } from "./tombstones.ts";
import { putVectors } from "./vectors.ts";

const ADD_CHANGE = insertSql("changes", ["user_id", "target_n", ...rows.RECORDS.change.columns]);
const ADD_REJECTION = insertSql("rejections", ["user_id", ...rows.rejections.columns], "OR IGNORE");
const PUT_REVIEW = insertSql("reviews", ["n", "user_id", ...rows.reviews.columns], "OR REPLACE");
const PUT_TRACE = upsertSql("traces", ["user_id", ...rows.traces.columns], ["user_id", ...KINDS.trace.key]);

const READ: { [K in ItemKind]: (ctx: Context, id: string) => Items[K] | null } = {
  entity: readEntity,
  fact: readFact,
  episode: findEpisodeRow,
  review: readReview,
  summary: readSummary,
  community: (ctx, id) => communitiesById(ctx, [id])[0] ?? null,
};

const WRITE: {
  [K in PutKind]: (ctx: Context, item: Items[K], place: RowNumber, before: Items[K] | null) => void;
} = {
  entity: writeEntity,
  fact: (ctx, fact, place, before) => writeFact(ctx, fact, place, before === null),
  review: writeReview,
  community: writeCommunity,
};

/** A user's rows as the shared rules see them; each step is a statement. */
function graphOf(ctx: Context): Graph {
  const { db, user } = ctx;
  /** A batch reads the same rows repeatedly. A summary is made of several rows, so it is not kept. */
  const known = new Map<string, unknown>();
  const get = <K extends ItemKind>(kind: K, id: string): Items[K] | null => {
    const key = `${kind} ${id}`;
    const found = known.has(key) ? (known.get(key) as Items[K] | null) : READ[kind](ctx, id);
    if (kind !== "summary") known.set(key, found);
    return found;
  };
  return {
    now: ctx.now,
    tombstones: readOnceEach(tombstonesOf(ctx)),
    firstTime: (once) => firstTime(ctx, once),
    nameKnown: (fold) => nameKnown(ctx, fold),

    get,
    put(kind, item, place = {}) {
      const before = get(kind, item.id);
      known.delete(`${kind} ${item.id}`);
      refusing(() => WRITE[kind](ctx, item, place, before));
    },
    remove(kind, id) {
      // Questions go with an entity; a summary is an episode, too.
      if (kind === "entity" || kind === "summary") known.clear();
      else known.delete(`${kind} ${id}`);
      refusing(() => (kind === "summary" ? deleteSummary(ctx, id) : remove(ctx, rows.TABLE_OF[kind], id)));
    },
    rootOf: (id) => rootOf(ctx, id),
    writeEpisode(id, fields) {
      const row = get("episode", id) as rows.EpisodeRow | null;
      known.delete(`episode ${id}`);
      if (row) updateEpisode(ctx, { ...row, ...fields });
    },
    writeSummary(summary) {
      known.delete(`episode ${summary.id}`);
      insertSummary(ctx, summary);
    },

    putMention(mention) {
      known.delete(`entity ${mention.entityId}`);
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

    putTrace: (trace) => void db.run(PUT_TRACE, { user_id: user, ...rows.traces.toRow(trace) }),
  };
}

export function workOf(ctx: Context): Work {
  return {
    graph: graphOf(ctx),
    flush: (vectors) => vectors && putVectors(ctx, vectors.tag, vectors.items),
  };
}

function writeReview({ db, user }: Context, review: Review): void {
  const known = db.get<{ n: number }>("SELECT n FROM reviews WHERE user_id = ? AND id = ?", user, review.id);
  db.run(PUT_REVIEW, { n: known?.n ?? null, user_id: user, ...rows.reviews.toRow(review) });
}

function readOnce<T>(read: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.has(key) ? (known.get(key) as T) : read(key);
    known.set(key, found);
    return found;
  };
}

/** Tombstones do not change while a batch is applied. */
function readOnceEach(tombstones: Tombstones): Tombstones {
  const words = readOnce((at) => tombstones.wordsAfter(at));
  const any = readOnce(() => tombstones.any());
  return { ...tombstones, any: () => any(""), wordsAfter: words };
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

function remove(ctx: Context, table: string, id: string): void {
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
