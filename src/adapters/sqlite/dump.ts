import type { DumpPage, DumpRequest } from "../../ports/memory-record.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { KINDS } from "../../store/schema.ts";
import { type DumpSource, type OwnerRow, dump as dumpSteps } from "../store-core/dump.ts";
import { type EntityRow, type FactRow, TABLE_OF } from "../store-core/rows.ts";
import { runSync } from "../store-core/steps.ts";
import { communitiesAfter } from "./communities.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { toEntities, toFacts } from "./graph-read.ts";

/** One page of everything a user has; one snapshot per page. */
export function dump(ctx: Context, request: DumpRequest): DumpPage {
  return runSync(dumpSteps(sourceOf(ctx), ctx.user, request));
}

export function ownerOf({ db, user }: Context): OwnerRow | null {
  type Row = Omit<OwnerRow, "salt" | "vector_complete"> & {
    salt: Uint8Array;
    complete: number | null;
  };
  const row = db.get<Row>(
    `SELECT salt, settings, self_id, last_message_at, tag AS vector_tag, complete
     FROM users u LEFT JOIN vector_sets s ON s.user_id = u.user_id WHERE u.user_id = ?`,
    user,
  );
  if (row === undefined) return null;
  const { salt, complete, ...rest } = row;
  return { ...rest, salt: Buffer.from(salt).toString("hex"), vector_complete: complete === 1 };
}

function sourceOf(ctx: Context): DumpSource {
  const { db, user } = ctx;
  /** Rows of a table by columns that are unique per user, after a key; of repeated feedback the last one. */
  const rowsOf = <Row>(table: string, after: Record<string, string | number>, limit: number): Row[] => {
    const key = Object.keys(after).join(", ");
    const given = Object.keys(after).map((column) => `$${column}`);
    const [last, grouped] = table === "feedback" ? [", max(n) AS last", `GROUP BY ${key}`] : ["", ""];
    const sql = `SELECT *${last} FROM ${table} WHERE user_id = $user AND (${key}) > (${given.join(", ")})
      ${grouped} ORDER BY ${key} LIMIT $limit`;
    return db.all<Row>(sql, { user, limit, ...after });
  };
  return {
    hashKey: ctx.hashKey,
    owner: () => ownerOf(ctx),
    rows: (kind, after, limit) => rowsOf(KINDS[kind].table, after, limit),
    numberedRows(of, n, limit) {
      const rows = rowsOf<EntityRow & FactRow>(TABLE_OF[of], { n }, limit);
      const records =
        of === "entity"
          ? toEntities(ctx, rows).map((entity) => ({ kind: of, entity }))
          : toFacts(ctx, rows).map((fact) => ({ kind: of, fact }));
      return rows.flatMap(({ n, id }, i) => (records[i] ? [{ n, id, record: records[i] }] : []));
    },
    gaps(of, n, limit) {
      const rows = db.all<{ n: number; ids: string }>(
        `SELECT target_n AS n, json_group_array(id) AS ids FROM changes
         WHERE user_id = ? AND kind = ? AND target_n IS NOT NULL AND target_n > ?
         GROUP BY target_n ORDER BY target_n LIMIT ?`,
        user,
        of,
        n,
        limit,
      );
      return rows.map(({ n, ids }) => ({ n, changes: JSON.parse(ids) as string[] }));
    },
    hashes(tombstoneId) {
      const rows = db.all<{ kind: "pair"; hash: Uint8Array; wordCount: number }>(
        `SELECT kind, hash, word_count AS wordCount FROM tombstone_hashes
         WHERE user_id = ? AND tombstone_id = ?`,
        user,
        tombstoneId,
      );
      return rows.map((row) => ({ ...row, hash: Buffer.from(row.hash).toString("base64") }));
    },
    mentions(id, limit) {
      const episodes = db.all<{ id: string }>(
        `SELECT DISTINCT episode_id AS id FROM mentions WHERE user_id = ? AND episode_id > ?
         ORDER BY episode_id LIMIT ?`,
        user,
        id,
        limit,
      );
      const rows = db.all<Mention>(
        `SELECT episode_id AS episodeId, entity_id AS entityId, span_start AS start, span_end AS end
         FROM mentions WHERE user_id = ? AND episode_id ${IN_LIST}`,
        user,
        list(episodes.map((row) => row.id)),
      );
      const byEpisode = Map.groupBy(rows, (row) => row.episodeId);
      return episodes.map((row) => ({ id: row.id, mentions: byEpisode.get(row.id) ?? [] }));
    },
    communitiesAfter: (id, limit) => communitiesAfter(ctx, id, limit),
    vectors(of, tag, id, limit) {
      const rows = db.all<{ id: string; e: Uint8Array | null }>(
        `SELECT t.id, v.e FROM ${TABLE_OF[of]} t
         LEFT JOIN vectors v ON v.user_id = t.user_id AND v.tag = ? AND v.kind = '${of}' AND v.id = t.id
         WHERE t.user_id = ? AND t.id > ? AND t.search_text <> '' AND NOT EXISTS (
           SELECT 1 FROM unembedded w WHERE w.user_id = t.user_id AND w.kind = '${of}' AND w.id = t.id)
         ORDER BY t.id LIMIT ?`,
        tag,
        user,
        id,
        limit,
      );
      return rows.map(({ id, e }) => ({ id, vector: e && new Float32Array(e.slice().buffer) }));
    },
  };
}
