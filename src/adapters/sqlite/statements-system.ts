import {
  FAILED_EXTRACTION,
  FAILED_VERIFICATION,
  MAY_WAIT_FOR_VERIFICATION,
  RETRIES_EXTRACTION,
  WAITS_FOR_EXTRACTION,
  WAITS_FOR_VERIFICATION,
  isDue,
} from "./waiting.ts";

const turnsOfUsers = (condition: string): string =>
  `SELECT u.name AS userId, e.conversation_id AS conversationId, e.id AS episodeId
   FROM episodes e JOIN users u ON u.user_id = e.user_id WHERE ${condition} ORDER BY e.recorded_at, e.n LIMIT $limit`;
const counted = (name: string, rows: string): string => `(SELECT count(*) FROM ${rows}) AS ${name}`;
/** The service's tables identify a user by name. */
const NAMED = "*, user_name AS user_id";

/** Over all users. */
export const SYSTEM_STATEMENTS = {
  "system/pending-extraction": turnsOfUsers(`${WAITS_FOR_EXTRACTION} AND ($due IS NULL OR ${isDue("$due")})`),
  "system/open-episodes": turnsOfUsers("e.state = 'open' AND e.recorded_at < $before"),
  "system/users": "SELECT name AS id FROM users ORDER BY name",
  "system/last-written": `SELECT max(at) AS at FROM (
    SELECT max(last_message_at) AS at FROM users UNION ALL SELECT max(forgotten_at) FROM tombstones)`,
  "system/pending-verification": `SELECT u.name AS userId, u.last_message_at AS last,
      count(*) FILTER (WHERE verification_state = 'pending') AS episodes,
      count(*) FILTER (WHERE verification_state = 'deferred') AS deferred
    FROM episodes e JOIN users u ON u.user_id = e.user_id
    WHERE ${MAY_WAIT_FOR_VERIFICATION} AND verification_state <> 'failed' AND replaced_by IS NULL
    GROUP BY u.user_id ORDER BY u.name`,
  "system/counts": `SELECT ${[
    counted("pendingExtraction", `episodes WHERE ${WAITS_FOR_EXTRACTION}`),
    counted("retryingExtraction", `episodes WHERE ${RETRIES_EXTRACTION}`),
    counted("failedExtraction", `episodes WHERE ${FAILED_EXTRACTION}`),
    counted("pendingVerification", `episodes WHERE ${WAITS_FOR_VERIFICATION}`),
    counted("failedVerification", `episodes WHERE ${FAILED_VERIFICATION}`),
    counted("entities", "entities WHERE merged_into IS NULL"),
    counted("pendingPurges", "purges"),
  ].join(", ")}`,
  "system/facts-by-status": "SELECT status, count(*) AS count FROM facts GROUP BY 1",
  "system/interrupt-open": "UPDATE episodes SET state = 'interrupted' WHERE state = 'open'",
  "system/abort-runs": "UPDATE runs SET state = 'aborted', finished_at = $at WHERE state = 'running'",
  "system/keys": `SELECT ${NAMED}, '["' || replace(rights, ',', '","') || '"]' AS rights FROM api_keys ORDER BY created_at, id`,
  "system/audits": `SELECT ${NAMED} FROM audits ORDER BY at DESC, id DESC LIMIT $limit`,
  "system/audits-of-user": `SELECT ${NAMED} FROM audits WHERE user_name = $user_id ORDER BY at DESC, id DESC LIMIT $limit`,
  "system/revoke-key":
    "UPDATE api_keys SET revoked_at = $at WHERE id = $id AND revoked_at IS NULL RETURNING id",
  "system/remove-key": "DELETE FROM api_keys WHERE id = $id RETURNING id",
  "system/run": `SELECT ${NAMED} FROM runs WHERE id = $id`,
  "system/running-runs": `SELECT ${NAMED} FROM runs WHERE state = 'running' ORDER BY started_at, n LIMIT $limit`,
  "system/runs": `SELECT ${NAMED} FROM runs WHERE user_name = $user_id OR user_name IS NULL
    ORDER BY started_at DESC, n DESC LIMIT $limit`,
  "system/ping": "SELECT 1 FROM users LIMIT 1",
  "system/notes": `SELECT name, version, value FROM notes WHERE name >= $prefix AND substr(name, 1, length($prefix)) = $prefix
    ORDER BY name LIMIT $limit`,
  "system/add-note":
    "INSERT INTO notes VALUES ($name, 1, $value) ON CONFLICT (name) DO NOTHING RETURNING version",
  "system/put-note": `UPDATE notes SET version = version + 1, value = $value WHERE name = $name AND version = $version
    RETURNING version`,
  "system/drop-note": "DELETE FROM notes WHERE name = $name AND version = $version RETURNING version",
};
