import type {
  ApiKeyRecord,
  AuditRecord,
  RunRecord,
  SystemNote,
  SystemStore,
} from "../../ports/memory-store.ts";
import { knownRights } from "../../domain/model/rights.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { RowOf } from "../../store/fields.ts";
import type { API_KEY, AUDIT, RUN } from "../../store/schema.ts";
import { EPOCH } from "../store-core/episodes.ts";
import * as rows from "../store-core/rows.ts";
import type { AnyRow } from "../store-core/rows.ts";
import { type Connection, type Value, plain, upsertSql } from "./connection.ts";
import { purgesOwed } from "./purge.ts";
import {
  FAILED_EXTRACTION,
  FAILED_VERIFICATION,
  IS_DUE,
  MAY_WAIT_FOR_VERIFICATION,
  RETRIES_EXTRACTION,
  WAITS_FOR_EXTRACTION,
  WAITS_FOR_VERIFICATION,
} from "./episode-queries.ts";

/** Over all users: ids, times and counts, never text. */
type Result<K extends keyof SystemStore> = Awaited<ReturnType<SystemStore[K]>>;

export function pendingExtraction(db: Connection, limit: number, due?: Instant): Result<"pendingExtraction"> {
  return db.all(
    `SELECT u.name AS userId, e.conversation_id AS conversationId, e.id AS episodeId
     FROM episodes e JOIN users u ON u.user_id = e.user_id
     WHERE ${WAITS_FOR_EXTRACTION}${due === undefined ? "" : ` AND ${IS_DUE}`}
     ORDER BY e.recorded_at, e.n LIMIT ?`,
    ...(due === undefined ? [] : [due]),
    limit,
  );
}

export function users(db: Connection): Result<"users"> {
  return db.all<{ name: string }>("SELECT name FROM users ORDER BY name").map((row) => row.name);
}

export function lastWritten(db: Connection): Result<"lastWritten"> {
  const row = db.get<{ at: string | null }>(
    `SELECT max(at) AS at FROM (SELECT max(last_message_at) AS at FROM users
       UNION ALL SELECT max(forgotten_at) FROM tombstones)`,
  );
  return row?.at ?? null;
}

export function pendingVerification(db: Connection): Result<"pendingVerification"> {
  const rows = db.all<{ userId: string; episodes: number; deferred: number; last: string | null }>(
    `SELECT u.name AS userId, u.last_message_at AS last,
       count(*) FILTER (WHERE verification_state = 'pending') AS episodes,
       count(*) FILTER (WHERE verification_state = 'deferred') AS deferred
     FROM episodes e JOIN users u ON u.user_id = e.user_id
     WHERE ${MAY_WAIT_FOR_VERIFICATION} AND verification_state <> 'failed' AND replaced_by IS NULL
     GROUP BY u.user_id ORDER BY u.name`,
  );
  return rows.map(({ last, ...row }) => ({ ...row, lastMessageAt: last ?? EPOCH }));
}

export function counts(db: Connection): Result<"counts"> {
  const count = (sql: string): number => db.get<{ c: number }>(`SELECT count(*) AS c FROM ${sql}`)?.c ?? 0;
  const facts = db.all<{ status: string; c: number }>("SELECT status, count(*) AS c FROM facts GROUP BY 1");
  return {
    pendingExtraction: count(`episodes WHERE ${WAITS_FOR_EXTRACTION}`),
    retryingExtraction: count(`episodes WHERE ${RETRIES_EXTRACTION}`),
    failedExtraction: count(`episodes WHERE ${FAILED_EXTRACTION}`),
    pendingVerification: count(`episodes WHERE ${WAITS_FOR_VERIFICATION}`),
    failedVerification: count(`episodes WHERE ${FAILED_VERIFICATION}`),
    facts: Object.fromEntries(facts.map((row) => [row.status, row.c])),
    entities: count("entities WHERE merged_into IS NULL"),
    pendingPurges: purgesOwed(db),
  };
}

export function interruptOpenEpisodes(db: Connection): number {
  return db.run("UPDATE episodes SET state = 'interrupted' WHERE state = 'open'");
}

export function openEpisodes(db: Connection, before: Instant, limit: number): Result<"openEpisodes"> {
  return db.all(
    `SELECT u.name AS userId, e.conversation_id AS conversationId, e.id AS episodeId
     FROM episodes e JOIN users u ON u.user_id = e.user_id WHERE e.state = 'open' AND e.recorded_at < ?
     ORDER BY e.recorded_at, e.n LIMIT ?`,
    before,
    limit,
  );
}

export function abortRuns(db: Connection, at: Instant): number {
  return db.run("UPDATE runs SET state = 'aborted', finished_at = ? WHERE state = 'running'", at);
}

/** The service's tables identify a user by name. */
const NAMED = "*, user_name AS user_id";

function put(db: Connection, table: string, { user_id, ...row }: AnyRow & { user_id: string | null }): void {
  const named = plain({ ...row, user_name: user_id });
  db.run(upsertSql(table, Object.keys(named), ["id"]), named);
}

type KeyRow = RowOf<typeof API_KEY> & { rights: string };

export function keys(db: Connection): ApiKeyRecord[] {
  return db
    .all<KeyRow>(`SELECT ${NAMED} FROM api_keys ORDER BY created_at, id`)
    .map((row) => rows.keys.fromRow(row, { rights: knownRights(row.rights.split(",")) }));
}

export function putKey(db: Connection, key: ApiKeyRecord): void {
  put(db, "api_keys", { ...rows.keys.toRow(key), rights: key.rights.join(",") });
}

/** False if there is no such key, or it was already revoked. */
export function revokeKey(db: Connection, id: string, at: Instant): boolean {
  return db.run("UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, id) === 1;
}

export function removeKey(db: Connection, id: string): boolean {
  return db.run("DELETE FROM api_keys WHERE id = ?", id) === 1;
}

export function putAudit(db: Connection, audit: AuditRecord): void {
  if (db.get("SELECT 1 FROM audits WHERE id = ?", audit.id) !== undefined) return;
  put(db, "audits", { ...rows.audits.toRow(audit), targets: JSON.stringify(audit.targets) });
}

type AuditRow = RowOf<typeof AUDIT> & { targets: string };

export function audits(db: Connection, userId: string | null, limit: number): AuditRecord[] {
  const sql = `SELECT ${NAMED} FROM audits ${userId === null ? "" : "WHERE user_name = ?"} ORDER BY at DESC, id DESC LIMIT ?`;
  const found = db.all<AuditRow>(sql, ...(userId === null ? [] : [userId]), limit);
  return found.map((row) => rows.audits.fromRow(row, { targets: JSON.parse(row.targets) as string[] }));
}

export function putRun(db: Connection, run: RunRecord): void {
  put(db, "runs", rows.runs.toRow(run));
}

export function run(db: Connection, id: string): RunRecord | null {
  return runsWhere(db, "id = ?", id)[0] ?? null;
}

/** `condition`: and the order. */
function runsWhere(db: Connection, condition: string, ...params: Value[]): RunRecord[] {
  const sql = `SELECT ${NAMED} FROM runs WHERE ${condition}`;
  return db.all<RowOf<typeof RUN>>(sql, ...params).map(rows.runs.fromRow);
}

const RUNNING_MAX = 1_000;

export function runningRuns(db: Connection): RunRecord[] {
  return runsWhere(db, "state = 'running' ORDER BY started_at, n LIMIT ?", RUNNING_MAX);
}

/** Newest first: the user's own, and those over all users. */
export function runs(db: Connection, userId: string, limit: number): RunRecord[] {
  const condition = "user_name = ? OR user_name IS NULL ORDER BY started_at DESC, n DESC LIMIT ?";
  return runsWhere(db, condition, userId, limit);
}

export function ping(db: Connection): void {
  db.get("SELECT 1 FROM users LIMIT 1");
}

const NOTES_MAX = 10_000;

export function notes(db: Connection, prefix: string): SystemNote[] {
  return db
    .all<{ name: string; version: number; value: string }>(
      "SELECT name, version, value FROM notes WHERE name >= ? AND substr(name, 1, ?) = ? ORDER BY name LIMIT ?",
      prefix,
      prefix.length,
      prefix,
      NOTES_MAX,
    )
    .map(({ value, ...note }) => ({ ...note, value: JSON.parse(value) as unknown }));
}

/** The version increases by one with each write. */
export function putNote(db: Connection, { name, version, value }: SystemNote): boolean {
  if (value === null) return db.run("DELETE FROM notes WHERE name = ? AND version = ?", name, version) === 1;
  const text = JSON.stringify(value);
  if (version === 0)
    return db.run("INSERT INTO notes VALUES (?, 1, ?) ON CONFLICT (name) DO NOTHING", name, text) === 1;
  const set = "UPDATE notes SET version = version + 1, value = ? WHERE name = ? AND version = ?";
  return db.run(set, text, name, version) === 1;
}
