import { KINDS, type Kind } from "../../store/schema.ts";
import { TABLE_OF } from "../store-core/rows.ts";

/** Rows of a table by columns that are unique per user, after a key; of repeated feedback the last one. */
function rowsAfter({ table, key, order = key }: Kind): string {
  const by = order.join(", ");
  const [last, grouped] = table === "feedback" ? [", max(n) AS last", `GROUP BY ${by}`] : ["", ""];
  return `SELECT *${last} FROM ${table} WHERE user_id = $user AND (${by}) > (${order.map((c) => `$${c}`).join(", ")})
    ${grouped} ORDER BY ${by} LIMIT $limit`;
}

function vectorsOf([kind, table]: [kind: string, table: string]): [name: string, sql: string] {
  const sql = `SELECT t.id, v.e AS vector FROM ${table} t
    LEFT JOIN vectors v ON v.user_id = t.user_id AND v.tag = $tag AND v.kind = '${kind}' AND v.id = t.id
    WHERE t.user_id = $user AND t.id > $id AND t.search_text <> '' AND NOT EXISTS (
      SELECT 1 FROM unembedded w WHERE w.user_id = t.user_id AND w.kind = '${kind}' AND w.id = t.id)
    ORDER BY t.id LIMIT $limit`;
  return [`transfer/vectors-of-${table}`, sql];
}

/** Parts of a dump. */
export const TRANSFER_STATEMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(KINDS).map((kind) => [`transfer/${kind.table}`, rowsAfter(kind)])),
  ...Object.fromEntries(Object.entries(TABLE_OF).map(vectorsOf)),
  "transfer/gaps": `SELECT target_n AS n, json_group_array(id) AS changes FROM changes
    WHERE user_id = $user AND kind = $kind AND target_n IS NOT NULL AND target_n > $n
    GROUP BY target_n ORDER BY target_n LIMIT $limit`,
  "transfer/hashes": `SELECT kind, hash, word_count AS wordCount FROM tombstone_hashes
    WHERE user_id = $user AND tombstone_id = $tombstone_id`,
  "transfer/mentions": `SELECT episode_id AS id,
      json_group_array(json_object('entityId', entity_id, 'start', span_start, 'end', span_end)) AS mentions
    FROM mentions WHERE user_id = $user AND episode_id > $id GROUP BY episode_id ORDER BY episode_id LIMIT $limit`,
};
