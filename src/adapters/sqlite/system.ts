import type {
  ApiKeyRecord,
  AuditRecord,
  RunRecord,
  SystemNote,
  SystemStore,
} from "../../ports/memory-store.ts";
import { knownRights } from "../../domain/model/rights.ts";
import type { Instant } from "../../domain/model/time.ts";
import { type Connection, insertSql, upsertSql } from "./connection.ts";
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

const EPOCH: Instant = "1970-01-01T00:00:00.000Z";

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

interface KeyRow {
  id: string;
  user_name: string;
  hash: string;
  rights: string;
  created_at: string;
  revoked_at: string | null;
  session: string | null;
}

export function keys(db: Connection): ApiKeyRecord[] {
  return db.all<KeyRow>("SELECT * FROM api_keys ORDER BY created_at, id").map((row) => ({
    id: row.id,
    userId: row.user_name,
    hash: row.hash,
    rights: knownRights(row.rights.split(",")),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    session: JSON.parse(row.session ?? "null"),
  }));
}

const KEY_COLUMNS = ["id", "user_name", "hash", "rights", "created_at", "revoked_at", "session"];

export function putKey(db: Connection, key: ApiKeyRecord): void {
  db.runNamed(upsertSql("api_keys", KEY_COLUMNS, ["id"]), {
    id: key.id,
    user_name: key.userId,
    hash: key.hash,
    rights: key.rights.join(","),
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
    session: key.session && JSON.stringify(key.session),
  });
}

/** False when there is no such key, or it was revoked before. */
export function revokeKey(db: Connection, id: string, at: Instant): boolean {
  return db.run("UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, id) === 1;
}

export function removeKey(db: Connection, id: string): boolean {
  return db.run("DELETE FROM api_keys WHERE id = ?", id) === 1;
}

interface AuditRow {
  id: string;
  at: string;
  actor: string;
  act: AuditRecord["act"];
  user_name: string | null;
  targets: string;
  counts: string;
}

const AUDIT_COLUMNS = ["id", "at", "actor", "act", "user_name", "targets", "counts"];

export function putAudit(db: Connection, row: AuditRecord): void {
  db.runNamed(`${insertSql("audits", AUDIT_COLUMNS)} ON CONFLICT (id) DO NOTHING`, {
    id: row.id,
    at: row.at,
    actor: row.actor,
    act: row.act,
    user_name: row.userId,
    targets: JSON.stringify(row.targets),
    counts: JSON.stringify(row.counts),
  });
}

export function audits(db: Connection, userId: string | null, limit: number): AuditRecord[] {
  const newest = "ORDER BY at DESC, id DESC LIMIT ?";
  const rows =
    userId === null
      ? db.all<AuditRow>(`SELECT * FROM audits ${newest}`, limit)
      : db.all<AuditRow>(`SELECT * FROM audits WHERE user_name = ? ${newest}`, userId, limit);
  return rows.map(({ user_name, targets, counts: counted, ...row }) => ({
    ...row,
    userId: user_name,
    targets: JSON.parse(targets) as string[],
    counts: JSON.parse(counted) as Record<string, number>,
  }));
}

interface RunRow {
  id: string;
  user_name: string | null;
  job: string;
  state: RunRecord["state"];
  dry_run: number;
  started_at: string;
  finished_at: string | null;
  result: string;
  error: string | null;
}

const RUN_COLUMNS = [
  "id",
  "user_name",
  "job",
  "state",
  "dry_run",
  "started_at",
  "finished_at",
  "result",
  "error",
];

export function putRun(db: Connection, run: RunRecord): void {
  db.runNamed(upsertSql("runs", RUN_COLUMNS, ["id"]), {
    id: run.id,
    user_name: run.userId,
    job: run.job,
    state: run.state,
    dry_run: run.dryRun ? 1 : 0,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    result: JSON.stringify(run.result),
    error: run.error,
  });
}

export function run(db: Connection, id: string): RunRecord | null {
  const row = db.get<RunRow>("SELECT * FROM runs WHERE id = ?", id);
  return row ? toRun(row) : null;
}

const RUNNING_MAX = 1_000;

export function runningRuns(db: Connection): RunRecord[] {
  return db
    .all<RunRow>("SELECT * FROM runs WHERE state = 'running' ORDER BY started_at, n LIMIT ?", RUNNING_MAX)
    .map(toRun);
}

/** Newest first: the user's own, and those over all users. */
export function runs(db: Connection, userId: string, limit: number): RunRecord[] {
  return db
    .all<RunRow>(
      `SELECT * FROM runs WHERE user_name = ? OR user_name IS NULL ORDER BY started_at DESC, n DESC LIMIT ?`,
      userId,
      limit,
    )
    .map(toRun);
}

function toRun(row: RunRow): RunRecord {
  return {
    id: row.id,
    userId: row.user_name,
    job: row.job,
    state: row.state,
    dryRun: row.dry_run === 1,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    result: JSON.parse(row.result) as Record<string, number>,
    error: row.error,
  };
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

/** The version grows by one with each write. */
export function putNote(db: Connection, { name, version, value }: SystemNote): boolean {
  if (value === null) return db.run("DELETE FROM notes WHERE name = ? AND version = ?", name, version) === 1;
  const text = JSON.stringify(value);
  if (version === 0)
    return db.run("INSERT INTO notes VALUES (?, 1, ?) ON CONFLICT (name) DO NOTHING", name, text) === 1;
  const set = "UPDATE notes SET version = version + 1, value = ? WHERE name = ? AND version = ?";
  return db.run(set, text, name, version) === 1;
}
