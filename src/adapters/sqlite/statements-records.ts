import { bareColumns, links } from "../store-core/rows.ts";
import { IN_LIST } from "./context.ts";
import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { WAITS_FOR_EXTRACTION, WAITS_FOR_VERIFICATION } from "./waiting.ts";

const inList = (name: string): string => IN_LIST.replace("?", `$${name}`);
const allOf = (table: string, condition: string): string =>
  `SELECT * FROM ${table} WHERE user_id = $user AND ${condition}`;
/** Rows of a JSON list, by the names of their columns. */
const insertRows = (table: string, columns: readonly string[], or = ""): string =>
  `INSERT ${or} INTO ${table} (user_id, ${columns.join(", ")})
   SELECT $user, ${columns.map((column) => `value ->> '${column}'`).join(", ")} FROM json_each($rows)`;
const recorded = "user_id = $user AND recorded_at >= $from AND recorded_at < $to";
const created = "user_id = $user AND created_at >= $from AND created_at < $to";
const then = "user_id = $user AND at >= $from AND at < $to";
const BARE_TURNS = `SELECT ${bareColumns("e")} FROM episodes e WHERE e.user_id = $user`;
export const COMMUNITIES = `SELECT c.*, (SELECT json_group_array(entity_id) FROM (
    SELECT entity_id FROM community_members m WHERE m.user_id = c.user_id AND m.community_id = c.id
    ORDER BY m.position)) AS members
  FROM communities c WHERE c.user_id = $user`;

/** Newest feedback read per memory. */
const FEEDBACK_MAX = 30;
const FEEDBACK = ["target_id", "helpful", "at", "basis", "episode_id", "weight"];

export const RECORD_STATEMENTS: Readonly<Record<string, string | readonly string[]>> = {
  "users/put-settings": "UPDATE users SET settings = $settings WHERE user_id = $user",
  "tombstones/count": "SELECT count(*) AS count FROM tombstones WHERE user_id = $user",

  "read/conversation": allOf("conversations", "id = $id"),
  "read/episode": allOf("episodes", "id = $id"),
  "read/change": allOf("changes", "id = $id"),
  "read/rejection": allOf("rejections", "id = $id"),
  "read/review": allOf("reviews", "id = $id"),
  "conversations/by-external-id": allOf("conversations", "external_id = $external_id"),
  "conversations/branches": `${allOf("conversations", "branch_of = $id")} ORDER BY started_at, id LIMIT $limit`,
  "reviews/by-id": `${allOf("reviews", `id ${inList("ids")}`)} ORDER BY n`,
  /** An undone decision of the owner becomes a question again. Any other is rejected for good: it is not made a second time. */
  "reviews/reopen": [
    `UPDATE reviews SET run_id = NULL, state = 'open', decided_at = NULL, decided_by = NULL
     WHERE user_id = $user AND run_id = $run_id AND decided_by = 'user' AND reason <> 'asked'`,
    `UPDATE reviews SET run_id = NULL, state = 'rejected', decided_at = $now, decided_by = 'user'
     WHERE user_id = $user AND run_id = $run_id`,
  ],
  "changes/to-undo": `${allOf("changes", "run_id = $run_id AND actor <> 'undo' AND undone = 0 AND n < $n")}
    ORDER BY n DESC LIMIT $limit`,
  "rejections/unoverrule": `UPDATE rejections SET overruled_at = NULL, overruled_run = NULL, overruled_fact = NULL
    WHERE user_id = $user AND overruled_run = $run_id`,
  "rejections/groups": `SELECT reason, stage, upper(json_extract(proposal, '$.predicate')) AS predicate,
      json_extract(proposal, '$.origin') AS origin, overruled_at IS NOT NULL AS overruled,
      substr(at, 1, 10) AS day, count(*) AS count
    FROM rejections WHERE ${then} GROUP BY 1, 2, 3, 4, 5, 6`,
  "rejections/proposed-per-day": `SELECT substr(created_at, 1, 10) AS day, count(*) AS count FROM facts
    WHERE ${created} AND origin IS NOT NULL GROUP BY 1`,
  "diffs/read": "SELECT steps FROM run_diffs WHERE user_id = $user AND run_id = $run_id",
  "diffs/put": `INSERT INTO run_diffs (user_id, run_id, steps) VALUES ($user, $run_id, $steps)
    ON CONFLICT (user_id, run_id) DO UPDATE SET steps = excluded.steps`,
  "traces/read": `${allOf("traces", `episode_id ${inList("ids")}`)} ORDER BY at, purpose`,
  "traces/model-use": `SELECT count(*) AS calls, coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens,
      coalesce(sum(seconds), 0) AS seconds
    FROM traces WHERE user_id = $user AND at >= $since AND purpose NOT IN ('reply', 'tools', 'extract')`,
  "links/put": insertRows("links", links.columns, "OR REPLACE"),
  "links/delete": `DELETE FROM links WHERE user_id = $user AND id ${inList("ids")}`,
  "links/delete-of": ["from_id", "to_id"].map(
    (end) => `DELETE FROM links WHERE user_id = $user AND ${end} ${inList("ids")}`,
  ),
  "links/expired": "DELETE FROM links WHERE user_id = $user AND expires_at <= $at",
  "users/feedback-on": `SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY target_id ORDER BY at DESC, n DESC) AS place FROM feedback
      WHERE user_id = $user AND target_id ${inList("ids")})
    WHERE place <= ${FEEDBACK_MAX}`,
  "users/recent-feedback": `${allOf("feedback", "episode_id IS NOT NULL")} ORDER BY at DESC, n DESC LIMIT $limit`,
  "users/feedback": [
    `DELETE FROM feedback WHERE user_id = $user AND target_id IN (SELECT value ->> 'target_id' FROM json_each($rows))
       AND (target_id, at, basis) IN (
         SELECT value ->> 'target_id', value ->> 'at', value ->> 'basis' FROM json_each($rows))`,
    insertRows("feedback", FEEDBACK),
  ],

  "communities/by-id": `${COMMUNITIES} AND c.id ${inList("ids")}`,
  "communities/of-entities": `${COMMUNITIES} AND c.id IN (
      SELECT community_id FROM community_members WHERE user_id = $user AND entity_id ${inList("ids")})
    ORDER BY c.id`,
  "transfer/communities": `${COMMUNITIES} AND c.id > $id ORDER BY c.id LIMIT $limit`,

  "episodes/known": ["id", "idempotency_key", "external_id"]
    .map((column) => allOf("episodes", `${column} = $${column}`))
    .join(" UNION ALL "),
  "episodes/by-id": `${BARE_TURNS} AND e.id ${inList("ids")}`,
  "episodes/of-type": `${BARE_TURNS} AND e.context_type = $context_type AND e.recorded_at >= $from AND e.recorded_at < $to
    ORDER BY e.recorded_at LIMIT $limit`,
  "episodes/by-chain-hash": `${BARE_TURNS} AND e.chain_hash = $hash AND e.replaced_by IS NULL
    ORDER BY e.recorded_at DESC, e.n DESC LIMIT $limit`,
  "episodes/still-there": `SELECT id FROM facts WHERE user_id = $user AND id ${inList("facts")}
    UNION ALL SELECT id FROM entities WHERE user_id = $user AND id ${inList("entities")}
    UNION ALL SELECT id FROM episodes WHERE user_id = $user AND id ${inList("episodes")}`,
  "episodes/has-evidence":
    "SELECT episode_id AS id FROM evidence WHERE user_id = $user AND episode_id = $id LIMIT 1",
  "episodes/cut-off": ["evidence", "mentions"].map(
    (table) => `DELETE FROM ${table} WHERE user_id = $user AND episode_id = $id`,
  ),
  /** Mentions of a merged entity are mentions of its survivor. */
  "episodes/mentions": `SELECT DISTINCT m.episode_id AS episodeId, coalesce(e.merged_into, e.id) AS entityId,
      m.span_start AS start, m.span_end AS "end"
    FROM mentions m JOIN entities e ON e.user_id = m.user_id AND e.id = m.entity_id
    WHERE m.user_id = $user AND m.episode_id ${inList("ids")} ORDER BY 1, 2, 3`,
  "episodes/mentions-of": `SELECT DISTINCT m.entity_id AS entityId, m.episode_id AS episodeId, e.conversation_id AS conversationId
    FROM mentions m JOIN episodes e ON e.user_id = m.user_id AND e.id = m.episode_id
    WHERE m.user_id = $user AND m.entity_id ${inList("ids")} ORDER BY e.occurred_at DESC, 2 LIMIT $limit`,

  "days/by-date": `SELECT date, counts FROM days WHERE user_id = $user AND date ${inList("dates")}`,
  "days/put-counts": `${insertRows("days", ["date", "counts"])} WHERE true
    ON CONFLICT (user_id, date) DO UPDATE SET counts = excluded.counts`,
  "days/put-report": `INSERT INTO days (user_id, date, counts, report) VALUES ($user, $date, $no_counts, $report)
    ON CONFLICT (user_id, date) DO UPDATE SET report = excluded.report`,
  "days/drop-before": "DELETE FROM days WHERE user_id = $user AND date < $keep_from",
  "days/activity": `
    SELECT 'episodes' AS what, '' AS name, '' AS detail, count(*) AS count FROM episodes WHERE ${recorded}
    UNION ALL SELECT 'facts', status, '', count(*) FROM facts WHERE ${created} GROUP BY status
    UNION ALL SELECT 'entities', '', '', count(*) FROM entities WHERE ${created} AND merged_into IS NULL
    UNION ALL SELECT 'rejections', stage, reason, count(*) FROM rejections WHERE ${then} GROUP BY stage, reason
    UNION ALL SELECT 'feedback', iif(helpful = 1, 'helpful', 'unhelpful'), '', count(*) FROM feedback
      WHERE ${then} AND basis = 'rated' GROUP BY helpful
    UNION ALL SELECT 'tokens', 'prompt', '', coalesce(sum(prompt_tokens), 0) FROM traces WHERE ${then}
    UNION ALL SELECT 'tokens', 'completion', '', coalesce(sum(completion_tokens), 0) FROM traces WHERE ${then}
    UNION ALL SELECT 'reasonings', iif(suspicion > ${SUSPICIOUS}, 'suspicious', 'plain') AS kind, '', count(*) FROM traces
      WHERE ${then} AND suspicion IS NOT NULL GROUP BY kind
    UNION ALL SELECT 'reviews', kind, '', count(*) FROM reviews WHERE user_id = $user AND state = 'open' GROUP BY kind`,
  "days/top-entities": `SELECT m.entity_id AS id, count(*) AS mentions FROM episodes e
    JOIN mentions m ON m.user_id = e.user_id AND m.episode_id = e.id
    JOIN entities x ON x.user_id = m.user_id AND x.id = m.entity_id
    WHERE e.user_id = $user AND e.recorded_at >= $from AND e.recorded_at < $to AND x.is_self = 0 AND x.merged_into IS NULL
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $limit`,
  "stats/counts": `
    SELECT 'episodes' AS what, '' AS name, count(*) AS count FROM episodes WHERE user_id = $user
    UNION ALL SELECT 'conversations', '', count(*) FROM conversations WHERE user_id = $user
    UNION ALL SELECT 'extraction', '', count(*) FROM episodes WHERE user_id = $user AND ${WAITS_FOR_EXTRACTION}
    UNION ALL SELECT 'verification', '', count(*) FROM episodes WHERE user_id = $user AND ${WAITS_FOR_VERIFICATION}`,
  "stats/groups": `
    SELECT 'entities' AS what, status AS name, count(*) AS count FROM entities WHERE user_id = $user GROUP BY status
    UNION ALL SELECT 'types', type, count(*) FROM entities WHERE user_id = $user AND merged_into IS NULL GROUP BY type
    UNION ALL SELECT 'facts', status, count(*) FROM facts WHERE user_id = $user GROUP BY status
    UNION ALL SELECT 'predicates', predicate, count(*) FROM facts WHERE user_id = $user GROUP BY predicate
    UNION ALL SELECT 'rejections', reason, count(*) FROM rejections WHERE user_id = $user GROUP BY reason`,
};
