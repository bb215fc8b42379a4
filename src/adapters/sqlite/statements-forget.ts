import type { ForgetReads } from "../store-core/forget-store.ts";
import { FORGOTTEN } from "../store-core/rows.ts";

const SAID = "SELECT id, conversation_id, user_message, assistant_reply FROM episodes WHERE user_id = $user";
const SLICE_BY_TIME = `AND (occurred_at, n) > ($occurred_at, $n) ORDER BY occurred_at, n LIMIT $limit`;

/** A list is one parameter: `id IN (SELECT value FROM json_each($ids))`. */
const inJsonList = (name: string): string => `IN (SELECT value FROM json_each($${name}))`;

const READ: Record<keyof ForgetReads, string> = {
  episode: `${SAID} AND (id = $id OR consolidated_into = $id)`,
  "episodes-of-conversation": `${SAID} AND conversation_id = $id`,
  "episodes-in-range": `${SAID} AND occurred_at >= $from AND occurred_at < $to`,
  messages: `SELECT id, conversation_id, user_message FROM episodes WHERE user_id = $user AND id ${inJsonList("ids")}`,
  "pairs-of-subject":
    "SELECT id, object_id AS objectId, value FROM facts WHERE user_id = $user AND subject_id = $id",
  "facts-about": `SELECT id FROM facts WHERE user_id = $user AND subject_id ${inJsonList("ids")}
    UNION SELECT id FROM facts WHERE user_id = $user AND object_id ${inJsonList("ids")}`,
  "entities-named": `SELECT id FROM entities WHERE user_id = $user AND name_fold ${inJsonList("folds")}
    UNION SELECT entity_id FROM aliases WHERE user_id = $user AND kind <> 'role' AND alias_fold ${inJsonList("folds")}`,
  "names-with": `SELECT DISTINCT e.id, e.name_fold AS name FROM entities e JOIN json_each($words) w
      ON instr(e.name_fold, w.value) > 0 WHERE e.user_id = $user
    UNION SELECT a.entity_id, a.alias_fold FROM aliases a JOIN json_each($words) w ON instr(a.alias_fold, w.value) > 0
      WHERE a.user_id = $user AND a.kind <> 'role'`,
  "facts-resting-on": `SELECT DISTINCT fact_id AS id FROM evidence v
    WHERE user_id = $user AND episode_id ${inJsonList("ids")} AND NOT EXISTS (
      SELECT 1 FROM evidence o WHERE o.user_id = v.user_id AND o.fact_id = v.fact_id
      AND o.episode_id NOT ${inJsonList("ids")})`,
  "entities-of": `SELECT entity_id AS id FROM mentions WHERE user_id = $user AND episode_id ${inJsonList("episode_ids")}
    UNION SELECT subject_id FROM facts WHERE user_id = $user AND id ${inJsonList("fact_ids")}
    UNION SELECT object_id FROM facts WHERE user_id = $user AND id ${inJsonList("fact_ids")} AND object_id IS NOT NULL`,
  orphans: `SELECT id FROM entities e WHERE user_id = $user AND id ${inJsonList("ids")} AND is_self = 0 AND type <> 'procedure'
    AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.user_id = e.user_id AND m.entity_id = e.id)
    AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.user_id = e.user_id AND f.subject_id = e.id)
    AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.user_id = e.user_id AND f.object_id = e.id)
    AND NOT EXISTS (SELECT 1 FROM entities m WHERE m.user_id = e.user_id AND m.merged_into = e.id)`,
  "facts-touched": `SELECT DISTINCT fact_id AS id FROM evidence WHERE user_id = $user AND episode_id ${inJsonList("ids")}`,
  "facts-with-words": `SELECT DISTINCT f.id FROM facts f JOIN json_each($words) w ON instr(f.search_text, w.value) > 0
    WHERE f.user_id = $user`,
  "entities-with-words":
    "SELECT id FROM entities WHERE user_id = $user AND (summary IS NOT NULL OR portrait IS NOT NULL OR properties <> '{}')",
  "summaries-of": `SELECT consolidated_into AS id FROM episodes
      WHERE user_id = $user AND consolidated_into IS NOT NULL AND id ${inJsonList("ids")}
    UNION SELECT id FROM episodes WHERE user_id = $user AND source = 'consolidated' AND id ${inJsonList("ids")}`,
  "mentions-in": `SELECT episode_id AS episodeId, entity_id AS entityId, span_start AS start, span_end AS "end"
    FROM mentions WHERE user_id = $user AND episode_id ${inJsonList("ids")}`,
  conversations:
    "SELECT id, title, client_system, history_summary, external_id FROM conversations WHERE user_id = $user",
  branches: "SELECT id, branch_of FROM conversations WHERE user_id = $user AND branch_of IS NOT NULL",
  "conversations-left": `SELECT c.id, c.title, count(e.id) AS count, min(e.occurred_at) AS first, max(e.occurred_at) AS last
    FROM conversations c LEFT JOIN episodes e ON e.user_id = c.user_id AND e.conversation_id = c.id
    WHERE c.user_id = $user AND c.id ${inJsonList("ids")} GROUP BY c.id`,
  intents: "SELECT id, intent FROM episodes WHERE user_id = $user AND intent IS NOT NULL",
  reasonings: `SELECT t.episode_id, t.purpose, t.reasoning, e.conversation_id, e.recalled
    FROM traces t JOIN episodes e ON e.user_id = t.user_id AND e.id = t.episode_id
    WHERE t.user_id = $user AND t.reasoning IS NOT NULL`,
  changes: `SELECT n, id, kind, before_json, after_json FROM changes
    WHERE user_id = $user AND n > $n AND kind ${inJsonList("kinds")} ORDER BY n LIMIT $limit`,
  rejections: `SELECT n, id, episode_id, fact_id, detail, proposal, reasoning FROM rejections
    WHERE user_id = $user AND n > $n ORDER BY n LIMIT $limit`,
  "episode-words": `SELECT n, id, occurred_at, conversation_id, speaker, memory, replaced_by, consolidated_into,
      user_message, assistant_reply, summary, place, context, emotion, tags, external_id, idempotency_key, recalled, redacted
    FROM episodes WHERE user_id = $user ${SLICE_BY_TIME}`,
};

const deleteWhere = (table: string, column: string, condition = ""): string =>
  `DELETE FROM ${table} WHERE user_id = $user AND ${column} ${inJsonList("ids")}${condition}`;
/** A community's JSON names one of these as a member, or as a fact it tells. */
const namesOneOf = (json: string): string =>
  `EXISTS (SELECT 1 FROM json_each(coalesce(${json}, '{}'), '$.members') WHERE value ${inJsonList("ids")})
   OR EXISTS (SELECT 1 FROM json_each(coalesce(${json}, '{}'), '$.factIds') WHERE value ${inJsonList("ids")})`;
const ofEach = (statements: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(Object.entries(statements).map(([name, sql]) => [`${prefix}${name}`, sql]));
const DELETED = ["changes", "communities", "conversations", "rejections"];

export const FORGET_STATEMENTS: Readonly<Record<string, string | readonly string[]>> = {
  ...ofEach(READ, "forget/"),
  ...Object.fromEntries(DELETED.map((table) => [`graph/delete-${table}`, deleteWhere(table, "id")])),
  ...Object.fromEntries(
    FORGOTTEN.map((table) => [`forget/all-${table}`, `DELETE FROM ${table} WHERE user_id = $user`]),
  ),
  "forget/delete-episodes": [deleteWhere("feedback", "target_id"), deleteWhere("episodes", "id")],
  "forget/delete-mentions": deleteWhere("mentions", "episode_id"),
  "traces/delete-of-episodes": deleteWhere("traces", "episode_id"),
  "forget/drop-reasoning": `UPDATE traces SET reasoning = NULL WHERE user_id = $user AND (episode_id, purpose) IN (
    SELECT value ->> 'episode_id', value ->> 'purpose' FROM json_each($rows))`,
  "forget/drop-diffs": "DELETE FROM run_diffs WHERE user_id = $user",
  /** Summaries and portraits that may repeat these facts. */
  "graph/summed-up-from": `SELECT id FROM entities WHERE user_id = $user AND (
    (summary_basis IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_each(summary_basis, '$.factIds') f WHERE f.value ${inJsonList("ids")})) OR
    (portrait IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_each(portrait, '$.versions') f WHERE f.key ${inJsonList("ids")})))`,
  "graph/purge-facts": [
    deleteWhere("facts", "id"),
    deleteWhere("reviews", "left_id", " AND kind = 'insight'"),
    deleteWhere("reviews", "right_id", " AND kind = 'insight'"),
  ],
  "graph/delete-entities": deleteWhere("entities", "id"),
  "graph/purge-log": [
    deleteWhere("feedback", "target_id"),
    deleteWhere("changes", "target_id", " AND kind = $kind"),
  ],
  "communities/purge": [
    `DELETE FROM communities WHERE user_id = $user AND (
       id IN (SELECT community_id FROM community_members WHERE user_id = $user AND entity_id ${inJsonList("ids")})
       OR EXISTS (SELECT 1 FROM json_each(fact_ids) WHERE value ${inJsonList("ids")}))`,
    `DELETE FROM changes WHERE user_id = $user AND kind = 'community'
       AND (${namesOneOf("before_json")} OR ${namesOneOf("after_json")})`,
  ],
  "graph/put-mentions": `INSERT OR IGNORE INTO mentions (user_id, episode_id, entity_id, span_start, span_end)
    SELECT $user, e.id, t.id, r.value ->> 'span_start', r.value ->> 'span_end' FROM json_each($rows) r
    CROSS JOIN episodes e ON e.user_id = $user AND e.id = r.value ->> 'episode_id'
    CROSS JOIN entities t ON t.user_id = $user AND t.id = r.value ->> 'entity_id'`,
  "summaries/read": `SELECT p.id, p.occurred_at AS occurredAt, (
      SELECT json_group_array(s.id) FROM episodes s WHERE s.user_id = p.user_id AND s.consolidated_into = p.id) AS sources
    FROM episodes p WHERE p.user_id = $user AND p.id ${inJsonList("ids")} AND p.source = 'consolidated'`,
};
