import { KINDS } from "../../store/schema.ts";
import type { ForgetReads, ForgetStore } from "../store-core/forget-store.ts";
import { CONTENT } from "../store-core/rows.ts";
import { communitiesAfter } from "./communities.ts";
import type { Named } from "./connection.ts";
import { type Context, deleteIn, list } from "./context.ts";
import { deleteEntities, deleteFacts, dropSummaries } from "./graph-delete.ts";
import { entitiesById, factsById, mergedInto } from "./graph-read.ts";
import { insertMention, writeEntity, writeFact } from "./graph-write.ts";
import { deleteLinksOf } from "./records.ts";
import { secureDelete } from "./schema.ts";
import { putTombstone } from "./tombstones.ts";

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

const GRAPH_TABLES = [
  "evidence",
  "mentions",
  "facts",
  "community_members",
  "communities",
  "aliases",
  "entities",
];
const CONTENT_TABLES = [...GRAPH_TABLES, ...CONTENT.map((kind) => KINDS[kind].table)];

export function storeOf(ctx: Context): ForgetStore {
  const { db, user } = ctx;
  return {
    read(what, asked) {
      const given = Object.entries(asked).map(([name, value]) => [
        name,
        Array.isArray(value) ? list(value) : value,
      ]);
      return db.all(READ[what], { user, ...(Object.fromEntries(given) as Named) });
    },
    remove(what, ids) {
      if (what === "mentions" || what === "traces") return deleteIn(ctx, what, "episode_id", ids);
      if (what === "episodes") {
        deleteIn(ctx, "mentions", "episode_id", ids);
        deleteIn(ctx, "feedback", "target_id", ids);
      }
      if (what === "episodes" || what === "conversations") deleteLinksOf(ctx, ids);
      return deleteIn(ctx, what, "id", ids);
    },
    update(what, rows) {
      for (const { id, set } of rows) {
        const columns = Object.keys(set).map((column) => `${column} = $${column}`);
        const sql = `UPDATE ${what} SET ${columns.join(", ")} WHERE user_id = $user AND id = $id`;
        db.run(sql, { ...set, user, id });
      }
    },
    entitiesById: (ids) => entitiesById(ctx, ids),
    factsById: (ids) => factsById(ctx, ids),
    mergedInto: (id) => mergedInto(ctx, id),
    communitiesAfter: (id, limit) => communitiesAfter(ctx, id, limit),
    writeFacts: (facts) => facts.forEach((fact) => writeFact(ctx, fact)),
    writeEntities: (entities) => entities.forEach((entity) => writeEntity(ctx, entity)),
    putMentions: (mentions) => mentions.forEach((mention) => insertMention(ctx, mention)),
    putTombstones: (tombstones) => tombstones.forEach((tombstone) => putTombstone(ctx, tombstone)),
    deleteFacts: (ids) => deleteFacts(ctx, ids),
    deleteEntities: (ids) => deleteEntities(ctx, ids),
    dropSummaries: (ids) => dropSummaries(ctx, ids),
    dropReasoning(traces) {
      for (const trace of traces)
        db.run(
          `UPDATE traces SET reasoning = NULL
           WHERE user_id = $user AND episode_id = $episode_id AND purpose = $purpose`,
          { user, ...trace },
        );
    },
    dropDiffs: () => db.run("DELETE FROM run_diffs WHERE user_id = ?", user),
    /** Rows of all tables at once. */
    dropEverything() {
      db.exec(secureDelete(false));
      const removed = CONTENT_TABLES.map((table): [string, number] => [
        table,
        db.run(`DELETE FROM ${table} WHERE user_id = ?`, user),
      ]);
      db.exec(secureDelete(true));
      return Object.fromEntries(removed);
    },
  };
}
